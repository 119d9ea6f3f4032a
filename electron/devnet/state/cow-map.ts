const BUCKETS = 64;
const NOTHING: ReadonlyMap<never, never> = new Map<never, never>();

/** Immutable map with number keys and structural sharing: setting a key copies one bucket of 64. */
export class CowMap<V> {
  readonly #buckets: readonly ReadonlyMap<number, V>[];

  private constructor(buckets: readonly ReadonlyMap<number, V>[]) {
    this.#buckets = buckets;
  }

  static empty<V>(): CowMap<V> {
    return new CowMap<V>(new Array(BUCKETS).fill(NOTHING));
  }

  get(key: number): V | undefined {
    return this.#buckets[key % BUCKETS]?.get(key);
  }

  set(key: number, value: V): CowMap<V> {
    const index = key % BUCKETS;
    return new CowMap(this.#buckets.with(index, new Map(this.#buckets[index]).set(key, value)));
  }

  *entries(): Generator<readonly [number, V]> {
    for (const bucket of this.#buckets) yield* bucket;
  }
}
