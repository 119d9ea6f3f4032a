import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { Amt, type IndexRange } from '../../../shared/domain/ipld/amt.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import { type Walk, walkNow } from '../../../shared/domain/ipld/walk.ts';
import type { Blocks } from './blocks.ts';

/** An array that was not read yet. */
interface Unread<V> {
  readonly layout: AmtLayout<V>;
  readonly cid: Cid;
}

/** Synchronous AMT over local blocks; immutable like `Amt`. The root is read lazily. */
export class LocalAmt<V> {
  readonly #blocks: Blocks;
  #amt: Amt<V> | Unread<V>;

  private constructor(blocks: Blocks, amt: Amt<V> | Unread<V>) {
    this.#blocks = blocks;
    this.#amt = amt;
  }

  static empty<V>(blocks: Blocks, layout: AmtLayout<V>): LocalAmt<V> {
    return new LocalAmt(blocks, Amt.empty(layout));
  }

  static open<V>(blocks: Blocks, layout: AmtLayout<V>, cid: Cid): LocalAmt<V> {
    return new LocalAmt(blocks, { layout, cid });
  }

  /** Create an array from values by ascending index. */
  static from<V>(blocks: Blocks, layout: AmtLayout<V>, entries: Iterable<readonly [index: number, value: V]>): LocalAmt<V> {
    return new LocalAmt(blocks, Amt.from(layout, entries));
  }

  get amt(): Amt<V> {
    if (!(this.#amt instanceof Amt)) this.#amt = this.#run(Amt.open(this.#amt.layout, this.#amt.cid));
    return this.#amt;
  }

  /** Number of values. */
  get count(): number {
    return this.amt.count;
  }

  get(index: number): V | undefined {
    return this.#run(this.amt.get(index));
  }

  has(index: number): boolean {
    return this.get(index) !== undefined;
  }

  set(index: number, value: V): LocalAmt<V> {
    return new LocalAmt(this.#blocks, this.#run(this.amt.set(index, value)));
  }

  delete(index: number): LocalAmt<V> {
    const next = this.#run(this.amt.delete(index));
    return next === this.amt ? this : new LocalAmt(this.#blocks, next);
  }

  /** Ascending. */
  entries(range?: IndexRange): (readonly [index: number, value: V])[] {
    return this.#run(this.amt.entries(range));
  }

  /** By ascending index. */
  values(range?: IndexRange): V[] {
    return this.entries(range).map(([, value]) => value);
  }

  /** Ascending. */
  indices(range?: IndexRange): number[] {
    return this.entries(range).map(([index]) => index);
  }

  /** Store new nodes and return the root. */
  flush(): Cid {
    return this.#amt instanceof Amt ? this.#amt.flush(this.#blocks.put) : this.#amt.cid;
  }

  #run<T>(walk: Walk<T>): T {
    return walkNow(walk, (cid) => this.#blocks.get(cid));
  }
}
