import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { HamtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from './blocks.ts';
import { LocalHamt } from './local-hamt.ts';

/** Layouts of the outer map of roots, and of the inner maps. */
export interface NestedLayout<K, I, V> {
  readonly outer: HamtLayout<K, Cid>;
  readonly inner: HamtLayout<I, V>;
}

/**
 * A map of maps, immutable like `LocalHamt`. Changed inner maps have no root until they are stored, and are kept beside the outer map
 * until then. Inner maps are never empty.
 */
export class LocalNestedHamt<K extends string | number, I, V> {
  readonly #blocks: Blocks;
  readonly #inner: HamtLayout<I, V>;
  #roots: LocalHamt<K, Cid>;
  #changed: ReadonlyMap<K, LocalHamt<I, V>>;

  private constructor(
    blocks: Blocks,
    inner: HamtLayout<I, V>,
    roots: LocalHamt<K, Cid>,
    changed: ReadonlyMap<K, LocalHamt<I, V>> = new Map(),
  ) {
    this.#blocks = blocks;
    this.#inner = inner;
    this.#roots = roots;
    this.#changed = changed;
  }

  static empty<K extends string | number, I, V>(blocks: Blocks, { outer, inner }: NestedLayout<K, I, V>): LocalNestedHamt<K, I, V> {
    return new LocalNestedHamt(blocks, inner, LocalHamt.empty(blocks, outer));
  }

  static open<K extends string | number, I, V>(
    blocks: Blocks,
    { outer, inner }: NestedLayout<K, I, V>,
    root: Cid,
  ): LocalNestedHamt<K, I, V> {
    return new LocalNestedHamt(blocks, inner, LocalHamt.open(blocks, outer, root));
  }

  /** Return the inner map of a key; empty if there is none. */
  get(key: K): LocalHamt<I, V> {
    const changed = this.#changed.get(key);
    if (changed !== undefined) return changed;
    const root = this.#roots.get(key);
    return root === undefined ? LocalHamt.empty(this.#blocks, this.#inner) : LocalHamt.open(this.#blocks, this.#inner, root);
  }

  set(key: K, map: LocalHamt<I, V>): LocalNestedHamt<K, I, V> {
    return new LocalNestedHamt(this.#blocks, this.#inner, this.#roots, new Map(this.#changed).set(key, map));
  }

  /** Ascending. */
  keys(): K[] {
    const keys = new Set(this.#roots.entries().map(([key]) => key));
    for (const [key, map] of this.#changed) {
      if (map.isEmpty) keys.delete(key);
      else keys.add(key);
    }
    return [...keys].sort((left, right) => (left < right ? -1 : 1));
  }

  /** Store new nodes and return the root. */
  flush(): Cid {
    for (const [key, map] of this.#changed) this.#roots = map.isEmpty ? this.#roots.delete(key) : this.#roots.set(key, map.flush());
    this.#changed = new Map();
    return this.#roots.flush();
  }
}
