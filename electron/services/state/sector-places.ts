/** Deadlines and partitions of a miner's sectors. Pure. */
import type { StatePartition } from '../../../shared/domain/state/miner-partitions.ts';

export class SectorPlaces {
  /** Runs of numbers in ascending order, each with its partition. */
  readonly #runs: readonly { readonly start: bigint; readonly end: bigint; readonly partition: StatePartition }[];

  constructor(partitions: readonly StatePartition[]) {
    this.#runs = partitions
      .flatMap((partition) => partition.sectors.ranges.map((range) => ({ ...range, partition })))
      .sort((left, right) => (left.start < right.start ? -1 : left.start > right.start ? 1 : 0));
  }

  /** Find the partition of a sector; undefined if it is in none. */
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
}
