/** The life of a sent message as steps: what has been, what is now, what is to come. */
import { isSettledStage } from '../../../shared/ipc/journal-stage.ts';
import type { JournalEntry, JournalStage } from '../../../shared/ipc/schemas/journal.ts';
import { wasNeverSigned } from '../../lib/journal-words.ts';

export interface LifeStep {
  readonly stage: JournalStage;
  readonly title: string;
  readonly status: 'done' | 'now' | 'next' | 'bad';
  readonly atMs: number | undefined;
  readonly height: number | undefined;
  readonly note: string | undefined;
  readonly callId: number | undefined;
}

const WAY: readonly JournalStage[] = ['intent', 'signed', 'pushed', 'in-pool', 'included', 'executed', 'final'];

const TITLES: Readonly<Record<JournalStage, string>> = {
  intent: 'Approved, written to the journal',
  signed: 'Signed, signature checked',
  pushed: 'Pushed to the node',
  'in-pool': 'Waiting in the pool',
  included: 'Included in a block',
  executed: 'Executed',
  final: 'Final',
  rejected: 'Refused by the node',
  replaced: 'Replaced by another message',
  failed: 'Failed',
};

const SHORT: Readonly<Record<JournalStage, { readonly label: string; readonly tone: StageTone }>> = {
  intent: { label: 'Approved', tone: 'pending' },
  signed: { label: 'Signed', tone: 'pending' },
  pushed: { label: 'Pushed', tone: 'pending' },
  'in-pool': { label: 'In pool', tone: 'pending' },
  included: { label: 'Included', tone: 'pending' },
  executed: { label: 'Executed', tone: 'success' },
  final: { label: 'Final', tone: 'success' },
  rejected: { label: 'Refused', tone: 'danger' },
  replaced: { label: 'Replaced', tone: 'warning' },
  failed: { label: 'Failed', tone: 'danger' },
};

export type StageTone = 'pending' | 'success' | 'warning' | 'danger' | 'neutral';

/** Icon, word and tone for a table cell. A message that was executed with an exit code other than 0 did not succeed. */
export function stageLabel(entry: Pick<JournalEntry, 'stage' | 'exitCode' | 'signedCid'>): {
  readonly label: string;
  readonly tone: StageTone;
} {
  const short = SHORT[entry.stage];
  if (wasNeverSigned(entry)) return { label: 'Never signed', tone: 'neutral' };
  if ((entry.stage === 'executed' || entry.stage === 'final') && entry.exitCode !== undefined && entry.exitCode !== 0) {
    return { label: `${short.label}, exit ${entry.exitCode}`, tone: 'danger' };
  }
  return short;
}

/** The steps reached, in the order of the history, then those that the message has yet to take. */
export function messageLife(entry: JournalEntry): LifeStep[] {
  const reached: LifeStep[] = entry.history.map((step, index) => {
    const isLast = index === entry.history.length - 1;
    const isBad = step.stage === 'rejected' || step.stage === 'failed' || step.stage === 'replaced';
    return {
      stage: step.stage,
      title: TITLES[step.stage],
      status: isBad ? 'bad' : isLast && !isSettledStage(step.stage) ? 'now' : 'done',
      atMs: step.atMs,
      height: step.height,
      note: step.note,
      callId: step.callId,
    };
  });
  if (isSettledStage(entry.stage)) return reached;
  const position = WAY.indexOf(entry.stage);
  const ahead: LifeStep[] = WAY.slice(position + 1).map((stage) => ({
    stage,
    title: TITLES[stage],
    status: 'next',
    atMs: undefined,
    height: undefined,
    note: undefined,
    callId: undefined,
  }));
  return [...reached, ...ahead];
}

export type JournalFilter = 'all' | 'open' | 'settled' | 'trouble';

export function matchesJournalFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'open':
      return !isSettledStage(entry.stage);
    case 'settled':
      return isSettledStage(entry.stage);
    case 'trouble': {
      const { tone } = stageLabel(entry);
      return tone === 'danger' || tone === 'warning';
    }
  }
}
