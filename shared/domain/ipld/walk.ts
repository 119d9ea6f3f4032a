/**
 * Reads trees of blocks independently of their source. A walk is a generator that yields the blocks it needs and is resumed with
 * them; it requests many at once where possible, to minimize network round trips. The same walk runs synchronously over blocks in
 * memory (`walkNow`) and asynchronously over other sources (`walkLater`).
 */
import type { Cid } from '../encoding/cid.ts';

/** Yields the CIDs of the blocks that it needs next, without duplicates, and is resumed with their bytes in the same order. */
export type Walk<T> = Generator<readonly Cid[], T, readonly Uint8Array[]>;

/** Synchronous source of blocks. Throws if one is missing. */
export type BlockSource = (cid: Cid) => Uint8Array;

/** Asynchronous source of blocks: returns all requested blocks in order. Rejects if one is not available. */
export type LaterBlockSource = (cids: readonly Cid[]) => Promise<readonly Uint8Array[]>;

/** Store a block and return its CID. */
export type PutBlock = (bytes: Uint8Array) => Cid;

/** The bytes of one block. */
export function* readBlock(cid: Cid): Walk<Uint8Array> {
  const [bytes] = yield [cid];
  if (bytes === undefined) throw new Error('the block source returned fewer blocks than requested');
  return bytes;
}

/** Read many blocks in one round, in the requested order; duplicates are requested once. */
export function* readBlocks(cids: readonly Cid[]): Walk<readonly Uint8Array[]> {
  if (cids.length === 0) return [];
  const wanted = [...new Set(cids)];
  const blocks = yield wanted;
  if (wanted.length === cids.length && blocks.length === cids.length) return blocks;
  const byCid = new Map(wanted.map((cid, at) => [cid, blocks[at]]));
  return cids.map((cid) => byCid.get(cid) ?? missing());
}

/** Run walks concurrently, combining their requests of each round. */
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

/** Run a walk over a synchronous source. Throws errors of the source and the walk. */
export function walkNow<T>(walk: Walk<T>, source: BlockSource): T {
  let step = walk.next();
  while (step.done !== true) step = walk.next(step.value.map(source));
  return step.value;
}

/** Run a walk over an asynchronous source. Rejects with errors of the source and the walk. */
export async function walkLater<T>(walk: Walk<T>, source: LaterBlockSource): Promise<T> {
  let step = walk.next();
  while (step.done !== true) step = walk.next(await source(step.value));
  return step.value;
}

function missing(): never {
  throw new Error('the block source returned fewer blocks than requested');
}
