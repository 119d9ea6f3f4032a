/** Log of changed calls by revision, of limited length. */

const MAX_CHANGES = 65_536;

export class ChangeLog {
  #ids: number[] = [];
  /** Revision before the first logged id. */
  #floor = 0;
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  /** Log a change of one call, or of everything without an id. */
  add(id: number | undefined): void {
    this.#revision += 1;
    // Zero is not a call id: it stands for a change of everything.
    this.#ids.push(id ?? 0);
    if (this.#ids.length >= 2 * MAX_CHANGES) {
      this.#ids = this.#ids.slice(MAX_CHANGES);
      this.#floor += MAX_CHANGES;
    }
  }

  /** Return the ids of calls changed after a revision; undefined if the log does not reach back that far. */
  since(revision: number): readonly number[] | undefined {
    return revision < this.#floor ? undefined : this.#ids.slice(revision - this.#floor);
  }
}
