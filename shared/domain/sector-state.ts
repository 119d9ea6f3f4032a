/** Sealing states of lotus-miner and the groups of the sealing board (protocol.md 10). Unknown names are kept, never dropped. */
import type { SealingGroup } from '../ipc/schemas/providers.ts';

const STATES: Readonly<Record<Exclude<SealingGroup, 'unknown'>, readonly string[]>> = {
  'taking-data': ['Empty', 'WaitDeals', 'AddPiece', 'ReceiveSector'],
  'pre-commit': [
    'Packing',
    'GetTicket',
    'PreCommit1',
    'PreCommit2',
    'PreCommitting',
    'SubmitPreCommitBatch',
    'PreCommitBatchWait',
    'PreCommitWait',
  ],
  'waiting-for-seed': ['WaitSeed'],
  commit: ['Committing', 'CommitFinalize', 'SubmitCommit', 'SubmitCommitAggregate', 'CommitWait', 'CommitAggregateWait', 'FinalizeSector'],
  upgrading: [
    'SnapDealsWaitDeals',
    'SnapDealsAddPiece',
    'SnapDealsPacking',
    'UpdateReplica',
    'ProveReplicaUpdate',
    'FinalizeReplicaUpdate',
    'SubmitReplicaUpdate',
    'WaitMutable',
    'ReplicaUpdateWait',
    'UpdateActivating',
    'ReleaseSectorKey',
    'AbortUpgrade',
  ],
  proving: ['Proving', 'Available'],
  leaving: ['Terminating', 'TerminateWait', 'TerminateFinality', 'TerminateFailed', 'Removing', 'Removed'],
  failed: [
    'FailedUnrecoverable',
    'AddPieceFailed',
    'SealPreCommit1Failed',
    'SealPreCommit2Failed',
    'PreCommitFailed',
    'ComputeProofFailed',
    'RemoteCommitFailed',
    'CommitFailed',
    'CommitFinalizeFailed',
    'PackingFailed',
    'FinalizeFailed',
    'DealsExpired',
    'RecoverDealIDs',
    'SnapDealsAddPieceFailed',
    'SnapDealsDealsExpired',
    'SnapDealsRecoverDealIDs',
    'ReplicaUpdateFailed',
    'ReleaseSectorKeyFailed',
    'FinalizeReplicaUpdateFailed',
    'RemoveFailed',
    'Faulty',
    'FaultReported',
    'FaultedFinal',
  ],
};

const GROUP_OF: ReadonlyMap<string, SealingGroup> = new Map(
  (Object.keys(STATES) as (keyof typeof STATES)[]).flatMap((group) => STATES[group].map((state) => [state, group] as const)),
);

/** The board's group of a state name; `unknown` for names of other versions. A sector that has just been made has the empty state. */
export function groupOfSectorState(state: string): SealingGroup {
  return state === '' ? 'taking-data' : (GROUP_OF.get(state) ?? 'unknown');
}

/** Every known state name, in pipeline order within its group. */
export function knownSectorStates(): readonly string[] {
  return [...GROUP_OF.keys()];
}
