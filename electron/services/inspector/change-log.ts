/** Which calls changed, by revision, as far back as it pays to know. */

const MAX_CHANGES = 65_536;

export class ChangeLog {
  #ids: number[] = [];
  /** Revision before the first id that is known. */
  #floor = 0;
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  /** A change of one call, or of the whole where there is none. */
  add(id: number | undefined): void {
    this.#revision += 1;
    // Zero is no call's number: the whole changed, no call did.
    this.#ids.push(id ?? 0);
    if (this.#ids.length >= 2 * MAX_CHANGES) {
      this.#ids = this.#ids.slice(MAX_CHANGES);
      this.#floor += MAX_CHANGES;
    }
  }

  /** Ids of calls that changed after a revision; undefined where that is too long ago. */
  since(revision: number): readonly number[] | undefined {
    return revision < this.#floor ? undefined : this.#ids.slice(revision - this.#floor);
  }
}
