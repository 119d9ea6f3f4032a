/** Batches of sectors for one call. Pure. */
import { type Bitfield, bitfieldMembers } from '../../../shared/domain/encoding/bitfield.ts';
import type { MinerPartition } from './miner-deadlines.ts';

/** About 700 bytes each in Lotus: an answer of three or four megabytes. */
export const SECTORS_A_CALL = 5000;

/** A deadline whose sectors must be read. */
export interface WantedSectors {
  readonly index: number;
  readonly members: Bitfield;
  readonly partitions: readonly MinerPartition[];
}

export interface BatchPart {
  readonly index: number;
  readonly numbers: readonly number[];
}

/** The sectors of one call: several small deadlines together, or a part of a large one. */
export function sectorBatches(wanted: readonly WantedSectors[]): BatchPart[][] {
  const batches: BatchPart[][] = [];
  let room = 0;
  for (const { index, members } of wanted) {
    const numbers = bitfieldMembers(members, Number(members.count));
    for (let from = 0; from < numbers.length; ) {
      if (room === 0) {
        batches.push([]);
        room = SECTORS_A_CALL;
      }
      const part = numbers.slice(from, from + room);
      batches.at(-1)?.push({ index, numbers: part });
      from += part.length;
      room -= part.length;
    }
  }
  return batches;
}
