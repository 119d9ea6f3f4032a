import { isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import type { Deal } from '../deals/deal.ts';
import { canShareSector } from '../deals/deal-allocations.ts';
import { dealIdsOfSector, dealOf, unsealedDealsOf } from '../deals/market.ts';
import { PRE_COMMIT_CHALLENGE_DELAY } from '../miners/miner-methods.ts';
import type { Miner } from '../miners/miner-view.ts';
import { minerOfDraft } from '../miners/miners.ts';
import { isLiveSector, placeOfSector } from '../miners/place.ts';
import type { State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { newPipelineSector, type PipelineSector } from './pipeline-sector.ts';
import { SEALING, type Sealing } from './sealing-view.ts';

/** The miner with a storage miner API. */
export const SEALING_MINER_ID = 1000;
const MAX_LOG_ENTRIES = 40;
/** Minimum epochs before a deal's start to be added to a new sector. */
const MIN_LEAD_EPOCHS = 45;
/** How long a removed sector stays listed. */
const REMOVED_KEPT_EPOCHS = 90;

/** Sealing rate of a miner: interval of new sectors, and their maximum. */
export function sealingRhythm(minerId: number): { everyEpochs: number; most: number } {
  return minerId === SEALING_MINER_ID ? { everyEpochs: 6, most: 72 } : { everyEpochs: 90 + (minerId % 7) * 13, most: 220 };
}

/** Minimum and maximum epochs in a state that only takes time. */
const DURATIONS: Readonly<Record<string, readonly [number, number]>> = {
  WaitDeals: [3, 4],
  AddPiece: [1, 1],
  Packing: [1, 1],
  GetTicket: [1, 1],
  PreCommit1: [3, 4],
  SealPreCommit1Failed: [2, 3],
  PreCommit2: [2, 2],
  SubmitPreCommitBatch: [1, 1],
  SubmitCommitAggregate: [1, 1],
  Committing: [3, 4],
  CommitFailed: [2, 3],
  FinalizeSector: [1, 2],
  TerminateFinality: [4, 6],
  Removing: [1, 2],
};

/** Advance a miner's pipeline by one epoch and start new sectors. Stored with the state, so it survives reorgs and restarts. */
export function runPipeline(draft: StateDraft, minerId: number, epoch: number, random: SeededRandom): void {
  const before = draft.readSealing(SEALING, minerId);
  const miner = minerOfDraft(draft, minerId);
  if (before === undefined || miner === undefined) return;
  let sealing = before;
  for (const number of before.busy) {
    const sector = sealing.sectors.get(number);
    if (sector === undefined) continue;
    const next = advance({ state: draft.state, minerId, miner, sealing, epoch, random }, sector);
    if (next === sector) continue;
    const isGone = next.state === 'Removed' && epoch - next.since >= REMOVED_KEPT_EPOCHS;
    const isDone = isGone || next.state === 'Proving';
    sealing = {
      ...sealing,
      sectors: isGone ? sealing.sectors.delete(number) : sealing.sectors.set(number, next),
      busy: isDone ? sealing.busy.filter((other) => other !== number) : sealing.busy,
    };
  }
  sealing = startSector(sealing, minerId, epoch);
  sealing = retireSector(draft.state, sealing, minerId, epoch, random);
  if (sealing !== before) draft.writeSealing(SEALING, minerId, sealing);
}

function startSector(sealing: Sealing, minerId: number, epoch: number): Sealing {
  const { everyEpochs, most } = sealingRhythm(minerId);
  if ((epoch + (minerId % everyEpochs)) % everyEpochs !== 0 || sealing.sectors.count >= most + 40) return sealing;
  // Numbers are allocated when sealing starts, so a failed sector leaves a gap, as on real miners.
  const number = sealing.nextSector;
  const sector = newPipelineSector(number, 'WaitDeals', epoch, 'event;sealing.SectorStart', `{"User":{"ID":${number},"SectorType":8}}`);
  return { sectors: sealing.sectors.set(number, sector), busy: [...sealing.busy, number], nextSector: number + 1 };
}

/** Terminates the oldest sector of a full miner, and occasionally one with active deals, which slashes them. */
function retireSector(state: State, sealing: Sealing, minerId: number, epoch: number, random: SeededRandom): Sealing {
  const { everyEpochs, most } = sealingRhythm(minerId);
  if ((epoch + 2) % everyEpochs !== 0) return sealing;
  const proving = sealing.sectors.values().filter((sector) => sector.state === 'Proving');
  const isFull = proving.length > most;
  const isWhim = proving.length > 8 && random.fraction('terminate', minerId, epoch) < 0.05;
  if (!isFull && !isWhim) return sealing;
  const hasRunningDeal = (sector: PipelineSector): boolean =>
    dealIdsOfSector(state, minerId, sector.number).some((id) => (dealOf(state, id)?.proposal.endEpoch ?? 0) > epoch);
  const sector = isFull ? (proving.find((one) => !hasRunningDeal(one)) ?? proving[0]) : proving.find(hasRunningDeal);
  if (sector === undefined) return sealing;
  const next = enter(sector, 'Terminating', epoch, 'event;sealing.SectorTerminate', '{"User":{}}');
  return { ...sealing, sectors: sealing.sectors.set(sector.number, next), busy: [...sealing.busy, sector.number] };
}

/** Inputs of a sector's transition. */
interface Situation {
  readonly state: State;
  readonly minerId: number;
  readonly miner: Miner;
  readonly sealing: Sealing;
  readonly epoch: number;
  readonly random: SeededRandom;
}

/** Return the sector after this epoch; the same object if it did not change. */
function advance(situation: Situation, sector: PipelineSector): PipelineSector {
  const { minerId, miner, epoch, random } = situation;
  const key = [minerId, sector.number, sector.state, sector.retries] as const;
  const duration = DURATIONS[sector.state];
  if (duration !== undefined && epoch - sector.since < random.between(duration[0], duration[1], 'sealing-duration', ...key)) return sector;
  const step = (to: string, event: string, change: Partial<PipelineSector> = {}): PipelineSector => ({
    ...enter(sector, to, epoch, `event;sealing.${event}`, '{"User":{}}'),
    ...change,
  });
  switch (sector.state) {
    case 'WaitDeals':
      return step('AddPiece', 'SectorStartPacking', { dealIds: chooseDeals(situation) });
    case 'AddPiece':
      return step('Packing', 'SectorPieceAdded');
    case 'Packing':
      return step('GetTicket', 'SectorPacked');
    case 'GetTicket':
      return step('PreCommit1', 'SectorTicket', { ticketEpoch: epoch - 900 > 0 ? epoch - 900 : 0 });
    case 'PreCommit1':
      if (sector.retries === 0 && random.fraction('sealing-fails', minerId, sector.number) < 0.09) {
        return failed(
          sector,
          'SealPreCommit1Failed',
          epoch,
          'SectorSealPreCommit1Failed',
          'seal pre commit(1) failed: storage call error 0: insufficient space in the sealing folder',
        );
      }
      return step('PreCommit2', 'SectorPreCommit1');
    case 'SealPreCommit1Failed':
      return step('PreCommit1', 'SectorRetrySealPreCommit1', { lastError: '' });
    case 'PreCommit2':
      return step('SubmitPreCommitBatch', 'SectorPreCommit2');
    case 'SubmitPreCommitBatch':
      return step('PreCommitBatchWait', 'SectorPreCommitBatchSent');
    case 'PreCommitBatchWait':
      return miner.preCommittedSectors.has(sector.number) ? step('WaitSeed', 'SectorPreCommitLanded') : sector;
    case 'WaitSeed': {
      const seedEpoch = (miner.preCommittedSectors.get(sector.number)?.preCommitEpoch ?? epoch) + PRE_COMMIT_CHALLENGE_DELAY;
      return epoch < seedEpoch ? sector : step('Committing', 'SectorSeedReady', { seedEpoch });
    }
    case 'Committing':
      if (sector.retries === 0 && random.fraction('sealing-fails', minerId, sector.number) > 0.92) {
        return failed(
          sector,
          'CommitFailed',
          epoch,
          'SectorComputeProofFailed',
          'computing seal proof failed(2): storage call error 0: proof worker lost its connection',
        );
      }
      return step('SubmitCommitAggregate', 'SectorCommitted');
    case 'CommitFailed':
      return step('Committing', 'SectorRetryComputeProof', { lastError: '' });
    case 'SubmitCommitAggregate':
      return step('CommitAggregateWait', 'SectorCommitAggregateSent');
    case 'CommitAggregateWait':
      return miner.sectors.has(sector.number) ? step('FinalizeSector', 'SectorProving') : sector;
    case 'FinalizeSector':
      return isActive(miner, sector.number) ? step('Proving', 'SectorFinalized') : sector;
    case 'Terminating':
      return step('TerminateWait', 'SectorTerminating');
    case 'TerminateWait':
      return isLiveSector(miner, sector.number) ? sector : step('TerminateFinality', 'SectorTerminated');
    case 'TerminateFinality':
      return step('Removing', 'SectorRemove');
    case 'Removing':
      return step('Removed', 'SectorRemoved');
    case 'Removed':
      // A new object once it is due, so that the caller drops it.
      return epoch - sector.since >= REMOVED_KEPT_EPOCHS ? { ...sector } : sector;
    default:
      return sector;
  }
}

/** Whether it has its first proof: in its partition and no longer unproven. */
function isActive(miner: Miner, number: number): boolean {
  const place = placeOfSector(miner, number);
  const partition = place && miner.deadlines.value[place.deadline]?.value.partitions.get(place.partition);
  if (partition === undefined) return false;
  return ![partition.unproven, partition.faults, partition.terminated].some((away) => isInBitfield(away, number));
}

function enter(sector: PipelineSector, state: string, epoch: number, kind: string, message: string): PipelineSector {
  return { ...sector, state, since: epoch, log: [...sector.log, { kind, epoch, message, trace: '' }].slice(-MAX_LOG_ENTRIES) };
}

function failed(sector: PipelineSector, state: string, epoch: number, event: string, error: string): PipelineSector {
  const next = enter(sector, state, epoch, `event;sealing.${event}`, '{"User":{}}');
  return {
    ...next,
    retries: sector.retries + 1,
    lastError: error,
    log: next.log.with(-1, { kind: `event;sealing.${event}`, epoch, message: '{}', trace: error }),
  };
}

/** Choose published deals of the provider that are not in a sector, as many as fit. */
function chooseDeals({ state, minerId, miner, sealing, epoch }: Situation): number[] {
  const taken = new Set(sealing.busy.flatMap((number) => sealing.sectors.get(number)?.dealIds ?? []));
  const chosen: Deal[] = [];
  let room = miner.info.value.sectorSize;
  for (const deal of unsealedDealsOf(state, minerId)) {
    const { id, proposal } = deal;
    if (taken.has(id) || proposal.startEpoch < epoch + MIN_LEAD_EPOCHS || proposal.pieceSize > room || chosen.length >= 4) continue;
    if (
      !canShareSector(
        [...chosen, deal].map((one) => one.proposal),
        epoch,
      )
    )
      continue;
    chosen.push(deal);
    room -= proposal.pieceSize;
  }
  return chosen.map(({ id }) => id);
}
