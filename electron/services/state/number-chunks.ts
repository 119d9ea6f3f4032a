import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { IndexRange } from '../../../shared/domain/ipld/amt.ts';

/** A range of numbers, the end excluded, and how many of them are members. */
export interface NumberChunk extends IndexRange {
  readonly count: number;
}

/** Yield aligned ranges of this length in ascending order, only those with a member. Pure. */
export function* numberChunks({ ranges }: Bitfield, length: number): Generator<NumberChunk> {
  let chunk: NumberChunk | undefined;
  for (const { start, end } of ranges) {
    for (let at = Number(start); at < end; at = chunk.before) {
      const from = at - (at % length);
      if (chunk !== undefined && chunk.from !== from) yield chunk;
      const before = from + length;
      const count = (chunk?.from === from ? chunk.count : 0) + Math.min(before, Number(end)) - at;
      chunk = { from, before, count };
    }
  }
  if (chunk !== undefined) yield chunk;
}
