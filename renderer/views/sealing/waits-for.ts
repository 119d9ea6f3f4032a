/** What a sector waits for, in a few words. */
import type { SealingBoard, SealingMessage, SectorStanding } from '../../../shared/ipc/schemas/sealing.ts';
import { explainSealingFailure, wordsOfFailedState } from '../../../shared/sealing/sealing-failure.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { type BoardSector, isInPipeline, type TimedSector } from './sealing-lanes.ts';

export interface WaitingFacts {
  readonly pastMs: SealingBoard['pastMs'];
  readonly wholeMedianMs: number | undefined;
  /** Epoch that the board is of. */
  readonly height: number | undefined;
  /** Sectors by state, to know how full a batch is. */
  readonly inState: ReadonlyMap<string, number>;
}

export function waitsFor(entry: TimedSector, facts: WaitingFacts): string {
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

function stateWords(sector: BoardSector, { height, inState, wholeMedianMs }: WaitingFacts): string {
  const { state, worker, message } = sector;
  if (worker !== undefined && !worker.isRunning && isInPipeline(sector)) return 'A free worker: its job is in the queue';
  switch (state) {
    case 'Empty':
    case 'WaitDeals':
    case 'SnapDealsWaitDeals':
      return 'More data, or the end of WaitDealsDelay';
    case 'AddPiece':
    case 'SnapDealsAddPiece':
      return 'Data is being written into it';
    case 'Packing':
    case 'SnapDealsPacking':
      return 'It is being filled up';
    case 'GetTicket':
      return 'A ticket from the chain';
    case 'PreCommit1':
    case 'PreCommit2':
      return 'Its replica is being made';
    case 'SubmitPreCommitBatch':
    case 'SubmitCommitAggregate':
      return batchWords(inState.get(state) ?? 1);
    case 'PreCommitting':
    case 'SubmitCommit':
    case 'SubmitReplicaUpdate':
      return 'Its message is being sent';
    case 'PreCommitBatchWait':
    case 'PreCommitWait':
    case 'CommitAggregateWait':
    case 'CommitWait':
    case 'ReplicaUpdateWait':
      return messageWords(message);
    case 'WaitSeed':
    case 'Waits for its seed':
      return seedWords(sector, height);
    case 'Committing':
    case 'ProveReplicaUpdate':
      return 'Its proof is being made';
    case 'CommitFinalize':
    case 'FinalizeReplicaUpdate':
      return 'Its files are being moved to storage';
    case 'FinalizeSector':
      return sector.isActive ? 'Its files are being moved to storage' : 'Files are moved; the first proof of its deadline';
    case 'UpdateReplica':
      return 'Proves as before while it is upgraded';
    case 'WaitMutable':
      return 'Its deadline to close: it cannot be changed while it is proven';
    case 'UpdateActivating':
      return 'The upgrade to be final';
    case 'ReleaseSectorKey':
      return 'Files from before the upgrade are removed';
    case 'AbortUpgrade':
      return 'The upgrade is given up; it proves as before';
    case 'Terminating':
    case 'TerminateWait':
      return 'Its termination to be executed';
    case 'TerminateFinality':
      return 'Its termination to be final';
    case 'Removing':
      return 'Its files are being removed';
    case 'Waits for its proof':
      return 'The seed is known; its proof has not landed';
    case 'Waits for its first proof':
      return placeWords(sector, 'First proof due in');
    case 'Recovering':
      return placeWords(sector, 'Proven again in');
    case 'Ends soon':
      return 'To be extended, or its end';
    case 'Proving':
    case 'Available':
      return provingWords(sector, wholeMedianMs);
    default:
      return sector.group === 'unknown' ? 'Not known: a state of another release' : '';
  }
}

function batchWords(count: number): string {
  return count === 1 ? 'Its batch to fill (1 sector so far)' : `Its batch to fill (${formatInteger(count)} sectors so far)`;
}

function seedWords({ seedEpoch, preCommitEpoch }: BoardSector, height: number | undefined): string {
  if (seedEpoch === undefined) return 'Its pre-commit is not on chain yet';
  if (height === undefined) return `The seed of epoch ${formatInteger(seedEpoch)}`;
  const left = seedEpoch - height;
  if (left <= 0) return 'The seed is known; the proof comes next';
  return `${formatCount(left, 'more epoch')} until the seed${preCommitEpoch === undefined ? '' : `, of ${formatInteger(seedEpoch)}`}`;
}

const MESSAGE_NAMES: Readonly<Record<SealingMessage['purpose'], string>> = {
  'pre-commit': 'Pre-commit message',
  commit: 'Commit message',
  update: 'Upgrade message',
};

/** What became of the message that a sector waits for. */
export function messageWords(message: SealingMessage | undefined): string {
  if (message === undefined) return 'Its message to be executed';
  const name = MESSAGE_NAMES[message.purpose];
  const { status, executedEpoch, exitCode, feeCap, baseFee } = message;
  if (status === 'executed') return `${name} executed in ${formatInteger(executedEpoch ?? 0)}; the miner waits for finality`;
  if (status === 'failed') return `${name} failed with exit code ${exitCode ?? '?'} in ${formatInteger(executedEpoch ?? 0)}`;
  if (status === 'unknown') return `${name} to be executed`;
  if (feeCap !== undefined && baseFee !== undefined && BigInt(feeCap) < BigInt(baseFee)) {
    return `${name} is not on chain: its fee cap is below the base fee`;
  }
  return `${name} is not on chain yet`;
}

function placeWords({ place }: BoardSector, words: string): string {
  return place === undefined ? `${words} its deadline` : `${words} deadline ${place.deadline}`;
}

const STANDING_WORDS: Readonly<Record<SectorStanding, string>> = {
  active: '',
  unproven: 'The first proof of its deadline',
  faulty: 'A declared recovery: it is faulty',
  recovering: 'The next proof of its deadline: recovery is declared',
  ended: 'Nothing: it was terminated or has expired',
};

function provingWords(
  { isActive, isOnChain, standing, startedMs, enteredStateMs }: BoardSector,
  wholeMedianMs: number | undefined,
): string {
  // Whatever the storage miner has as proving was on chain.
  if (!isActive && !isOnChain) return STANDING_WORDS.ended;
  if (!isActive) return standing === undefined ? 'The next proof of its deadline' : STANDING_WORDS[standing];
  if (startedMs === undefined || enteredStateMs === undefined || enteredStateMs <= startedMs) return '';
  const median = wholeMedianMs === undefined ? '' : `, median ${formatDuration(wholeMedianMs)}`;
  return `Sealed in ${formatDuration(enteredStateMs - startedMs)}${median}`;
}
