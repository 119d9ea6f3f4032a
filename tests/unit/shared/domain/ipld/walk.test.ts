import { describe, expect, it } from 'vitest';
import type { Cid } from '../../../../../shared/domain/encoding/cid.ts';
import { Amt } from '../../../../../shared/domain/ipld/amt.ts';
import { count } from '../../../../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import { type AmtLayout, type HamtLayout, unsignedKey } from '../../../../../shared/domain/ipld/layout.ts';
import { readBlock, readBlocks, together, type Walk, walkLater, walkNow } from '../../../../../shared/domain/ipld/walk.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

const blocks = new MemoryBlocks();
const [first, second, third] = [1, 2, 3].map((byte) => blocks.put(Uint8Array.of(byte))) as [Cid, Cid, Cid];

/** Reads blocks one after the other and adds their bytes. */
function* sum(cids: readonly Cid[]): Walk<number> {
  let total = 0;
  for (const cid of cids) total += (yield* readBlock(cid))[0] ?? 0;
  return total;
}

describe('walks', () => {
  it('side by side ask together, round by round, and once for what several need', () => {
    blocks.forget();
    expect(blocks.run(together([sum([first, second, third]), sum([]), sum([second, second]), sum([first])]))).toEqual([6, 0, 4, 1]);
    expect(blocks.rounds).toEqual([[first, second], [second], [third]]);
  });

  it('stand side by side within one another', () => {
    blocks.forget();
    const inner = (cids: readonly Cid[]) => together([sum(cids), sum(cids.toReversed())]);
    expect(blocks.run(together([inner([first, second]), inner([third, first])]))).toEqual([
      [3, 3],
      [4, 4],
    ]);
    expect(blocks.rounds).toEqual([
      [first, second, third],
      [second, first, third],
    ]);
  });

  it('read many blocks in one round, in the order of the question', () => {
    blocks.forget();
    expect(blocks.run(readBlocks([third, first, third])).map((bytes) => bytes[0])).toEqual([3, 1, 3]);
    expect(blocks.rounds).toEqual([[third, first]]);
    blocks.forget();
    expect(blocks.run(readBlocks([]))).toEqual([]);
    expect(blocks.rounds).toEqual([]);
  });

  it('give the same at once and later, and end with the error of their source', async () => {
    const walk = () => together([sum([first, second]), sum([third])]);
    expect(walkNow(walk(), blocks.get)).toEqual([3, 3]);
    expect(await walkLater(walk(), blocks.later)).toEqual([3, 3]);
    const fail = () => {
      throw new Error('no such block here');
    };
    expect(() => walkNow(walk(), fail)).toThrow('no such block here');
    await expect(walkLater(walk(), async () => fail())).rejects.toThrow('no such block here');
  });

  it('refuse a source that answers fewer blocks than it was asked for', async () => {
    await expect(walkLater(readBlock(first), async () => [])).rejects.toThrow('fewer blocks');
    await expect(walkLater(readBlocks([first, second]), async () => [Uint8Array.of(1)])).rejects.toThrow('fewer blocks');
  });

  it('over several collections take as many rounds as the deepest of them', () => {
    const amtLayout: AmtLayout<number> = { form: 'v3', bitWidth: 3, value: count };
    const hamtLayout: HamtLayout<number, number> = { form: 'v3', bitWidth: 5, key: unsignedKey, value: count };
    const numbers = Array.from({ length: 600 }, (_, at) => [at, at] as const);
    const amts = [10, 100, 600].map((size) => Amt.from(amtLayout, numbers.slice(0, size)).flush(blocks.put));
    const hamt = numbers.reduce((map, entry) => blocks.run(map.set(...entry)), Hamt.empty(hamtLayout)).flush(blocks.put);
    function* readAmt(root: Cid): Walk<number> {
      return (yield* (yield* Amt.open(amtLayout, root)).entries()).length;
    }
    function* readHamt(): Walk<number> {
      return (yield* (yield* Hamt.open(hamtLayout, hamt)).entries()).length;
    }
    blocks.forget();
    expect(blocks.run(together([...amts.map(readAmt), readHamt()]))).toEqual([10, 100, 600, 600]);
    // The highest array has a root and three heights below it.
    expect(blocks.rounds).toHaveLength(4);
  });
});
