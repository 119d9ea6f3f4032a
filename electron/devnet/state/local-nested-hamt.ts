import type { Cid } from '../../../shared/domain/cid.ts';
import type { HamtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from './blocks.ts';
import { LocalHamt } from './local-hamt.ts';

/** The layouts of the outer map, which has roots, and of the maps behind them. */
export interface NestedLayout<K, I, V> {
  readonly outer: HamtLayout<K, Cid>;
  readonly inner: HamtLayout<I, V>;
}

/**
 * A map of maps. A value like `LocalHamt`: an inner map that was changed has no root until it is stored, and is kept beside the outer one
 * until then. No inner map is empty.
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

  /** The map behind a key; an empty one where there is none. */
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

  /** Stores what is new and answers the root. */
  flush(): Cid {
    for (const [key, map] of this.#changed) this.#roots = map.isEmpty ? this.#roots.delete(key) : this.#roots.set(key, map.flush());
    this.#changed = new Map();
    return this.#roots.flush();
  }
}
