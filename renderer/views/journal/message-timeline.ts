/** The timeline of a message: past, current and future steps. */
import { isSettledStage } from '../../../shared/ipc/journal-stage.ts';
import type { JournalEntry, JournalStage } from '../../../shared/ipc/schemas/journal.ts';

export interface MessageStep {
  readonly stage: JournalStage;
  readonly title: string;
  readonly status: 'done' | 'now' | 'next' | 'bad';
  readonly atMs: number | undefined;
  readonly height: number | undefined;
  readonly note: string | undefined;
  readonly callId: number | undefined;
}

const STAGES: readonly JournalStage[] = ['intent', 'signed', 'pushed', 'in-pool', 'included', 'executed', 'final'];

const TITLES: Readonly<Record<JournalStage, string>> = {
  intent: 'Approved, written to the journal',
  signed: 'Signed, signature verified',
  pushed: 'Pushed to the node',
  'in-pool': 'Pending in the mempool',
  included: 'Included in a block',
  executed: 'Executed',
  final: 'Final',
  rejected: 'Rejected by a node',
  replaced: 'Nonce used by another message',
  failed: 'Failed',
};

const FINAL_BY: Readonly<Record<NonNullable<JournalEntry['finalBy']>, string>> = {
  f3: 'by F3, as reported by the node',
  node: 'as reported by the node',
  depth: 'by depth below the head',
};

/** Return the steps reached, in the order of the history, then the future ones. */
export function messageTimeline(entry: JournalEntry): MessageStep[] {
  const isImported = entry.origin === 'elsewhere';
  const reached: MessageStep[] = entry.history
    // An imported message was not approved here.
    .filter((step) => !(isImported && step.stage === 'intent'))
    .map((step, index, steps) => {
      const isLast = index === steps.length - 1;
      const isBad = step.stage === 'rejected' || step.stage === 'failed' || step.stage === 'replaced';
      const isFailure = step.stage === 'executed' && entry.exitCode !== undefined && entry.exitCode !== 0;
      // A repeated stage is a note: the message was released or held.
      const repeatNote = step.stage === 'signed' && steps[index - 1]?.stage === 'signed' ? step.note : undefined;
      return {
        stage: step.stage,
        title: repeatNote?.replace(/\.$/, '') ?? titleOf(step.stage, index, entry),
        status: isBad || isFailure ? 'bad' : isLast && !isSettledStage(step.stage) ? 'now' : 'done',
        atMs: step.atMs,
        height: step.height,
        note: repeatNote === undefined ? (step.note ?? finalityOf(step.stage, entry)) : undefined,
        callId: step.callId,
      };
    });
  if (isSettledStage(entry.stage)) return reached;
  // A rejected message may be pushed again, or published by the node that rejected it.
  const last = entry.stage === 'rejected' ? 'signed' : entry.stage;
  const ahead: MessageStep[] = STAGES.slice(STAGES.indexOf(last) + 1).map((stage) => ({
    stage,
    title: stage === 'pushed' && entry.isHeld ? 'Push manually' : TITLES[stage],
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
  if (stage === 'signed' && origin === 'elsewhere') return 'Imported, signature verified';
  if (stage === 'signed' && index === 1 && isHeld) return 'Signed and held, signature verified';
  if (stage === 'executed' && exitCode !== undefined && exitCode !== 0) return `Executed, exit code ${exitCode}`;
  return TITLES[stage];
}
