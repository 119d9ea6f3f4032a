/** Last good answers by key, so that a screen opened again shows at once what it knew, with its age. */

export interface RememberedAnswer {
  readonly value: unknown;
  readonly atMs: number;
}

const MAXIMUM_ENTRIES = 60;

export class QueryMemory {
  readonly #answers = new Map<string, RememberedAnswer>();

  get(key: string): RememberedAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: RememberedAnswer): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const oldest = this.#answers.keys().next();
    if (this.#answers.size > MAXIMUM_ENTRIES && oldest.done !== true) this.#answers.delete(oldest.value);
  }
}
