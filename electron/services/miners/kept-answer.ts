/** A cached answer that is valid as long as its key is unchanged: a block of the state, an epoch. */
export class KeptAnswer<T> {
  #kept: { readonly key: string; readonly answer: Promise<T> } | undefined;

  /**
   * Return the cached answer if the key is unchanged, even while it is still pending. Failures are not cached.
   *
   * @param key what the answer depends on; undefined if unknown, so that it is read again
   */
  get(key: string | undefined, read: () => Promise<T>): Promise<T> {
    if (key !== undefined && this.#kept?.key === key) return this.#kept.answer;
    const answer = read();
    if (key === undefined) return answer;
    const kept = { key, answer };
    this.#kept = kept;
    answer.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return answer;
  }
}
