/** The sectors that a read of the state has found so far, as a table for sector lists. */
import type { MinerSector } from '../../../shared/domain/actors/miner-sector.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { StatePartition } from '../../../shared/domain/state/miner-partitions.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { NodeSectorInfo } from '../../../shared/validation/node/miner-detail.ts';
import { MAX_SECTORS } from '../miners/held-table.ts';
import type { MinerPartition } from '../miners/miner-deadlines.ts';
import { SectorChunk } from '../miners/sector-chunk.ts';
import { SectorTable } from '../miners/sector-table.ts';
import { SectorPlaces } from './sector-places.ts';

export class ReadSectorTable {
  readonly table = new SectorTable();
  readonly partitions: readonly MinerPartition[];
  /** The calls that returned the rows, by their call id. */
  readonly calls = new Map<number, readonly CallRef[]>();
  /** Sectors beyond the table's capacity. */
  readonly leftOut: number;
  /** Size of the complete table. */
  readonly capacity: number;
  readonly #places: SectorPlaces;
  /** Number of sectors in the partitions, by deadline. */
  readonly #counts: ReadonlyMap<number, number>;
  readonly #chunks = new Map<number, SectorChunk>();
  #held = 0;
  #revision = 0;

  constructor(partitions: readonly StatePartition[]) {
    this.partitions = partitions.map(({ sectors: all, ...partition }) => ({ ...partition, all }));
    this.#places = new SectorPlaces(partitions);
    const counts = new Map<number, number>();
    let [capacity, leftOut] = [0, 0];
    for (const [deadline, own] of Map.groupBy(partitions, (partition) => partition.deadline)) {
      const count = Number(union(own.map(({ sectors }) => sectors)).count);
      if (capacity + count > MAX_SECTORS) {
        leftOut += count;
        continue;
      }
      capacity += count;
      counts.set(deadline, count);
    }
    this.#counts = counts;
    this.leftOut = leftOut;
    this.capacity = capacity;
  }

  /** Incremented whenever rows may have changed; 0 before any are shown. */
  get revision(): number {
    return this.#revision;
  }

  /** Add records. They are published when their number has doubled, since sorting them visits all of them. */
  add(sectors: readonly MinerSector[], calls: readonly CallRef[]): void {
    const callId = calls.at(-1)?.id ?? 0;
    for (const sector of sectors) {
      const deadline = this.#places.find(sector.sectorNumber)?.deadline;
      const chunk = deadline === undefined ? undefined : this.#chunkOf(deadline);
      if (chunk === undefined) continue;
      chunk.add(nodeSectorOf(sector), callId);
      this.#held += 1;
    }
    this.calls.set(callId, calls);
    if (this.#held >= 2 * this.table.total) this.show();
  }

  /** Allocated with the first record, so that claims of partitions alone take no memory. */
  #chunkOf(deadline: number): SectorChunk | undefined {
    const known = this.#chunks.get(deadline);
    const count = this.#counts.get(deadline);
    if (known !== undefined || count === undefined) return known;
    const chunk = new SectorChunk(deadline, count);
    this.#chunks.set(deadline, chunk);
    return chunk;
  }

  /** Publish all records. */
  show(): void {
    const byDeadline = Map.groupBy(this.partitions, ({ deadline }) => deadline);
    for (const [deadline, chunk] of this.#chunks) chunk.place(byDeadline.get(deadline) ?? []);
    this.table.set([...this.#chunks.values()].sort((left, right) => left.deadline - right.deadline));
    this.#revision += 1;
  }
}

/** Return the record in the form of StateMinerSectors. */
function nodeSectorOf(sector: MinerSector): NodeSectorInfo {
  return {
    SectorNumber: BigInt(sector.sectorNumber),
    SealProof: sector.sealProof,
    SealedCID: sector.sealedCid,
    DealIDs: (sector.dealIds ?? []).map(BigInt),
    Activation: sector.activation,
    Expiration: sector.expiration,
    PowerBaseEpoch: sector.powerBaseEpoch,
    DealWeight: sector.dealWeight,
    VerifiedDealWeight: sector.verifiedDealWeight,
    InitialPledge: sector.initialPledge,
    SectorKeyCID: sector.sectorKeyCid,
    Flags: sector.flags,
    DailyFee: sector.dailyFee,
  };
}
