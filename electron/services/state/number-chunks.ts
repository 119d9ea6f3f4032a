import type { Bitfield } from '../../../shared/domain/bitfield.ts';
import type { IndexRange } from '../../../shared/domain/ipld/amt.ts';

/** Numbers from the first to before the last, and how many of them are members. */
export interface NumberChunk extends IndexRange {
  readonly count: number;
}

/** Ranges of this length, which begin at its multiples, in ascending order: those alone in which there is a member. Pure. */
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
