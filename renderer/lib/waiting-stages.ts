import type { JournalStage } from '../../shared/ipc/schemas/journal.ts';

/** Stages of a message of ours after which more is to come. */
export const WAITING_STAGES: ReadonlySet<JournalStage> = new Set(['intent', 'signed', 'pushed', 'in-pool', 'included', 'executed']);
