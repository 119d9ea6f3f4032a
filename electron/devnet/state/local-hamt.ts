import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { Hamt } from '../../../shared/domain/ipld/hamt.ts';
import type { HamtLayout } from '../../../shared/domain/ipld/layout.ts';
import { type Walk, walkNow } from '../../../shared/domain/ipld/walk.ts';
import type { Blocks } from './blocks.ts';

/** A map that was not read yet. */
interface Unread<K, V> {
  readonly layout: HamtLayout<K, V>;
  readonly cid: Cid;
}

/** Synchronous HAMT over local blocks; immutable like `Hamt`. The root is read lazily. */
export class LocalHamt<K, V> {
  readonly #blocks: Blocks;
  #hamt: Hamt<K, V> | Unread<K, V>;

  private constructor(blocks: Blocks, hamt: Hamt<K, V> | Unread<K, V>) {
    this.#blocks = blocks;
    this.#hamt = hamt;
  }

  static empty<K, V>(blocks: Blocks, layout: HamtLayout<K, V>): LocalHamt<K, V> {
    return new LocalHamt(blocks, Hamt.empty(layout));
  }

  static open<K, V>(blocks: Blocks, layout: HamtLayout<K, V>, cid: Cid): LocalHamt<K, V> {
    return new LocalHamt(blocks, { layout, cid });
  }

  get hamt(): Hamt<K, V> {
    if (!(this.#hamt instanceof Hamt)) this.#hamt = this.#run(Hamt.open(this.#hamt.layout, this.#hamt.cid));
    return this.#hamt;
  }

  get isEmpty(): boolean {
    return this.hamt.isEmpty;
  }

  get(key: K): V | undefined {
    return this.#run(this.hamt.get(key));
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  set(key: K, value: V): LocalHamt<K, V> {
    return new LocalHamt(this.#blocks, this.#run(this.hamt.set(key, value)));
  }

  delete(key: K): LocalHamt<K, V> {
    const next = this.#run(this.hamt.delete(key));
    return next === this.hamt ? this : new LocalHamt(this.#blocks, next);
  }

  /** In hash order, which is deterministic. */
  entries(): (readonly [key: K, value: V])[] {
    return this.#run(this.hamt.entries());
  }

  /** Store new nodes and return the root. */
  flush(): Cid {
    return this.#hamt instanceof Hamt ? this.#hamt.flush(this.#blocks.put) : this.#hamt.cid;
  }

  #run<T>(walk: Walk<T>): T {
    return walkNow(walk, (cid) => this.#blocks.get(cid));
  }
}
