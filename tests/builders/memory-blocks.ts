import { type Cid, cidOfDagCbor } from '../../shared/domain/encoding/cid.ts';
import type { BlockSource, PutBlock, Walk } from '../../shared/domain/ipld/walk.ts';

/** Blocks in memory that record requests by round. */
export class MemoryBlocks {
  readonly byCid = new Map<Cid, Uint8Array>();
  /** Requested CIDs per round. */
  rounds: (readonly Cid[])[] = [];

  readonly put: PutBlock = (bytes) => {
    const cid = cidOfDagCbor(bytes);
    this.byCid.set(cid, bytes);
    return cid;
  };

  readonly get: BlockSource = (cid) => {
    const bytes = this.byCid.get(cid);
    if (bytes === undefined) throw new Error(`there is no block ${cid}`);
    return bytes;
  };

  /** All requested blocks since `forget`. */
  get asked(): Cid[] {
    return this.rounds.flat();
  }

  forget(): void {
    this.rounds = [];
  }

  /** Run a walk and record its requests. Throws if one requests a block twice. */
  run<T>(walk: Walk<T>): T {
    let step = walk.next();
    while (step.done !== true) {
      if (new Set(step.value).size !== step.value.length) throw new Error('a walk asked for a block twice in one round');
      this.rounds.push(step.value);
      step = walk.next(step.value.map(this.get));
    }
    return step.value;
  }

  /** Asynchronous source, like a network. */
  readonly later = async (cids: readonly Cid[]): Promise<readonly Uint8Array[]> => {
    await Promise.resolve();
    return cids.map(this.get);
  };
}
