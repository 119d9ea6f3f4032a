import type { JournalStage } from './schemas/journal.ts';

const SETTLED: ReadonlySet<JournalStage> = new Set<JournalStage>(['final', 'replaced', 'failed']);

/** Whether nothing more can become of a sent message that has reached this stage. */
export function isSettledStage(stage: JournalStage): boolean {
  return SETTLED.has(stage);
}
