/** Where the sectors of a miner stand, and which of them pass a filter. Pure. */
import type { Bitfield } from '../../../shared/domain/bitfield.ts';
import { difference, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { StatePartition } from '../../../shared/domain/state/miner-partitions.ts';
import type { StateSectorFilter } from '../../../shared/ipc/schemas/state-read.ts';

export class SectorPlaces {
  readonly #partitions: readonly StatePartition[];
  /** Runs of numbers in ascending order, each with its partition. */
  readonly #runs: readonly { readonly start: bigint; readonly end: bigint; readonly partition: StatePartition }[];

  constructor(partitions: readonly StatePartition[]) {
    this.#partitions = partitions;
    this.#runs = partitions
      .flatMap((partition) => partition.sectors.ranges.map((range) => ({ ...range, partition })))
      .sort((left, right) => (left.start < right.start ? -1 : left.start > right.start ? 1 : 0));
  }

  /** The partition of a sector; undefined where it is in none. */
  find(number: number): StatePartition | undefined {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.start ?? 0n) <= number) low = middle + 1;
      else high = middle;
    }
    const run = this.#runs[low - 1];
    return run !== undefined && number < run.end ? run.partition : undefined;
  }

  select(filter: StateSectorFilter): Bitfield {
    const { status = 'live', deadline, partition, fromNumber } = filter;
    const chosen = this.#partitions.filter(
      (one) => (deadline === undefined || one.deadline === deadline) && (partition === undefined || one.partition === partition),
    );
    const sectors = union(chosen.map((one) => one[status === 'all' ? 'sectors' : status]));
    if (fromNumber === undefined || fromNumber === 0) return sectors;
    return difference(sectors, { ranges: [{ start: 0n, end: BigInt(fromNumber) }], count: BigInt(fromNumber) });
  }
}
