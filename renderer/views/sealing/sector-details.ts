/** What happens to a sector now, in a few words. */
import type { SealingBoard, SealingMessage, SectorStanding } from '../../../shared/ipc/schemas/sealing.ts';
import { explainSealingFailure, wordsOfFailedState } from '../../../shared/sealing/sealing-failure.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { type BoardSector, isInPipeline, type TimedSector } from './sealing-lanes.ts';

export interface DetailFacts {
  readonly pastMs: SealingBoard['pastMs'];
  readonly wholeMedianMs: number | undefined;
  /** Epoch of the board. */
  readonly height: number | undefined;
  /** Number of sectors by state, for the size of a batch. */
  readonly inState: ReadonlyMap<string, number>;
}

export function sectorDetails(entry: TimedSector, facts: DetailFacts): string {
  const { sector, elapsedMs, pace } = entry;
  if (sector.group === 'failed') return failureWords(sector);
  const words = stateWords(sector, facts);
  const past = facts.pastMs[sector.state] ?? [];
  if ((pace !== 'slow' && pace !== 'late') || elapsedMs === undefined || past.length === 0) return words;
  const slowerThan = past.filter((tookMs) => tookMs < elapsedMs).length;
  return `${words}, slower than ${formatInteger(slowerThan)} of the last ${formatInteger(past.length)}`;
}

function failureWords({ state, lastError, failures }: BoardSector): string {
  const known = lastError === undefined ? undefined : explainSealingFailure(lastError);
  const reason = known?.reason ?? wordsOfFailedState(state);
  return failures === undefined ? reason : `${reason} (${formatInteger(failures)} tries)`;
}

function stateWords(sector: BoardSector, { height, inState, wholeMedianMs }: DetailFacts): string {
  const { state, worker, message } = sector;
  if (worker !== undefined && !worker.isRunning && isInPipeline(sector)) return 'Queued for a worker';
  switch (state) {
    case 'Empty':
    case 'WaitDeals':
    case 'SnapDealsWaitDeals':
      return 'Waiting for more data or WaitDealsDelay';
    case 'AddPiece':
    case 'SnapDealsAddPiece':
      return 'Writing data';
    case 'Packing':
    case 'SnapDealsPacking':
      return 'Padding free space';
    case 'GetTicket':
      return 'Waiting for a ticket';
    case 'PreCommit1':
    case 'PreCommit2':
      return 'Computing the replica';
    case 'SubmitPreCommitBatch':
    case 'SubmitCommitAggregate':
      return batchWords(inState.get(state) ?? 1);
    case 'PreCommitting':
    case 'SubmitCommit':
    case 'SubmitReplicaUpdate':
      return 'Sending its message';
    case 'PreCommitBatchWait':
    case 'PreCommitWait':
    case 'CommitAggregateWait':
    case 'CommitWait':
    case 'ReplicaUpdateWait':
      return messageWords(message);
    case 'WaitSeed':
    case 'Waiting for seed':
      return seedWords(sector, height);
    case 'Committing':
    case 'ProveReplicaUpdate':
      return 'Computing the proof';
    case 'CommitFinalize':
    case 'FinalizeReplicaUpdate':
      return 'Moving files to storage';
    case 'FinalizeSector':
      return sector.isActive ? 'Moving files to storage' : 'Moving files to storage; waiting for first proof';
    case 'UpdateReplica':
      return 'Upgrading the replica; still proving';
    case 'WaitMutable':
      return 'Waiting for its deadline to close';
    case 'UpdateActivating':
      return 'Waiting for the upgrade to be final';
    case 'ReleaseSectorKey':
      return 'Removing files of the old replica';
    case 'AbortUpgrade':
      return 'Aborting the upgrade; still proving';
    case 'Terminating':
    case 'TerminateWait':
      return 'Waiting for its termination';
    case 'TerminateFinality':
      return 'Waiting for its termination to be final';
    case 'Removing':
      return 'Removing files';
    case 'Waiting for proof':
      return 'Seed available; proof not on chain';
    case 'Waiting for first proof':
      return placeWords(sector, 'First proof due in');
    case 'Recovering':
      return placeWords(sector, 'Next proof due in');
    case 'Expires soon':
      return 'Extend it or let it expire';
    case 'Proving':
    case 'Available':
      return provingWords(sector, wholeMedianMs);
    default:
      return sector.group === 'unknown' ? 'Unknown state, of another Lotus release' : '';
  }
}

function batchWords(count: number): string {
  return `Waiting for its batch to fill (${formatCount(count, 'sector')} so far)`;
}

function seedWords({ seedEpoch, preCommitEpoch }: BoardSector, height: number | undefined): string {
  if (seedEpoch === undefined) return 'Pre-commit not on chain yet';
  if (height === undefined) return `Waiting for the seed of epoch ${formatInteger(seedEpoch)}`;
  const left = seedEpoch - height;
  if (left <= 0) return 'Seed available; proof next';
  return `Seed in ${formatCount(left, 'epoch')}${preCommitEpoch === undefined ? '' : `, at ${formatInteger(seedEpoch)}`}`;
}

const MESSAGE_NAMES: Readonly<Record<SealingMessage['purpose'], string>> = {
  'pre-commit': 'Pre-commit message',
  commit: 'Commit message',
  update: 'Upgrade message',
};

/** Status of the message that a sector waits for. */
export function messageWords(message: SealingMessage | undefined): string {
  if (message === undefined) return 'Waiting for its message';
  const name = MESSAGE_NAMES[message.purpose];
  const { status, executedEpoch, exitCode, feeCap, baseFee } = message;
  if (status === 'executed') return `${name} executed at ${formatInteger(executedEpoch ?? 0)}; waiting for finality`;
  if (status === 'failed') return `${name} failed with exit code ${exitCode ?? '?'} at ${formatInteger(executedEpoch ?? 0)}`;
  if (status === 'unknown') return `${name}: status unknown`;
  if (feeCap !== undefined && baseFee !== undefined && BigInt(feeCap) < BigInt(baseFee)) {
    return `${name} not on chain: fee cap below base fee`;
  }
  return `${name} not on chain yet`;
}

function placeWords({ place }: BoardSector, words: string): string {
  return place === undefined ? `${words} its deadline` : `${words} deadline ${place.deadline}`;
}

const STANDING_WORDS: Readonly<Record<SectorStanding, string>> = {
  active: '',
  unproven: 'Waiting for first proof',
  faulty: 'Faulty: recovery not declared',
  recovering: 'Recovery declared; waiting for next proof',
  ended: 'Terminated or expired',
};

function provingWords(
  { isActive, isOnChain, standing, startedMs, enteredStateMs }: BoardSector,
  wholeMedianMs: number | undefined,
): string {
  // A sector that the storage miner reports as proving was on chain before.
  if (!isActive && !isOnChain) return STANDING_WORDS.ended;
  if (!isActive) return standing === undefined ? 'Waiting for next proof' : STANDING_WORDS[standing];
  if (startedMs === undefined || enteredStateMs === undefined || enteredStateMs <= startedMs) return '';
  const median = wholeMedianMs === undefined ? '' : `, median ${formatDuration(wholeMedianMs)}`;
  return `Sealed in ${formatDuration(enteredStateMs - startedMs)}${median}`;
}
