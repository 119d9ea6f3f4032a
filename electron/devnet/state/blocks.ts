import { type Cid, cidOfDagCbor } from '../../../shared/domain/cid.ts';
import type { PutBlock } from '../../../shared/domain/ipld/walk.ts';

/** Where the blocks of the chain and of its state lie. */
export interface Blocks {
  /** Throws `MissingBlockError` for a block that is not there, or not as its CID says. */
  get(cid: Cid): Uint8Array;
  has(cid: Cid): boolean;
  readonly put: PutBlock;
}

/** A block that was never there, was pruned, or was damaged on disk: in the words of a Lotus node. */
export class MissingBlockError extends Error {
  readonly cid: Cid;

  constructor(cid: Cid) {
    super(`ipld: could not find ${cid}`);
    this.cid = cid;
  }
}

/** Blocks in memory, for a state that nobody keeps. */
export class MemoryBlocks implements Blocks {
  readonly #blocks = new Map<Cid, Uint8Array>();

  readonly put = (bytes: Uint8Array): Cid => {
    const cid = cidOfDagCbor(bytes);
    this.#blocks.set(cid, bytes);
    return cid;
  };

  get(cid: Cid): Uint8Array {
    const bytes = this.#blocks.get(cid);
    if (bytes === undefined) throw new MissingBlockError(cid);
    return bytes;
  }

  has(cid: Cid): boolean {
    return this.#blocks.has(cid);
  }
}

/** What is put stays here, the rest is read from others: for states that are tried and not kept. */
export class ScratchBlocks extends MemoryBlocks {
  readonly #below: Blocks;

  constructor(below: Blocks) {
    super();
    this.#below = below;
  }

  override get(cid: Cid): Uint8Array {
    return super.has(cid) ? super.get(cid) : this.#below.get(cid);
  }

  override has(cid: Cid): boolean {
    return super.has(cid) || this.#below.has(cid);
  }
}
