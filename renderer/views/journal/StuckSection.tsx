import { IconLockOpen } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { JournalEntry, StuckReport } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { CallLink } from '../../components/CallLink.tsx';
import { DetailSection } from '../../components/DetailPane.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TrustedDocumentNote } from '../../components/TrustedDocumentNote.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { type TrustedDocumentControl, useTrustedDocument } from '../../components/use-trusted-document.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './journal.module.css';
import type { Mending } from './use-mending.ts';

type Finding = StuckReport['findings'][number];
type Remedy = StuckReport['remedies'][number];

interface StuckSectionProps {
  readonly entry: JournalEntry;
  /** Whether its key is on this machine, so that another message can take its place. */
  readonly isOwn: boolean;
  readonly mending: Mending;
}

interface ReportProps extends StuckSectionProps {
  readonly report: StuckReport;
}

/** Why a message does not move on: what holds it up first, with the evidence, then what was looked at and is well. */
export function StuckSection({ entry, isOwn, mending, title }: StuckSectionProps & { readonly title: string }) {
  const query = useQuery(`stuck ${entry.id} ${entry.updatedAtMs}`, (client) => client.messages.explainStuck({ journalId: entry.id }), {
    refreshOn: 'head',
  });
  return (
    <DetailSection title={title}>
      <QueryContent query={query}>{(report) => <Report report={report} entry={entry} isOwn={isOwn} mending={mending} />}</QueryContent>
    </DetailSection>
  );
}

function Report({ report, entry, isOwn, mending }: ReportProps) {
  const telling = report.findings.filter(({ id, result }) => result === 'cause' || id === 'nothing');
  const others = report.findings.filter((finding) => !telling.includes(finding));
  // What suits the causes first, then what can be done in any case.
  const buttons = [...new Set<Remedy>([...report.remedies, ...(entry.isHeld ? ALWAYS_OF_KEPT : ALWAYS)])].filter(
    (remedy) => remedy !== 'wait' && (isOwn || !NEEDS_KEY.has(remedy)),
  );
  const isAdvised = report.findings.some(({ result }) => result === 'cause');
  const blocker = useBlocker(entry, report);
  const trusted = useTrustedDocument();
  return (
    <>
      <Findings findings={telling} label={report.height === undefined ? 'Causes' : `Causes at height ${formatInteger(report.height)}`} />
      {others.length === 0 ? undefined : (
        <details className={styles.rest}>
          <summary>
            {others.length} more {others.length === 1 ? 'thing was' : 'things were'} looked at
          </summary>
          <Findings findings={others} label="Looked at" />
        </details>
      )}
      {blocker === undefined ? undefined : (
        <p className={styles.hint}>
          <Link href={`/journal/${encodeURIComponent(blocker.id)}`} className="link">
            Open the message with nonce {formatInteger(blocker.nonce)}
          </Link>
        </p>
      )}
      {report.remedies.includes('wait') && buttons.length > 0 ? (
        <p className={styles.hint}>{isAdvised ? 'Or wait: it stays valid.' : 'No action needed. To speed it up or cancel it:'}</p>
      ) : undefined}
      <div className={styles.buttons}>
        {buttons.map((remedy, index) => (
          <RemedyButton
            key={remedy}
            remedy={remedy}
            isFirst={isAdvised && index === 0 && report.remedies.includes(remedy)}
            from={entry.from}
            gapNonce={report.gapNonce}
            mending={mending}
            trusted={trusted}
          />
        ))}
      </div>
      {report.remedies.includes('unlock') ? (
        <TrustedDocumentNote control={trusted} title="Type the passphrase in the other window">
          The endpoint connects once the wallet is unlocked.
        </TrustedDocumentNote>
      ) : undefined}
    </>
  );
}

/** The earliest message of the same sender that is signed here and in no pool, where a nonce before this one is missing. */
function useBlocker(entry: JournalEntry, report: StuckReport): JournalEntry | undefined {
  const hasGap = report.findings.some(({ id, result }) => id === 'nonce-gap' && result === 'cause');
  return useTopic('messages.journalChanged', (entries) =>
    hasGap
      ? entries
          ?.filter(
            ({ from, genesisCid, nonce, stage }) =>
              from === entry.from &&
              genesisCid === entry.genesisCid &&
              (stage === 'signed' || stage === 'rejected') &&
              BigInt(nonce) < BigInt(entry.nonce),
          )
          .toSorted((left, right) => (BigInt(left.nonce) < BigInt(right.nonce) ? -1 : 1))[0]
      : undefined,
  );
}

const TONES: Readonly<Record<Finding['result'], Tone>> = { cause: 'warning', clear: 'success', unknown: 'neutral' };

function Findings({ findings, label }: { readonly findings: readonly Finding[]; readonly label: string }) {
  return (
    <ul className={styles.findings} aria-label={label}>
      {findings.map((finding) => (
        <li key={finding.id} className={styles.finding}>
          <div className={styles.findingHead}>
            <StatusText tone={TONES[finding.result]} isStrong={finding.result === 'cause'}>
              <UntrustedText text={finding.title} maximumLength={200} />
            </StatusText>
            <CallLink calls={finding.calls} />
          </div>
          <p className={styles.detail}>
            <UntrustedText text={finding.detail} maximumLength={2000} />
          </p>
        </li>
      ))}
    </ul>
  );
}

const ALWAYS: readonly Remedy[] = ['speed-up', 'cancel'];
const ALWAYS_OF_KEPT: readonly Remedy[] = ['push', 'cancel'];

/** Remedies that make another message of the same sender. */
const NEEDS_KEY: ReadonlySet<Remedy> = new Set(['speed-up', 'cancel', 'fill-gap']);

interface RemedyButtonProps {
  readonly remedy: Remedy;
  readonly isFirst: boolean;
  readonly from: string;
  readonly gapNonce: string | undefined;
  readonly mending: Mending;
  readonly trusted: TrustedDocumentControl;
}

function RemedyButton({ remedy, isFirst, from, gapNonce, mending, trusted }: RemedyButtonProps) {
  const [, navigate] = useLocation();
  const kind = isFirst ? 'primary' : 'plain';
  switch (remedy) {
    case 'speed-up':
      return (
        <Button kind={kind} isBusy={mending.isMaking} onClick={() => mending.replace('speed-up')}>
          Speed up
        </Button>
      );
    case 'cancel':
      return (
        <Button kind={kind} isBusy={mending.isMaking} onClick={() => mending.replace('cancel')}>
          Cancel it
        </Button>
      );
    case 'fill-gap':
      return gapNonce === undefined ? undefined : (
        <Button kind={kind} isBusy={mending.isMaking} onClick={() => mending.fillGap(gapNonce)}>
          Fill nonce {gapNonce}
        </Button>
      );
    case 'push':
      return (
        <Button kind={kind} isBusy={mending.isPushing} onClick={mending.push}>
          Push now
        </Button>
      );
    case 'add-funds':
      return (
        <Button kind={kind} onClick={() => navigate(`/accounts/${encodeURIComponent(from)}`)}>
          Open the account
        </Button>
      );
    case 'change-endpoint':
      return (
        <Button kind={kind} onClick={() => navigate('/endpoints')}>
          Open the endpoints
        </Button>
      );
    case 'unlock':
      return (
        <Button
          kind={kind}
          icon={IconLockOpen}
          isBusy={trusted.state.status === 'opening'}
          onClick={() => void trusted.open({ name: 'unlock' })}
        >
          Unlock
        </Button>
      );
    case 'wait':
      return undefined;
    default:
      return remedy satisfies never;
  }
}
