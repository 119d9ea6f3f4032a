import { isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { Miner } from './miner-view.ts';
import { deadlineOf } from './miners.ts';

/** Deadline and partition of a sector. */
export interface SectorPlace {
  readonly deadline: number;
  readonly partition: number;
}

/** Find the deadline and partition of a sector, including terminated ones; undefined if it is in none. */
export function placeOfSector(miner: Miner, number: number): SectorPlace | undefined {
  for (const [deadline, block] of miner.deadlines.value.entries()) {
    const { partitions, totalSectors } = block.value;
    const found = totalSectors === 0 ? undefined : partitions.entries().find(([, { sectors }]) => isInBitfield(sectors, number));
    if (found !== undefined) return { deadline, partition: found[0] };
  }
  return undefined;
}

/** Whether a sector is live; terminated sectors stay in the state until their partition is compacted. */
export function isLiveSector(miner: Miner, number: number): boolean {
  const place = placeOfSector(miner, number);
  const partition = place && deadlineOf(miner, place.deadline)?.partitions.get(place.partition);
  return partition !== undefined && !isInBitfield(partition.terminated, number);
}
