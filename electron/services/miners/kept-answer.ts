/** An answer that stays true as long as what it depends on does: a block of the state, an epoch. */
export class KeptAnswer<T> {
  #kept: { readonly key: string; readonly answer: Promise<T> } | undefined;

  /**
   * The answer of before where the key is the same, also while it is still waited for. A failure is not kept.
   *
   * @param key what the answer depends on; undefined where that is not known, so that it is read anew
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
