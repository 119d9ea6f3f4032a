/**
 * Sealing states of `lotus-miner`: where the board puts them, how Lotus counts them, and in what order and color its own
 * command line lists them. Sources: Lotus `storage/pipeline/sector_state.go` (`toStatState`, `IsUpgradeState`) and
 * `cli/spcli/statemeta.go` (`StateList`). Other releases have other states: an unknown name is kept and shown, never dropped.
 */
import type { SealingGroup } from '../ipc/schemas/sealing.ts';

/** How Lotus counts a state when it limits the sectors at work. */
export type SectorStatistic = 'staging' | 'sealing' | 'proving' | 'failed';
/** Colors of Lotus' command line: green is proved, blue waits for data, yellow is at work, cyan leaves, red needs somebody, magenta is imported. */
export type SectorColor = 'green' | 'magenta' | 'blue' | 'yellow' | 'cyan' | 'red';

/** What is known of one state of `lotus-miner`. */
export interface SectorState {
  readonly name: string;
  /** Column of the sealing board. Unlike Lotus' statistic it tells waiting from work, and shows every error as one. */
  readonly group: Exclude<SealingGroup, 'unknown'>;
  /** Lotus' own count, as it is without FinalizeEarly. */
  readonly statistic: SectorStatistic;
  /** Color of `lotus-miner info`. */
  readonly color: SectorColor;
  /** Lotus takes the sector for one that is being upgraded (SnapDeals). */
  readonly isUpgrade: boolean;
}

/** In the order of `lotus-miner info`; the one state it forgets (SnapDealsRecoverDealIDs) stands with its like. */
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

/** With FinalizeEarly these count as proving: everything but the message has been done. */
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

/** Every known state in Lotus' display order. */
export function knownSectorStates(): readonly SectorState[] {
  return [...STATES.values()];
}

/** The board's group of a state name; `unknown` for names of other releases. A sector that has just been made has the empty state. */
export function groupOfSectorState(name: string): SealingGroup {
  return name === '' ? 'taking-data' : (STATES.get(name)?.group ?? 'unknown');
}

/** Whether a sector in this state is having its data exchanged, or failed in it. */
export function isUpgradeState(name: string): boolean {
  return STATES.get(name)?.isUpgrade === true;
}

/**
 * Lotus' own count of a state. Like Lotus it takes the empty state for staging and every unknown one for failed.
 * `isFinalizedEarly`: the miner's setting FinalizeEarly, which counts sectors as proving once only messages are missing.
 */
export function statisticOfSectorState(name: string, isFinalizedEarly = false): SectorStatistic {
  if (name === '') return 'staging';
  return isFinalizedEarly && FINALIZED_EARLY.has(name) ? 'proving' : (STATES.get(name)?.statistic ?? 'failed');
}
