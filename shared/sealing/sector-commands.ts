/**
 * `lotus-miner` commands that advance, retry or remove a sector. Sextant only reads a storage miner; the user runs them on the miner's
 * machine. Sources: Lotus documentation/en/cli-lotus-miner.md and, for the state after a failure, storage/pipeline/fsm.go (`fsmPlanners`)
 * and states_failed.go.
 */
import { groupOfSectorState } from '../domain/sectors/sector-state.ts';

export interface SectorCommand {
  /** Short title. */
  readonly purpose: string;
  /** One shell line. */
  readonly command: string;
  /** One sentence on the effect. */
  readonly effect: string;
}

/** The state from which the miner retries after a failure. */
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

/** States in which an upgrade can be aborted. */
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

/** The command that retries a failed step; undefined for states without a retry. */
export function retryCommand(sector: { readonly number: number; readonly state: string }): string | undefined {
  const from = RETRY_FROM.get(sector.state);
  return from === undefined ? undefined : `lotus-miner sectors update-state --really-do-it ${sector.number} ${from}`;
}

/** Commands for a sector in its state, the least drastic first. */
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
    add('Seal now', `seal ${number}`, 'Stops waiting for data and pads the free space.');
  }
  if (state === 'SubmitPreCommitBatch') add('Send batch now', 'batching precommit --publish-now', 'Sends all sectors in the batch.');
  if (state === 'SubmitCommitAggregate') add('Send batch now', 'batching commit --publish-now', 'Sends all sectors in the batch.');
  const retry = retryCommand({ number, state });
  if (retry !== undefined) {
    commands.push({ purpose: 'Retry now', command: retry, effect: 'After most failures the miner retries after one minute.' });
  }
  if (ABORTABLE.has(state)) {
    add('Abort upgrade', `abort-upgrade --really-do-it ${number}`, 'The sector keeps proving, without the new data.');
  } else if (!isOnChain && groupOfSectorState(state) === 'failed') {
    add('Remove sector', `remove --really-do-it ${number}`, 'Deletes its files. If its pre-commit is on chain, the deposit is lost.');
  }
  return commands;
}
