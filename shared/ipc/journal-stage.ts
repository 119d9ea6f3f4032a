import type { JournalStage } from './schemas/journal.ts';

const SETTLED: ReadonlySet<JournalStage> = new Set<JournalStage>(['final', 'replaced', 'failed']);

/** Whether a stage is terminal. */
export function isSettledStage(stage: JournalStage): boolean {
  return SETTLED.has(stage);
}
