import { type Cid, cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import type { PutBlock } from '../../../shared/domain/ipld/walk.ts';

/** Blockstore of the chain and its state. */
export interface Blocks {
  /** Throws `MissingBlockError` for a block that is missing or does not match its CID. */
  get(cid: Cid): Uint8Array;
  has(cid: Cid): boolean;
  readonly put: PutBlock;
}

/** A block that is missing, pruned or damaged on disk, with Lotus' error. */
export class MissingBlockError extends Error {
  readonly cid: Cid;

  constructor(cid: Cid) {
    super(`ipld: could not find ${cid}`);
    this.cid = cid;
  }
}

/** Blocks in memory, for a temporary state. */
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

/** Overlay: new blocks stay in memory, others are read through; for simulations. */
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
