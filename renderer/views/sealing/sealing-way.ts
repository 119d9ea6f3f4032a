/** How much longer a sector takes, by the medians of the states that are left. An estimate, which says what it rests on. */
import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { medianOf, type TimedSector } from './sealing-lanes.ts';

/** States of a new sector in their order. Of those in brackets a miner uses one or the other: the one that its sectors went through. */
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
/** Passed in seconds as a rule, or not at all: their absence says nothing about the estimate. */
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
  /** Of the state with the fewest, how many sectors the medians are of. */
  readonly fewest: number;
  /** States ahead of which nothing is known; their time is not in `leftMs`. */
  readonly unknownStates: readonly string[];
}

/** Undefined for a sector that is not on its way, has failed, or of whose way no median is known. */
export function estimateOf({ sector, elapsedMs }: TimedSector, pastMs: SealingBoard['pastMs']): SealingEstimate | undefined {
  const way = [NEW, UPGRADE].find((steps) => steps.some((step) => step.includes(sector.state)));
  if (way === undefined) return undefined;
  const at = way.findIndex((step) => step.includes(sector.state));
  let leftMs = 0;
  let fewest = Number.POSITIVE_INFINITY;
  const unknownStates: string[] = [];
  for (const [index, step] of way.entries()) {
    if (index < at) continue;
    const state = index === at ? sector.state : (step.find((name) => (pastMs[name]?.length ?? 0) > 0) ?? step[0] ?? '');
    const times = pastMs[state];
    const median = medianOf(times);
    if (median === undefined) {
      if (!BRIEF.has(state)) unknownStates.push(state);
      continue;
    }
    fewest = Math.min(fewest, times?.length ?? 0);
    leftMs += index === at ? Math.max(0, median - (elapsedMs ?? 0)) : median;
  }
  return Number.isFinite(fewest) ? { leftMs, fewest, unknownStates } : undefined;
}
