/**
 * Reads deadlines, partitions and sectors of one miner from its state. The sectors go into the same kind of table as those of
 * StateMinerSectors.
 */
import { qualityAdjustedPower } from '../../../shared/domain/actors/miner-power.ts';
import type { MinerSector } from '../../../shared/domain/actors/miner-sector.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Bitfield, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { Amt } from '../../../shared/domain/ipld/amt.ts';
import type { Walk } from '../../../shared/domain/ipld/walk.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import { openSectors, type StateMiner } from '../../../shared/domain/state/miner.ts';
import { openDeadlineAt, readDeadlines, readPartitions, type StatePartition } from '../../../shared/domain/state/miner-partitions.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerStateRead } from '../../../shared/ipc/schemas/state-read.ts';
import { deadlineMap } from '../miners/deadline-map.ts';
import { countsOf } from '../miners/miner-deadlines.ts';
import type { BlockReader } from './block-reader.ts';
import { type NumberChunk, numberChunks } from './number-chunks.ts';
import { ReadSectorTable } from './read-sector-table.ts';
import { partitionRow, type TimeMsOf } from './state-rows.ts';

const PARTITION_ROWS = 2000;
/** Sector numbers per round: their blocks are read together and decoded in one turn, which must stay short. */
const NUMBERS_PER_ROUND = 4096;
/** More than any miner has; protects against a made-up state. */
const MAX_SECTORS = 20_000_000n;

export interface SectorsContext {
  /** The miner's address, for errors. */
  readonly name: string;
  readonly miner: StateMiner;
  /** The call that returned the miner's state block. */
  readonly stateCall: CallRef;
  readonly sectorSize: bigint;
  /** Epoch of the pinned tipset. */
  readonly height: number;
  readonly timeMsOf: TimeMsOf;
  readonly reader: BlockReader;
}

/** @throws SextantError as `BlockReader.walk` */
export async function readMinerSectors(context: SectorsContext, signal: AbortSignal) {
  const { name, miner, stateCall, reader, height, timeMsOf } = context;
  const { value: partitions, calls } = await reader.walk(`the deadlines and partitions of ${name}`, readPlaces(miner), signal);
  const all = union(partitions.map(({ sectors }) => sectors));
  if (all.count > MAX_SECTORS || (all.ranges.at(-1)?.end ?? 0n) > Number.MAX_SAFE_INTEGER) {
    throw new SextantError('endpoint-bad-reply', `The partitions of ${name} have ${all.count} sectors, more than any miner has.`);
  }
  const byDeadline = Map.groupBy(partitions, ({ deadline }) => deadline);
  const counts = Array.from({ length: EPOCHS.deadlinesPerPeriod }, (_, index) => countsOf(byDeadline.get(index) ?? []));
  const { periodStart, index } = openDeadlineAt(miner, height);
  const period = {
    PeriodStart: periodStart,
    Index: index,
    WPoStPeriodDeadlines: EPOCHS.deadlinesPerPeriod,
    WPoStChallengeWindow: EPOCHS.deadlineWindow,
  };
  const sum = (key: 'live' | 'active' | 'faulty') => counts.reduce((total, count) => total + count[key], 0);
  const parts = {
    deadlines: {
      value: { periodStart, currentIndex: index, deadlines: deadlineMap(period, counts, timeMsOf) },
      calls: [stateCall, ...calls],
    },
    partitions: { value: { total: partitions.length, rows: partitions.slice(0, PARTITION_ROWS).map(partitionRow) }, calls },
    sectors: { value: { live: sum('live'), active: sum('active'), faulty: sum('faulty') }, calls },
  } satisfies Partial<MinerStateRead>;
  return { parts, sectors: new MinerSectorsRead(context, partitions, all, periodStart) };
}

export class MinerSectorsRead {
  readonly table: ReadSectorTable;
  readonly periodStart: number;
  readonly #context: SectorsContext;
  readonly #all: Bitfield;
  /** Totals for the numbers before `next`. */
  readonly #sums = { next: 0, sectors: 0, initialPledge: 0n, dailyFee: 0n, qualityAdjusted: 0n };

  constructor(context: SectorsContext, partitions: readonly StatePartition[], all: Bitfield, periodStart: number) {
    this.table = new ReadSectorTable(partitions);
    this.periodStart = periodStart;
    this.#context = context;
    this.#all = all;
  }

  /** Read every sector once into the table; a stopped read resumes where it stopped. */
  async sums(signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<NonNullable<MinerStateRead['sectorSums']>> {
    const { miner, reader, name } = this.#context;
    const part = `the sectors of ${name}`;
    const total = Number(this.#all.count);
    const sums = this.#sums;
    const { value: sectors, calls } = await reader.walk(part, openSectors(miner), signal);
    for (const chunk of numberChunks(this.#all, NUMBERS_PER_ROUND)) {
      if (chunk.before <= sums.next) continue;
      const { value, calls: ofChunk } = await reader.walk(part, this.#sumOf(sectors, chunk), signal);
      sums.sectors += value.found.length;
      sums.initialPledge += value.initialPledge;
      sums.dailyFee += value.dailyFee;
      sums.qualityAdjusted += value.qualityAdjusted;
      sums.next = chunk.before;
      this.table.add(value.found, ofChunk.length === 0 ? calls : ofChunk);
      onProgress(sums.sectors, total);
    }
    return {
      value: {
        sectors: sums.sectors,
        initialPledge: sums.initialPledge.toString(),
        dailyFee: sums.dailyFee.toString(),
        qualityAdjusted: sums.qualityAdjusted.toString(),
      },
      calls,
    };
  }

  *#sumOf(all: Amt<MinerSector>, { count, ...range }: NumberChunk) {
    const found: MinerSector[] = [];
    let [initialPledge, dailyFee, qualityAdjusted] = [0n, 0n, 0n];
    for (const [number, sector] of yield* all.entries(range)) {
      if (!isInBitfield(this.#all, number)) continue;
      found.push(sector);
      initialPledge += sector.initialPledge;
      dailyFee += sector.dailyFee ?? 0n;
      qualityAdjusted += qualityAdjustedPower(this.#context.sectorSize, sector);
    }
    // A sector is removed from the array together with its partition entry, when the partition is compacted.
    if (found.length !== count) throw damaged(`Only ${found.length} of ${count} sectors from number ${range.from} on exist`);
    return { found, initialPledge, dailyFee, qualityAdjusted };
  }
}

function damaged(what: string): DomainError {
  return new DomainError('state-tree', `${what}: the state is damaged.`);
}

/** Read the partitions, and how many of each deadline were proven in its window. */
function* readPlaces(miner: StateMiner): Walk<readonly StatePartition[]> {
  return yield* readPartitions(miner, yield* readDeadlines(miner));
}
