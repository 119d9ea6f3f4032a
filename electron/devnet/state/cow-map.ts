const BUCKETS = 64;

function bucketOf(key: number | string): number {
  if (typeof key === 'number') return key % BUCKETS;
  let sum = 0;
  for (let index = 0; index < key.length; index += 1) sum = (sum * 31 + key.charCodeAt(index)) >>> 0;
  return sum % BUCKETS;
}

/**
 * An immutable map that shares what did not change: setting one key copies one bucket of 64.
 * Every tipset of the history window keeps its own state through these.
 */
export class CowMap<K extends number | string, V> {
  readonly #buckets: readonly (ReadonlyMap<K, V> | undefined)[];
  readonly size: number;

  constructor(buckets: readonly (ReadonlyMap<K, V> | undefined)[] = new Array(BUCKETS).fill(undefined), size = 0) {
    this.#buckets = buckets;
    this.size = size;
  }

  static from<K extends number | string, V>(entries: Iterable<readonly [K, V]>): CowMap<K, V> {
    const buckets: Map<K, V>[] = Array.from({ length: BUCKETS }, () => new Map<K, V>());
    let size = 0;
    for (const [key, value] of entries) {
      const bucket = buckets[bucketOf(key)];
      if (bucket === undefined) continue;
      if (!bucket.has(key)) size += 1;
      bucket.set(key, value);
    }
    return new CowMap(buckets, size);
  }

  get(key: K): V | undefined {
    return this.#buckets[bucketOf(key)]?.get(key);
  }

  has(key: K): boolean {
    return this.#buckets[bucketOf(key)]?.has(key) ?? false;
  }

  set(key: K, value: V): CowMap<K, V> {
    const index = bucketOf(key);
    const old = this.#buckets[index];
    const bucket = new Map(old);
    bucket.set(key, value);
    return new CowMap(this.#buckets.with(index, bucket), this.size + (old?.has(key) ? 0 : 1));
  }

  delete(key: K): CowMap<K, V> {
    const index = bucketOf(key);
    const old = this.#buckets[index];
    if (!old?.has(key)) return this;
    const bucket = new Map(old);
    bucket.delete(key);
    return new CowMap(this.#buckets.with(index, bucket), this.size - 1);
  }

  *entries(): Generator<readonly [K, V]> {
    for (const bucket of this.#buckets) if (bucket !== undefined) yield* bucket;
  }

  *values(): Generator<V> {
    for (const bucket of this.#buckets) if (bucket !== undefined) yield* bucket.values();
  }

  /** Keys in ascending order: output must not depend on how buckets fall. */
  sortedKeys(): K[] {
    const keys: K[] = [];
    for (const [key] of this.entries()) keys.push(key);
    return keys.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  }
}
