/** A map that holds so many: what was put in first makes room. For what nodes tell, of which there may be any amount. */
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
