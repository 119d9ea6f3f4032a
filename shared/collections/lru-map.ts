/** The one map with limits: evicts the least recently used entries. */
export interface LruLimits<V> {
  readonly maxEntries?: number;
  /** Of all values together, as `sizeOf` measures them. */
  readonly maxSize?: number;
  readonly sizeOf?: (value: V) => number;
  /** Called for each value that leaves the map: evicted, replaced or deleted. */
  readonly onDropped?: (value: V) => void;
}

/** `get` and `set` count as use; iteration goes from the least recently used entry to the most recently used. */
export class LruMap<K, V> extends Map<K, V> {
  readonly #limits: LruLimits<V>;
  #totalSize = 0;

  constructor(limits: LruLimits<V>) {
    super();
    this.#limits = limits;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) {
      super.delete(key);
      super.set(key, value);
    }
    return value;
  }

  override set(key: K, value: V): this {
    const { maxEntries = Number.POSITIVE_INFINITY, maxSize = Number.POSITIVE_INFINITY } = this.#limits;
    this.delete(key);
    super.set(key, value);
    this.#totalSize += this.#sizeOf(value);
    for (const oldest of this.keys()) {
      if (this.size <= maxEntries && this.#totalSize <= maxSize) break;
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: K): boolean {
    const value = super.get(key);
    if (!super.delete(key)) return false;
    // The key was there, so the value is a V, which may be undefined.
    const dropped = value as V;
    this.#totalSize -= this.#sizeOf(dropped);
    this.#limits.onDropped?.(dropped);
    return true;
  }

  override clear(): void {
    for (const key of [...this.keys()]) this.delete(key);
  }

  #sizeOf(value: V): number {
    return this.#limits.sizeOf?.(value) ?? 0;
  }
}
