/**
 * Commands of `lotus-miner` that move a sector on or take it away. Sextant reads a storage miner and changes nothing of it: a person runs
 * them on the miner's machine. Sources: Lotus documentation/en/cli-lotus-miner.md and, for what follows each failure,
 * storage/pipeline/fsm.go (`fsmPlanners`) and states_failed.go.
 */
import { groupOfSectorState } from '../domain/sector-state.ts';

export interface SectorCommand {
  /** What it is for, in a few words. */
  readonly purpose: string;
  /** One line for a shell. */
  readonly command: string;
  /** What it does to the sector, a sentence. */
  readonly effect: string;
}

/** Where the miner's own retry of a failure begins again. */
const RETRY_FROM: ReadonlyMap<string, string> = new Map([
  ['AddPieceFailed', 'WaitDeals'],
  ['SealPreCommit1Failed', 'PreCommit1'],
  ['SealPreCommit2Failed', 'PreCommit2'],
  ['PreCommitFailed', 'PreCommitting'],
  ['ComputeProofFailed', 'Committing'],
  ['RemoteCommitFailed', 'Committing'],
  ['CommitFailed', 'Committing'],
  ['CommitFinalizeFailed', 'CommitFinalize'],
  ['FinalizeFailed', 'FinalizeSector'],
  ['SnapDealsAddPieceFailed', 'SnapDealsWaitDeals'],
  ['ReplicaUpdateFailed', 'SubmitReplicaUpdate'],
  ['FinalizeReplicaUpdateFailed', 'FinalizeReplicaUpdate'],
  ['ReleaseSectorKeyFailed', 'ReleaseSectorKey'],
]);

/** States that take the end of an upgrade. */
const ABORTABLE: ReadonlySet<string> = new Set([
  'SnapDealsWaitDeals',
  'SnapDealsAddPiece',
  'SnapDealsPacking',
  'UpdateReplica',
  'ProveReplicaUpdate',
  'WaitMutable',
  'ReplicaUpdateWait',
  'ReplicaUpdateFailed',
  'SnapDealsAddPieceFailed',
  'SnapDealsDealsExpired',
  'SnapDealsRecoverDealIDs',
]);

/** The command that begins a failed step again; undefined for a state from which nothing begins again. */
export function retryCommand(sector: { readonly number: number; readonly state: string }): string | undefined {
  const from = RETRY_FROM.get(sector.state);
  return from === undefined ? undefined : `lotus-miner sectors update-state --really-do-it ${sector.number} ${from}`;
}

/** What can be done about a sector in its state, the mildest first. */
export function sectorCommands({
  number,
  state,
  isOnChain,
}: {
  readonly number: number;
  readonly state: string;
  readonly isOnChain: boolean;
}): readonly SectorCommand[] {
  const commands: SectorCommand[] = [];
  const add = (purpose: string, command: string, effect: string): void => {
    commands.push({ purpose, command: `lotus-miner sectors ${command}`, effect });
  };
  if (state === 'WaitDeals' || state === 'SnapDealsWaitDeals') {
    add('Seal it now', `seal ${number}`, 'It waits for no more data; what is empty is filled up.');
  }
  if (state === 'SubmitPreCommitBatch')
    add('Send its batch now', 'batching precommit --publish-now', 'All that wait in the batch are sent.');
  if (state === 'SubmitCommitAggregate') add('Send its batch now', 'batching commit --publish-now', 'All that wait in the batch are sent.');
  const retry = retryCommand({ number, state });
  if (retry !== undefined) {
    commands.push({ purpose: 'Try again now', command: retry, effect: 'The miner does so by itself a minute after most failures.' });
  }
  if (ABORTABLE.has(state)) {
    add('Give up the upgrade', `abort-upgrade --really-do-it ${number}`, 'It proves as before, without the new data.');
  } else if (!isOnChain && groupOfSectorState(state) === 'failed') {
    add('Remove it', `remove --really-do-it ${number}`, 'Its files are gone, and the deposit of its pre-commit where that has landed.');
  }
  return commands;
}
