import { deadlineAt, EPOCHS } from '../../../shared/domain/epoch.ts';
import type { Miner, Partition, Sector } from './miner.ts';
import { replaceDeadline, union } from './power.ts';

/** Sectors per partition on this chain; a real 32 GiB partition takes 2349, which would never show a second one here. */
export const PARTITION_SECTORS = 16;
/** Epochs that must be left of a window for a new sector to be proven in it. */
const LEAST_REMAINING_EPOCHS = 8;

/** Deadline a sector landing at `epoch` is proven in first: the open one while there is time, otherwise the next. */
export function deadlineForNewSector(miner: Miner, epoch: number): number {
  const clock = deadlineAt(miner.periodOffset, epoch);
  return clock.close - epoch > LEAST_REMAINING_EPOCHS ? clock.index : (clock.index + 1) % EPOCHS.deadlinesPerPeriod;
}

/** Puts a sector, unproven, into a partition that has room and was not proven in this window yet. */
export function placeSector(miner: Miner, sector: Sector): Miner {
  const deadline = miner.deadlines[sector.deadline];
  if (deadline === undefined) throw new Error(`no deadline ${sector.deadline}`);
  const free = deadline.partitions.findIndex(
    (partition, index) => partition.sectors.length < PARTITION_SECTORS && !deadline.posted.includes(index),
  );
  const empty: Partition = { sectors: [], faulty: [], recovering: [], unproven: [] };
  const old = deadline.partitions[free] ?? empty;
  const partition = { ...old, sectors: union(old.sectors, [sector.number]), unproven: union(old.unproven, [sector.number]) };
  const partitions = free >= 0 ? deadline.partitions.with(free, partition) : [...deadline.partitions, partition];
  return replaceDeadline({ ...miner, sectors: miner.sectors.set(sector.number, sector) }, sector.deadline, { ...deadline, partitions });
}

/** Takes sectors out of every partition and out of the sector set. */
export function removeSectors(miner: Miner, numbers: readonly number[]): Miner {
  const away = new Set(numbers);
  let sectors = miner.sectors;
  let pledge = miner.initialPledge;
  for (const number of numbers) {
    pledge -= sectors.get(number)?.initialPledge ?? 0n;
    sectors = sectors.delete(number);
  }
  const keep = (list: readonly number[]): readonly number[] =>
    list.some((number) => away.has(number)) ? list.filter((number) => !away.has(number)) : list;
  const deadlines = miner.deadlines.map((deadline) => ({
    ...deadline,
    partitions: deadline.partitions.map((partition) => ({
      sectors: keep(partition.sectors),
      faulty: keep(partition.faulty),
      recovering: keep(partition.recovering),
      unproven: keep(partition.unproven),
    })),
  }));
  return { ...miner, sectors, deadlines, initialPledge: pledge };
}
