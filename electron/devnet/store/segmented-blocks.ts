import { type Cid, cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { type Blocks, MissingBlockError } from '../state/blocks.ts';
import { linksOf } from './block-links.ts';

/** The blocks of one stretch of the chain, in memory or in a file. */
export interface BlockSegment {
  /** The epoch from which on every state is in it. */
  readonly start: number;
  /** Undefined where it is not there, or not as its CID says. */
  find(cid: Cid): Uint8Array | undefined;
  has(cid: Cid): boolean;
  /** Blocks of it were lost between others. */
  readonly isDamaged: boolean;
  add(cid: Cid, bytes: Uint8Array): void;
  /** Writes out what was added. */
  flush(): void;
  /** Lets go of what it holds open. It opens again when it is asked. */
  close(): void;
  /** Closes it and gives its blocks up. */
  remove(): void;
}

/**
 * Blocks by segments. What is new goes to the newest; every segment has all that its states need, so that the oldest can be given up
 * without a look at what is in it.
 */
export class SegmentedBlocks implements Blocks {
  /** Newest first. */
  #segments: readonly BlockSegment[];
  readonly #make: (start: number) => BlockSegment;

  /** `make` answers a new, empty segment; without segments to begin with the first is made for epoch 0. */
  constructor(make: (start: number) => BlockSegment, segments: readonly BlockSegment[] = []) {
    this.#make = make;
    this.#segments = segments.length === 0 ? [make(0)] : segments.toSorted((left, right) => right.start - left.start);
  }

  /** Where the newest segment begins. */
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

  /** The newest segment lost blocks between others: what links to them may be there without them. */
  get isDamaged(): boolean {
    return this.#newest.isDamaged;
  }

  /** Whether everything that can be reached from this block is there. `known` is what was found out already. */
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

  /** Begins a segment with all that can be reached from these blocks; `isElsewhere` names links whose blocks are not kept here. */
  begin(start: number, roots: readonly Cid[], isElsewhere: (cid: Cid) => boolean): void {
    this.flush();
    const segment = this.#make(start);
    this.#copyInto(segment, roots, isElsewhere);
    segment.flush();
    // What is older than the one before is seldom asked for, and found again when it is.
    for (const old of this.#segments.slice(1)) old.close();
    this.#segments = [segment, ...this.#segments];
  }

  /** Gives up the segments of which nothing is at this epoch or later. Answers where they began. */
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

  /** A block that is missing or damaged stays so: whoever needs it is told. */
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
