import { type Cid, cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import { type Blocks, MissingBlockError } from '../state/blocks.ts';
import { linksOf } from './block-links.ts';

/** Blocks of a segment of the chain, in memory or in a file. */
export interface BlockSegment {
  /** First epoch whose states are all in it. */
  readonly start: number;
  /** Undefined if it is missing or does not match its CID. */
  find(cid: Cid): Uint8Array | undefined;
  has(cid: Cid): boolean;
  /** Whether blocks were lost between others. */
  readonly isDamaged: boolean;
  add(cid: Cid, bytes: Uint8Array): void;
  /** Write new blocks. */
  flush(): void;
  /** Close its file, which is reopened on demand. */
  close(): void;
  /** Close it and delete its blocks. */
  remove(): void;
}

/**
 * Blocks in segments. New blocks are added to the newest; every segment has all blocks of its states, so that the oldest can be deleted
 * as a whole.
 */
export class SegmentedBlocks implements Blocks {
  /** Newest first. */
  #segments: readonly BlockSegment[];
  readonly #make: (start: number) => BlockSegment;

  /** `make` returns a new, empty segment; without initial segments the first is created for epoch 0. */
  constructor(make: (start: number) => BlockSegment, segments: readonly BlockSegment[] = []) {
    this.#make = make;
    this.#segments = segments.length === 0 ? [make(0)] : segments.toSorted((left, right) => right.start - left.start);
  }

  /** Start epoch of the newest segment. */
  get start(): number {
    return this.#newest.start;
  }

  readonly put = (bytes: Uint8Array): Cid => {
    const cid = cidOfDagCbor(bytes);
    if (!this.#newest.has(cid)) this.#newest.add(cid, bytes);
    return cid;
  };

  get(cid: Cid): Uint8Array {
    const bytes = this.#find(cid);
    if (bytes === undefined) throw new MissingBlockError(cid);
    return bytes;
  }

  has(cid: Cid): boolean {
    return this.#segments.some((segment) => segment.has(cid));
  }

  /** Whether the newest segment lost blocks between others, so that links may be broken. */
  get isDamaged(): boolean {
    return this.#newest.isDamaged;
  }

  /** Whether everything reachable from a block is available. `known` caches results. */
  isWhole(cid: Cid, known: Map<Cid, boolean>): boolean {
    let isWhole = known.get(cid);
    if (isWhole === undefined) {
      const bytes = this.#find(cid);
      isWhole = bytes !== undefined && linksOf(bytes).every((link) => this.isWhole(link, known));
      known.set(cid, isWhole);
    }
    return isWhole;
  }

  flush(): void {
    this.#newest.flush();
  }

  /** Start a segment with everything reachable from these blocks; `isElsewhere` tells links whose blocks are not stored here. */
  begin(start: number, roots: readonly Cid[], isElsewhere: (cid: Cid) => boolean): void {
    this.flush();
    const segment = this.#make(start);
    this.#copyInto(segment, roots, isElsewhere);
    segment.flush();
    // Older segments are rarely read, and reopened on demand.
    for (const old of this.#segments.slice(1)) old.close();
    this.#segments = [segment, ...this.#segments];
  }

  /** Delete segments that end before an epoch. Returns their start epochs. */
  dropBefore(epoch: number): number[] {
    const isOver = (_: BlockSegment, index: number): boolean => {
      const next = this.#segments[index - 1];
      return next !== undefined && next.start <= epoch;
    };
    const dropped = this.#segments.filter(isOver);
    this.#segments = this.#segments.filter((segment) => !dropped.includes(segment));
    for (const segment of dropped) segment.remove();
    return dropped.map(({ start }) => start);
  }

  close(): void {
    this.flush();
    for (const segment of this.#segments) segment.close();
  }

  get #newest(): BlockSegment {
    const [newest] = this.#segments;
    if (newest === undefined) throw new Error('there is always a segment of blocks');
    return newest;
  }

  #find(cid: Cid): Uint8Array | undefined {
    for (const segment of this.#segments) {
      const bytes = segment.find(cid);
      if (bytes !== undefined) return bytes;
    }
    return undefined;
  }

  /** A missing or damaged block is an error for its reader. */
  #copyInto(segment: BlockSegment, roots: readonly Cid[], isElsewhere: (cid: Cid) => boolean): void {
    const waiting = [...roots];
    const seen = new Set<Cid>();
    for (let cid = waiting.pop(); cid !== undefined; cid = waiting.pop()) {
      if (seen.has(cid) || isElsewhere(cid)) continue;
      seen.add(cid);
      const bytes = this.#find(cid);
      if (bytes === undefined) continue;
      if (!segment.has(cid)) segment.add(cid, bytes);
      waiting.push(...linksOf(bytes));
    }
  }
}
