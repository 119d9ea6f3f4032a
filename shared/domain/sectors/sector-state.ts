/**
 * Sealing states of `lotus-miner`: their column on the board, Lotus' statistic, and their order and color in its command
 * line. Sources: Lotus `storage/pipeline/sector_state.go` (`toStatState`, `IsUpgradeState`) and
 * `cli/spcli/statemeta.go` (`StateList`). Other releases have other states: unknown names are kept and shown.
 */
import type { SealingGroup } from '../../ipc/schemas/sealing.ts';

/** Lotus' statistic of a state, used to limit sectors in progress. */
export type SectorStatistic = 'staging' | 'sealing' | 'proving' | 'failed';
/** Colors of Lotus' command line: green proving, blue waiting for data, yellow in progress, cyan terminating, red failed, magenta imported. */
type SectorColor = 'green' | 'magenta' | 'blue' | 'yellow' | 'cyan' | 'red';

/** A sealing state of `lotus-miner`. */
export interface SectorState {
  readonly name: string;
  /** Column of the sealing board. Unlike Lotus' statistic, it separates waiting from work and groups all errors. */
  readonly group: Exclude<SealingGroup, 'unknown'>;
  /** Lotus' statistic, without FinalizeEarly. */
  readonly statistic: SectorStatistic;
  /** Color of `lotus-miner info`. */
  readonly color: SectorColor;
  /** Whether Lotus treats the sector as an upgrade (SnapDeals). */
  readonly isUpgrade: boolean;
}

/** In the order of `lotus-miner info`; SnapDealsRecoverDealIDs, which it omits, is placed with the similar states. */
const TABLE: readonly (readonly [SectorState['name'], SectorState['group'], SectorStatistic, SectorColor])[] = [
  ['Proving', 'proving', 'proving', 'green'],
  ['Available', 'proving', 'proving', 'green'],
  ['UpdateActivating', 'upgrading', 'proving', 'green'],
  ['ReceiveSector', 'taking-data', 'sealing', 'magenta'],
  ['Empty', 'taking-data', 'staging', 'blue'],
  ['WaitDeals', 'taking-data', 'staging', 'blue'],
  ['AddPiece', 'taking-data', 'staging', 'blue'],
  ['SnapDealsWaitDeals', 'upgrading', 'staging', 'blue'],
  ['SnapDealsAddPiece', 'upgrading', 'staging', 'blue'],
  ['Packing', 'pre-commit', 'sealing', 'yellow'],
  ['GetTicket', 'pre-commit', 'sealing', 'yellow'],
  ['PreCommit1', 'pre-commit', 'sealing', 'yellow'],
  ['PreCommit2', 'pre-commit', 'sealing', 'yellow'],
  ['PreCommitting', 'pre-commit', 'sealing', 'yellow'],
  ['PreCommitWait', 'pre-commit', 'sealing', 'yellow'],
  ['SubmitPreCommitBatch', 'pre-commit', 'sealing', 'yellow'],
  ['PreCommitBatchWait', 'pre-commit', 'sealing', 'yellow'],
  ['WaitSeed', 'waiting-for-seed', 'sealing', 'yellow'],
  ['Committing', 'commit', 'sealing', 'yellow'],
  ['CommitFinalize', 'commit', 'sealing', 'yellow'],
  ['SubmitCommit', 'commit', 'sealing', 'yellow'],
  ['CommitWait', 'commit', 'sealing', 'yellow'],
  ['SubmitCommitAggregate', 'commit', 'sealing', 'yellow'],
  ['CommitAggregateWait', 'commit', 'sealing', 'yellow'],
  ['FinalizeSector', 'commit', 'sealing', 'yellow'],
  ['SnapDealsPacking', 'upgrading', 'sealing', 'yellow'],
  ['UpdateReplica', 'upgrading', 'sealing', 'yellow'],
  ['ProveReplicaUpdate', 'upgrading', 'sealing', 'yellow'],
  ['SubmitReplicaUpdate', 'upgrading', 'sealing', 'yellow'],
  ['ReplicaUpdateWait', 'upgrading', 'sealing', 'yellow'],
  ['WaitMutable', 'upgrading', 'sealing', 'yellow'],
  ['FinalizeReplicaUpdate', 'upgrading', 'sealing', 'yellow'],
  ['ReleaseSectorKey', 'upgrading', 'proving', 'yellow'],
  ['Terminating', 'leaving', 'proving', 'cyan'],
  ['TerminateWait', 'leaving', 'proving', 'cyan'],
  ['TerminateFinality', 'leaving', 'proving', 'cyan'],
  ['TerminateFailed', 'leaving', 'proving', 'cyan'],
  ['Removing', 'leaving', 'proving', 'cyan'],
  ['Removed', 'leaving', 'proving', 'cyan'],
  ['AbortUpgrade', 'upgrading', 'failed', 'cyan'],
  ['FailedUnrecoverable', 'failed', 'failed', 'red'],
  ['AddPieceFailed', 'failed', 'staging', 'red'],
  ['SealPreCommit1Failed', 'failed', 'failed', 'red'],
  ['SealPreCommit2Failed', 'failed', 'failed', 'red'],
  ['PreCommitFailed', 'failed', 'failed', 'red'],
  ['ComputeProofFailed', 'failed', 'failed', 'red'],
  ['RemoteCommitFailed', 'failed', 'failed', 'red'],
  ['CommitFailed', 'failed', 'failed', 'red'],
  ['CommitFinalizeFailed', 'failed', 'failed', 'red'],
  ['PackingFailed', 'failed', 'failed', 'red'],
  ['FinalizeFailed', 'failed', 'failed', 'red'],
  ['Faulty', 'failed', 'failed', 'red'],
  ['FaultReported', 'failed', 'failed', 'red'],
  ['FaultedFinal', 'failed', 'failed', 'red'],
  ['RemoveFailed', 'failed', 'failed', 'red'],
  ['DealsExpired', 'failed', 'failed', 'red'],
  ['RecoverDealIDs', 'failed', 'failed', 'red'],
  ['SnapDealsAddPieceFailed', 'failed', 'failed', 'red'],
  ['SnapDealsDealsExpired', 'failed', 'failed', 'red'],
  ['SnapDealsRecoverDealIDs', 'failed', 'failed', 'red'],
  ['ReplicaUpdateFailed', 'failed', 'failed', 'red'],
  ['ReleaseSectorKeyFailed', 'failed', 'failed', 'red'],
  ['FinalizeReplicaUpdateFailed', 'failed', 'failed', 'red'],
];

const UPGRADES: ReadonlySet<string> = new Set([
  'SnapDealsWaitDeals',
  'SnapDealsAddPiece',
  'SnapDealsPacking',
  'UpdateReplica',
  'ProveReplicaUpdate',
  'SubmitReplicaUpdate',
  'WaitMutable',
  'AbortUpgrade',
  'SnapDealsAddPieceFailed',
  'SnapDealsDealsExpired',
  'SnapDealsRecoverDealIDs',
  'ReplicaUpdateFailed',
  'ReleaseSectorKeyFailed',
  'FinalizeReplicaUpdateFailed',
]);

/** With FinalizeEarly these count as proving: only the message is missing. */
const FINALIZED_EARLY: ReadonlySet<string> = new Set([
  'SubmitCommit',
  'CommitWait',
  'SubmitCommitAggregate',
  'CommitAggregateWait',
  'SubmitReplicaUpdate',
  'ReplicaUpdateWait',
  'WaitMutable',
]);

const STATES: ReadonlyMap<string, SectorState> = new Map(
  TABLE.map(([name, group, statistic, color]) => [name, { name, group, statistic, color, isUpgrade: UPGRADES.has(name) }]),
);

/** All known states in Lotus' display order. */
export function knownSectorStates(): readonly SectorState[] {
  return [...STATES.values()];
}

/** Return the board's group of a state; `unknown` for names of other releases. A new sector has the empty state. */
export function groupOfSectorState(name: string): SealingGroup {
  return name === '' ? 'taking-data' : (STATES.get(name)?.group ?? 'unknown');
}

/** Whether the state belongs to an upgrade with data (SnapDeals), in progress or failed. */
export function isUpgradeState(name: string): boolean {
  return STATES.get(name)?.isUpgrade === true;
}

/**
 * Return Lotus' statistic of a state. As in Lotus, the empty state counts as staging and an unknown one as failed.
 * `isFinalizedEarly`: the miner's setting FinalizeEarly, with which sectors count as proving once only messages are missing.
 */
export function statisticOfSectorState(name: string, isFinalizedEarly = false): SectorStatistic {
  if (name === '') return 'staging';
  return isFinalizedEarly && FINALIZED_EARLY.has(name) ? 'proving' : (STATES.get(name)?.statistic ?? 'failed');
}

/** Count the sectors of the pipeline whose state belongs to a wanted group. */
export function countStates(sealing: Readonly<Record<string, number>>, isWanted: (group: SealingGroup) => boolean): number {
  return Object.entries(sealing).reduce((sum, [state, count]) => sum + (isWanted(groupOfSectorState(state)) ? count : 0), 0);
}

/** Count the sectors being sealed or upgraded. */
export function sealingCount(sealing: Readonly<Record<string, number>>): number {
  return countStates(sealing, (group) => group !== 'proving' && group !== 'failed' && group !== 'leaving' && group !== 'unknown');
}
