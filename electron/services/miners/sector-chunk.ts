/**
 * The sectors of one deadline in columns: about 120 bytes each, so that a hundred thousand take twelve megabytes and are searched quickly.
 * Partition data is overwritten when it changes; the records stay.
 */
import { type SectorQuality, sectorQuality } from '../../../shared/domain/actors/miner-power.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { sealProofType } from '../../../shared/domain/sectors/proof-type.ts';
import { SECTOR_STATES, type SectorStateWord } from '../../../shared/filter/sector-filter.ts';
import type { NodeSectorInfo } from '../../../shared/validation/node/miner-detail.ts';
import { AmountColumn } from './amount-column.ts';
import { CidColumn } from './cid-column.ts';
import type { MinerPartition } from './miner-deadlines.ts';
import { weightedBytes } from './weighted-bytes.ts';

/** In the order of `SECTOR_STATES`: the column of states has indexes of that list. */
const [ACTIVE, FAULTY, RECOVERING, UNPROVEN, TERMINATED] = [0, 1, 2, 3, 4] as const;

export class SectorChunk {
  readonly deadline: number;
  readonly capacity: number;
  readonly numbers: Float64Array;
  readonly activations: Float64Array;
  readonly expirations: Float64Array;
  readonly powers: Float64Array;
  /** Quality multiplier, in times its size. */
  readonly qualities: Float64Array;
  /** 1 if the quality comes from the full-power flag, 0 if from verified deals. */
  readonly fullFlags: Uint8Array;
  readonly data: Float64Array;
  readonly partitions: Uint32Array;
  readonly states: Uint8Array;
  readonly upgrades: Uint8Array;
  /** Call that returned the record. */
  readonly callIds: Float64Array;
  readonly pledges: AmountColumn;
  readonly fees: AmountColumn;
  readonly cids: CidColumn;
  readonly deals = new Map<number, readonly bigint[]>();
  count = 0;

  constructor(deadline: number, capacity: number) {
    this.deadline = deadline;
    this.capacity = capacity;
    const numbers = () => new Float64Array(capacity);
    this.numbers = numbers();
    this.activations = numbers();
    this.expirations = numbers();
    this.powers = numbers();
    this.qualities = numbers();
    this.fullFlags = new Uint8Array(capacity);
    this.data = numbers();
    this.partitions = new Uint32Array(capacity);
    this.states = new Uint8Array(capacity);
    this.upgrades = new Uint8Array(capacity);
    this.callIds = numbers();
    this.pledges = new AmountColumn(capacity);
    this.fees = new AmountColumn(capacity);
    this.cids = new CidColumn(capacity);
  }

  add(sector: NodeSectorInfo, callId: number): void {
    if (this.count >= this.capacity) throw new RangeError('More sectors than requested.');
    const index = this.count;
    const measured = measuresOf(sector);
    this.numbers[index] = Number(sector.SectorNumber);
    this.activations[index] = sector.Activation;
    this.expirations[index] = sector.Expiration;
    this.powers[index] = exactNumber(measured.qualityAdjusted ?? 0n);
    this.qualities[index] = measured.quality ?? 0;
    this.fullFlags[index] = measured.isFullByRule ? 1 : 0;
    this.data[index] = exactNumber((measured.verifiedBytes ?? 0n) + (measured.unverifiedBytes ?? 0n));
    this.callIds[index] = callId;
    this.upgrades[index] = hasLink(sector.SectorKeyCID) ? 1 : 0;
    this.pledges.set(index, sector.InitialPledge);
    this.fees.set(index, sector.DailyFee ?? 0n);
    this.cids.set(index, sector.SealedCID);
    if (sector.DealIDs.length > 0) this.deals.set(index, sector.DealIDs);
    this.count += 1;
  }

  /** Write the partition data of the sectors. */
  place(partitions: readonly MinerPartition[]): void {
    const byNumber = new Map<number, number>();
    for (let index = 0; index < this.count; index += 1) byNumber.set(this.numbers[index] ?? 0, index);
    const sorted = this.numbers.slice(0, this.count).sort();
    const mark = (set: Bitfield, write: (index: number) => void): void => {
      let at = 0;
      for (const range of set.ranges) {
        const [start, end] = [Number(range.start), Number(range.end)];
        at = firstAtLeast(sorted, start, at);
        for (; at < sorted.length && (sorted[at] ?? 0) < end; at += 1) {
          const index = byNumber.get(sorted[at] ?? 0);
          if (index !== undefined) write(index);
        }
      }
    };
    for (const { partition, all, live, active, faulty, recovering } of partitions) {
      const state = (set: Bitfield, value: number): void =>
        mark(set, (index) => {
          this.states[index] = value;
        });
      mark(all, (index) => {
        this.partitions[index] = partition;
        this.states[index] = TERMINATED;
      });
      state(live, UNPROVEN);
      state(active, ACTIVE);
      state(faulty, FAULTY);
      state(recovering, RECOVERING);
    }
  }

  stateAt(index: number): SectorStateWord {
    return SECTOR_STATES[this.states[index] ?? TERMINATED] ?? 'terminated';
  }

  isLive(index: number): boolean {
    return this.states[index] !== TERMINATED;
  }
}

/** Figures derived from the record of a sector; absent for a record that no honest state contains. */
export function measuresOf(sector: NodeSectorInfo) {
  const { Activation, Expiration, SealProof } = sector;
  const from = sector.PowerBaseEpoch ?? Activation;
  const verifiedDealWeight = sector.VerifiedDealWeight ?? 0n;
  const sectorSizeBytes = sealProofType(SealProof)?.sectorSizeBytes;
  const counted = sectorSizeBytes === undefined ? undefined : countedAs(BigInt(sectorSizeBytes), sector, from);
  return {
    sectorSizeBytes,
    verifiedBytes: weightedBytes(verifiedDealWeight, from, Expiration),
    unverifiedBytes: weightedBytes(sector.DealWeight ?? 0n, from, Expiration),
    qualityAdjusted: counted?.qualityAdjusted,
    quality: counted === undefined || sectorSizeBytes === undefined ? undefined : qualityOf(counted.qualityAdjusted, sectorSizeBytes),
    isFullByRule: counted?.isFullByRule === true,
  };
}

/** Return the quality multiplier of a sector: 1 to 10. */
function qualityOf(qualityAdjusted: bigint, sectorSizeBytes: number): number {
  return Number(qualityAdjusted) / sectorSizeBytes;
}

function countedAs(
  size: bigint,
  { Activation, Expiration, VerifiedDealWeight, Flags }: NodeSectorInfo,
  from: number,
): SectorQuality | undefined {
  try {
    return sectorQuality(size, {
      activation: Activation,
      powerBaseEpoch: from,
      expiration: Expiration,
      verifiedDealWeight: VerifiedDealWeight ?? 0n,
      flags: Flags ?? 0,
    });
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Limit for made-up values of a node, so that they are safe integers; real sectors are far smaller. */
function exactNumber(bytes: bigint): number {
  const number = Number(bytes);
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number));
}

function hasLink(link: Cid | null | undefined): boolean {
  return link !== undefined && link !== null;
}

/** Return the first index from `from` on whose value is not less. */
function firstAtLeast(sorted: Float64Array, minimum: number, from: number): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < minimum) low = middle + 1;
    else high = middle;
  }
  return low;
}
