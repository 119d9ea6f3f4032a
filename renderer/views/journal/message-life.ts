/** The life of a message as steps: what has been, what is now, what is to come. */
import { isSettledStage } from '../../../shared/ipc/journal-stage.ts';
import type { JournalEntry, JournalStage } from '../../../shared/ipc/schemas/journal.ts';

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
  signed: 'Signed, signature verified',
  pushed: 'Pushed to the node',
  'in-pool': 'Pending in the mempool',
  included: 'Included in a block',
  executed: 'Executed',
  final: 'Final',
  rejected: 'Rejected by a node',
  replaced: 'Its nonce was used by another message',
  failed: 'Failed',
};

const FINAL_BY: Readonly<Record<NonNullable<JournalEntry['finalBy']>, string>> = {
  f3: 'by F3, according to the node',
  node: 'according to the finality of the node',
  depth: 'by depth below the head',
};

/** The steps reached, in the order of the history, then those that the message has yet to take. */
export function messageLife(entry: JournalEntry): LifeStep[] {
  const isBrought = entry.origin === 'elsewhere';
  const reached: LifeStep[] = entry.history
    // What was signed elsewhere was not approved here.
    .filter((step) => !(isBrought && step.stage === 'intent'))
    .map((step, index, steps) => {
      const isLast = index === steps.length - 1;
      const isBad = step.stage === 'rejected' || step.stage === 'failed' || step.stage === 'replaced';
      const isFailure = step.stage === 'executed' && entry.exitCode !== undefined && entry.exitCode !== 0;
      // The same stage once more is something that was told about it: that it was let go, or is kept after all.
      const told = step.stage === 'signed' && steps[index - 1]?.stage === 'signed' ? step.note : undefined;
      return {
        stage: step.stage,
        title: told?.replace(/\.$/, '') ?? titleOf(step.stage, index, entry),
        status: isBad || isFailure ? 'bad' : isLast && !isSettledStage(step.stage) ? 'now' : 'done',
        atMs: step.atMs,
        height: step.height,
        note: told === undefined ? (step.note ?? finalityOf(step.stage, entry)) : undefined,
        callId: step.callId,
      };
    });
  if (isSettledStage(entry.stage)) return reached;
  // What a node rejected may be pushed again, or be published by that node.
  const last = entry.stage === 'rejected' ? 'signed' : entry.stage;
  const ahead: LifeStep[] = WAY.slice(WAY.indexOf(last) + 1).map((stage) => ({
    stage,
    title: stage === 'pushed' && entry.isHeld ? 'Push it manually' : TITLES[stage],
    status: 'next',
    atMs: undefined,
    height: undefined,
    note: undefined,
    callId: undefined,
  }));
  return [...reached, ...ahead];
}

function finalityOf(stage: JournalStage, { finalBy }: JournalEntry): string | undefined {
  return stage === 'final' && finalBy !== undefined ? FINAL_BY[finalBy] : undefined;
}

function titleOf(stage: JournalStage, index: number, { origin, exitCode, isHeld, signedCid }: JournalEntry): string {
  if (stage === 'signed' && signedCid === undefined) return 'Possibly signed';
  if (stage === 'signed' && origin === 'elsewhere') return 'Imported signed, signature verified';
  if (stage === 'signed' && index === 1 && isHeld) return 'Signed and held, signature verified';
  if (stage === 'executed' && exitCode !== undefined && exitCode !== 0) return `Executed, exit code ${exitCode}`;
  return TITLES[stage];
}
