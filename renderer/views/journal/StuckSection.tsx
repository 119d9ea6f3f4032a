import { IconLockOpen } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { JournalEntry, StuckReport } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { TrustedDocumentNote } from '../../components/feedback/TrustedDocumentNote.tsx';
import { type TrustedDocumentControl, useTrustedDocument } from '../../components/feedback/use-trusted-document.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './journal.module.css';
import type { MessageActions } from './use-message-actions.ts';

type Finding = StuckReport['findings'][number];
type Remedy = StuckReport['remedies'][number];

interface StuckSectionProps {
  readonly entry: JournalEntry;
  /** Whether the sender's key is on this machine, so that the message can be replaced. */
  readonly isOwn: boolean;
  readonly actions: MessageActions;
}

interface ReportProps extends StuckSectionProps {
  readonly report: StuckReport;
}

/** Why a message is still pending: causes with evidence first, then the checks that passed. */
export function StuckSection({ entry, isOwn, actions, title }: StuckSectionProps & { readonly title: string }) {
  const query = useQuery(`stuck ${entry.id} ${entry.updatedAtMs}`, (client) => client.messages.explainStuck({ journalId: entry.id }), {
    refreshOn: 'head',
  });
  return (
    <DetailSection title={title}>
      <QueryContent query={query}>{(report) => <Report report={report} entry={entry} isOwn={isOwn} actions={actions} />}</QueryContent>
    </DetailSection>
  );
}

function Report({ report, entry, isOwn, actions }: ReportProps) {
  const causes = report.findings.filter(({ id, result }) => result === 'cause' || id === 'nothing');
  const others = report.findings.filter((finding) => !causes.includes(finding));
  // Remedies for the causes first, then those that always apply.
  const buttons = [...new Set<Remedy>([...report.remedies, ...(entry.isHeld ? ALWAYS_IF_HELD : ALWAYS)])].filter(
    (remedy) => remedy !== 'wait' && (isOwn || !NEEDS_KEY.has(remedy)),
  );
  const isAdvised = report.findings.some(({ result }) => result === 'cause');
  const blocker = useBlocker(entry, report);
  const trusted = useTrustedDocument();
  return (
    <>
      <Findings findings={causes} label={report.height === undefined ? 'Causes' : `Causes at height ${formatInteger(report.height)}`} />
      {others.length === 0 ? undefined : (
        <details className={styles.rest}>
          <summary>{formatCount(others.length, 'other check')}</summary>
          <Findings findings={others} label="Other checks" />
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
        <p className={styles.hint}>{isAdvised ? 'Or wait: the message stays valid.' : 'No action needed. To speed it up or cancel it:'}</p>
      ) : undefined}
      <div className={styles.buttons}>
        {buttons.map((remedy, index) => (
          <RemedyButton
            key={remedy}
            remedy={remedy}
            isFirst={isAdvised && index === 0 && report.remedies.includes(remedy)}
            from={entry.from}
            gapNonce={report.gapNonce}
            actions={actions}
            trusted={trusted}
          />
        ))}
      </div>
      {report.remedies.includes('unlock') ? (
        <TrustedDocumentNote control={trusted} title="Enter the passphrase in the other window">
          The endpoint connects once the wallet is unlocked.
        </TrustedDocumentNote>
      ) : undefined}
    </>
  );
}

/** If an earlier nonce is missing: the sender's earliest message that is signed here but in no mempool. */
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
const ALWAYS_IF_HELD: readonly Remedy[] = ['push', 'cancel'];

/** Remedies that create another message of the same sender. */
const NEEDS_KEY: ReadonlySet<Remedy> = new Set(['speed-up', 'cancel', 'fill-gap']);

interface RemedyButtonProps {
  readonly remedy: Remedy;
  readonly isFirst: boolean;
  readonly from: string;
  readonly gapNonce: string | undefined;
  readonly actions: MessageActions;
  readonly trusted: TrustedDocumentControl;
}

function RemedyButton({ remedy, isFirst, from, gapNonce, actions, trusted }: RemedyButtonProps) {
  const [, navigate] = useLocation();
  const kind = isFirst ? 'primary' : 'plain';
  switch (remedy) {
    case 'speed-up':
      return (
        <Button kind={kind} isBusy={actions.isDrafting} onClick={() => actions.replace('speed-up')}>
          Speed up
        </Button>
      );
    case 'cancel':
      return (
        <Button kind={kind} isBusy={actions.isDrafting} onClick={() => actions.replace('cancel')}>
          Cancel message
        </Button>
      );
    case 'fill-gap':
      return gapNonce === undefined ? undefined : (
        <Button kind={kind} isBusy={actions.isDrafting} onClick={() => actions.fillGap(gapNonce)}>
          Fill nonce {gapNonce}
        </Button>
      );
    case 'push':
      return (
        <Button kind={kind} isBusy={actions.isPushing} onClick={actions.push}>
          Push now
        </Button>
      );
    case 'add-funds':
      return (
        <Button kind={kind} onClick={() => navigate(`/accounts/${encodeURIComponent(from)}`)}>
          Open account
        </Button>
      );
    case 'change-endpoint':
      return (
        <Button kind={kind} onClick={() => navigate('/endpoints')}>
          Open endpoints
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
