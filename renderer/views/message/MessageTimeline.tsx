import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { hasOwnClock } from '../../../shared/domain/chain/chain-clock.ts';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry, JournalStage } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { wasNeverSigned } from '../../lib/journal-words.ts';
import styles from './message.module.css';

interface Step {
  readonly key: string;
  readonly title: string;
  readonly atMs: number | undefined;
  readonly note: ReactNode;
  readonly isReached: boolean;
  /** Reached, but failed. */
  readonly isFailed?: boolean;
}

/** Steps from signing to finality. `isFailedInside`: the message succeeded, but a sub-call failed. */
export function MessageTimeline({ message, isFailedInside = false }: { readonly message: Message; readonly isFailedInside?: boolean }) {
  const own = useTopic('messages.journalChanged', (journal) =>
    journal?.find((entry) => entry.unsignedCid === message.unsignedCid && !wasNeverSigned(entry)),
  );
  // The clock of a practice chain differs from that of signing, so all times are those of the journal.
  const isSeen = useTopic('connections.changed', (state) => hasOwnClock(state?.capabilities)) && own !== undefined;
  const steps = [...ownSteps(own), ...chainSteps(message, isFailedInside).map((step) => (isSeen ? asSeenBy(own, step) : step))];
  return (
    <Panel
      title="Timeline"
      sub={
        own === undefined ? (
          'from the chain'
        ) : (
          <>
            <Link href={`/journal/${encodeURIComponent(own.id)}`} className="link">
              in the journal
            </Link>
            {isSeen ? ', with local times' : undefined}
          </>
        )
      }
      calls={message.calls.message}
    >
      <ol className={styles.timeline} style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}>
        {steps.map((step) => (
          <li key={step.key} data-reached={step.isReached || undefined} data-failed={step.isFailed || undefined}>
            <i className={styles.point} aria-hidden="true" />
            <span>
              <span className={step.isReached ? 'm' : 't3'}>{step.title}</span>{' '}
              {step.atMs === undefined ? undefined : <TimeText timeMs={step.atMs} as="moment" />}
            </span>
            <span className="t3 s12 ell">{step.isReached ? step.note : 'not yet'}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function ownSteps(entry: JournalEntry | undefined): Step[] {
  const history = entry?.history ?? [];
  const signed = history.find(({ stage }) => stage === 'signed');
  // The first of possibly several pushes.
  const pushed = history.find(({ stage }) => stage === 'pushed');
  const signedWhere = entry?.origin === 'elsewhere' ? 'imported' : 'on this machine';
  return [
    ...(signed === undefined ? [] : [{ key: 'signed', title: 'Signed', atMs: signed.atMs, note: signedWhere, isReached: true }]),
    ...(pushed === undefined ? [] : [{ key: 'pushed', title: 'Pushed', atMs: pushed.atMs, note: 'to the node', isReached: true }]),
  ];
}

/** A step at the last time the journal saw it; a reorg may have reverted it before. */
function asSeenBy(entry: JournalEntry, step: Step): Step {
  const stage = SEEN_AS[step.key];
  const seen = entry.history.findLast((noted) => noted.stage === stage);
  return { ...step, atMs: step.isReached ? seen?.atMs : undefined };
}

/** Journal stage of each step. */
const SEEN_AS: Readonly<Record<string, JournalStage>> = { pool: 'in-pool', included: 'included', executed: 'executed', final: 'final' };

function chainSteps(message: Message, isFailedInside: boolean): Step[] {
  const { inclusion, execution } = message;
  const isFailed = execution !== undefined && (execution.exitCode !== 0 || isFailedInside);
  return [
    { key: 'pool', title: 'Pending', atMs: undefined, note: 'known to the node', isReached: message.stage !== 'not-found' },
    {
      key: 'included',
      title: 'Included',
      atMs: inclusion?.tipset.timeMs,
      note: inclusion === undefined ? undefined : `epoch ${formatInteger(inclusion.tipset.height)}`,
      isReached: inclusion !== undefined,
    },
    {
      key: 'executed',
      title: 'Executed',
      atMs: execution?.tipset.timeMs,
      note:
        execution === undefined
          ? undefined
          : `epoch ${formatInteger(execution.tipset.height)}${isFailedInside ? ', sub-call failed' : isFailed ? ', failed' : ''}`,
      isReached: execution !== undefined,
      isFailed,
    },
    { key: 'final', title: 'Final', atMs: undefined, note: 'cannot be reverted', isReached: message.stage === 'final' },
  ];
}
