/** Map with a size limit; evicts the oldest entry. For data from nodes, which has no limit of its own. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: K, value: V): this {
    super.set(key, value);
    const [first] = this.keys();
    if (this.size > this.#most && first !== undefined) this.delete(first);
    return this;
  }
}
