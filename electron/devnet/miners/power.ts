import type { DeadlineState, Miner, Partition, Sector } from './miner.ts';

/** Quality-adjusted power of a sector in bytes: verified bytes count ten times. */
function sectorQuality(sectorSize: bigint, sector: Sector): bigint {
  return sectorSize + 9n * sector.verifiedBytes;
}

export function activeIn(partition: Partition): number[] {
  const away = new Set([...partition.faulty, ...partition.unproven]);
  return partition.sectors.filter((number) => !away.has(number));
}

/** The miner with its claims and counts made anew from its partitions. Call it after any change to deadlines or sectors. */
export function withPower(miner: Miner): Miner {
  let rawPower = 0n;
  let qualityPower = 0n;
  let activeSectors = 0;
  let faultySectors = 0;
  for (const deadline of miner.deadlines) {
    for (const partition of deadline.partitions) {
      faultySectors += partition.faulty.length;
      for (const number of activeIn(partition)) {
        const sector = miner.sectors.get(number);
        if (sector === undefined) continue;
        activeSectors += 1;
        rawPower += miner.sectorSize;
        qualityPower += sectorQuality(miner.sectorSize, sector);
      }
    }
  }
  return { ...miner, rawPower, qualityPower, activeSectors, faultySectors };
}

export function replaceDeadline(miner: Miner, index: number, deadline: DeadlineState): Miner {
  return { ...miner, deadlines: miner.deadlines.with(index, deadline) };
}

/** Adds and removes sector numbers, keeping the list ascending and without repetition. */
export function union(left: readonly number[], right: Iterable<number>): number[] {
  return [...new Set([...left, ...right])].sort((first, second) => first - second);
}

export function without(list: readonly number[], removed: Iterable<number>): number[] {
  const away = new Set(removed);
  return list.filter((number) => !away.has(number));
}
