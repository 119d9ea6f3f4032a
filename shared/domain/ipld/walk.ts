/**
 * Reading a tree of blocks, apart from where the blocks come from. A walk is a computation that says which blocks it needs and is given
 * them; it asks for many at once wherever it can, so that a source behind a network is asked in few round trips and one in memory costs
 * nothing more. The same walk runs at once over blocks in memory (`walkNow`) and over a source that answers later (`walkLater`).
 */
import type { Cid } from '../cid.ts';

/** Yields the CIDs of the blocks that it needs next, none of them twice, and is resumed with their bytes in the same order. */
export type Walk<T> = Generator<readonly Cid[], T, readonly Uint8Array[]>;

/** Blocks that are at hand. Throws where one is missing. */
export type BlockSource = (cid: Cid) => Uint8Array;

/** Blocks that come later: all that were asked for, in the order of the question. Rejects where one cannot be had. */
export type LaterBlockSource = (cids: readonly Cid[]) => Promise<readonly Uint8Array[]>;

/** Stores the bytes of a block and answers its CID. */
export type PutBlock = (bytes: Uint8Array) => Cid;

/** The bytes of one block. */
export function* readBlock(cid: Cid): Walk<Uint8Array> {
  const [bytes] = yield [cid];
  if (bytes === undefined) throw new Error('a block source answered fewer blocks than it was asked for');
  return bytes;
}

/** The bytes of many blocks, in the order of the question and asked for in one round; one that is named twice is asked for once. */
export function* readBlocks(cids: readonly Cid[]): Walk<readonly Uint8Array[]> {
  if (cids.length === 0) return [];
  const wanted = [...new Set(cids)];
  const blocks = yield wanted;
  if (wanted.length === cids.length && blocks.length === cids.length) return blocks;
  const byCid = new Map(wanted.map((cid, at) => [cid, blocks[at]]));
  return cids.map((cid) => byCid.get(cid) ?? missing());
}

/** Runs walks side by side: what they ask for in one round is asked for once and together. */
export function* together<T>(walks: Iterable<Walk<T>>): Walk<T[]> {
  const results: T[] = [];
  let running = [...walks].map((walk, index) => ({ walk, index, step: walk.next() }));
  for (;;) {
    const waiting: { walk: Walk<T>; index: number; wanted: readonly Cid[] }[] = [];
    for (const { walk, index, step } of running) {
      if (step.done === true) results[index] = step.value;
      else waiting.push({ walk, index, wanted: step.value });
    }
    if (waiting.length === 0) return results;
    const blocks = yield* readBlocks(waiting.flatMap((one) => one.wanted));
    let next = 0;
    running = waiting.map(({ walk, index, wanted }) => {
      const own = blocks.slice(next, next + wanted.length);
      next += wanted.length;
      return { walk, index, step: walk.next(own) };
    });
  }
}

/** Runs a walk over blocks at hand. Throws what the source and the walk throw. */
export function walkNow<T>(walk: Walk<T>, source: BlockSource): T {
  let step = walk.next();
  while (step.done !== true) step = walk.next(step.value.map(source));
  return step.value;
}

/** Runs a walk over blocks that come later. Rejects with what the source and the walk throw. */
export async function walkLater<T>(walk: Walk<T>, source: LaterBlockSource): Promise<T> {
  let step = walk.next();
  while (step.done !== true) step = walk.next(await source(step.value));
  return step.value;
}

function missing(): never {
  throw new Error('a block source answered fewer blocks than it was asked for');
}
