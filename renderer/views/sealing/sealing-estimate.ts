/** Estimates the time until proving by the medians of the remaining states. */
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { medianOf, type TimedSector } from './sealing-lanes.ts';

/** States of a new sector in order. Of alternatives, the one that the miner's sectors have passed counts. */
const NEW: readonly (readonly string[])[] = [
  ['WaitDeals'],
  ['AddPiece'],
  ['Packing'],
  ['GetTicket'],
  ['PreCommit1'],
  ['PreCommit2'],
  ['SubmitPreCommitBatch', 'PreCommitting'],
  ['PreCommitBatchWait', 'PreCommitWait'],
  ['WaitSeed'],
  ['Committing'],
  ['SubmitCommitAggregate', 'SubmitCommit'],
  ['CommitAggregateWait', 'CommitWait'],
  ['FinalizeSector', 'CommitFinalize'],
];
const UPGRADE: readonly (readonly string[])[] = [
  ['SnapDealsWaitDeals'],
  ['SnapDealsAddPiece'],
  ['SnapDealsPacking'],
  ['UpdateReplica'],
  ['ProveReplicaUpdate'],
  ['FinalizeReplicaUpdate'],
  ['SubmitReplicaUpdate'],
  ['ReplicaUpdateWait'],
  ['UpdateActivating'],
  ['ReleaseSectorKey'],
];
/** States of seconds at most: without a median they are left out of the estimate silently. */
const BRIEF: ReadonlySet<string> = new Set([
  'AddPiece',
  'Packing',
  'GetTicket',
  'SnapDealsAddPiece',
  'SnapDealsPacking',
  'FinalizeReplicaUpdate',
]);

export interface SealingEstimate {
  readonly leftMs: number;
  /** The smallest number of samples behind one of the medians. */
  readonly minSamples: number;
  /** Remaining states without a median, not in `leftMs`. */
  readonly unknownStates: readonly string[];
}

/** Undefined for a sector outside the pipeline, a failed one, or without any median. */
export function estimateOf({ sector, elapsedMs }: TimedSector, pastMs: SealingBoard['pastMs']): SealingEstimate | undefined {
  const path = [NEW, UPGRADE].find((steps) => steps.some((step) => step.includes(sector.state)));
  if (path === undefined) return undefined;
  const at = path.findIndex((step) => step.includes(sector.state));
  let leftMs = 0;
  let minSamples = Number.POSITIVE_INFINITY;
  const unknownStates: string[] = [];
  for (const [index, step] of path.entries()) {
    if (index < at) continue;
    const state = index === at ? sector.state : (step.find((name) => (pastMs[name]?.length ?? 0) > 0) ?? step[0] ?? '');
    const times = pastMs[state];
    const median = medianOf(times);
    if (median === undefined) {
      if (!BRIEF.has(state)) unknownStates.push(state);
      continue;
    }
    minSamples = Math.min(minSamples, times?.length ?? 0);
    leftMs += index === at ? Math.max(0, median - (elapsedMs ?? 0)) : median;
  }
  return Number.isFinite(minSamples) ? { leftMs, minSamples, unknownStates } : undefined;
}
