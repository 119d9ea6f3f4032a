import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry, JournalStage } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { hasOwnClock } from '../../lib/chain-clock.ts';
import { wasNeverSigned } from '../../lib/journal-words.ts';
import styles from './message.module.css';

interface Step {
  readonly key: string;
  readonly title: string;
  readonly atMs: number | undefined;
  readonly note: ReactNode;
  readonly isReached: boolean;
  /** Reached, and to no good end. */
  readonly isFailed?: boolean;
}

/** From signing, where it was signed here, to finality. `isFailedInside`: it succeeded, and a call inside of it did not. */
export function MessageLife({ message, isFailedInside = false }: { readonly message: Message; readonly isFailedInside?: boolean }) {
  const own = useTopic('messages.journalChanged', (journal) =>
    journal?.find((entry) => entry.unsignedCid === message.unsignedCid && !wasNeverSigned(entry)),
  );
  // A practice chain keeps a time of its own, which does not go with that of signing: then all times are of what was seen here.
  const isSeen = useTopic('connections.changed', (state) => hasOwnClock(state?.capabilities)) && own !== undefined;
  const steps = [...ownSteps(own), ...chainSteps(message, isFailedInside).map((step) => (isSeen ? asSeenBy(own, step) : step))];
  return (
    <Panel
      title="Life of this message"
      sub={
        own === undefined ? (
          'as the chain tells it'
        ) : (
          <>
            <Link href={`/journal/${encodeURIComponent(own.id)}`} className="link">
              in the journal of this machine
            </Link>
            {isSeen ? ', times by its clock' : undefined}
          </>
        )
      }
      calls={message.calls.message}
    >
      <ol className={styles.life} style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}>
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
  // It may have been pushed several times.
  const pushed = history.find(({ stage }) => stage === 'pushed');
  const signedWhere = entry?.origin === 'elsewhere' ? 'brought here' : 'on this machine';
  return [
    ...(signed === undefined ? [] : [{ key: 'signed', title: 'Signed', atMs: signed.atMs, note: signedWhere, isReached: true }]),
    ...(pushed === undefined ? [] : [{ key: 'pushed', title: 'Pushed', atMs: pushed.atMs, note: 'to the node', isReached: true }]),
  ];
}

/** When a step was noticed on this machine, by its last time: a reorg may have taken it back before. */
function asSeenBy(entry: JournalEntry, step: Step): Step {
  const stage = SEEN_AS[step.key];
  const seen = entry.history.findLast((noted) => noted.stage === stage);
  return { ...step, atMs: step.isReached ? seen?.atMs : undefined };
}

/** What the journal calls the steps of the chain. */
const SEEN_AS: Readonly<Record<string, JournalStage>> = { pool: 'in-pool', included: 'included', executed: 'executed', final: 'final' };

function chainSteps(message: Message, isFailedInside: boolean): Step[] {
  const { inclusion, execution } = message;
  const isFailed = execution !== undefined && (execution.exitCode !== 0 || isFailedInside);
  return [
    { key: 'pool', title: 'In the pool', atMs: undefined, note: 'known to the node', isReached: message.stage !== 'not-found' },
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
          : `epoch ${formatInteger(execution.tipset.height)}${isFailedInside ? ', failed inside' : isFailed ? ', failed' : ''}`,
      isReached: execution !== undefined,
      isFailed,
    },
    { key: 'final', title: 'Final', atMs: undefined, note: 'cannot be reverted', isReached: message.stage === 'final' },
  ];
}
