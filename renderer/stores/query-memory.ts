/** Last good answers by key, so that a screen opened again shows at once what it knew, with its age. */
import { LruMap } from '../../shared/collections/lru-map.ts';

export interface RememberedAnswer {
  readonly value: unknown;
  readonly atMs: number;
}

const MAXIMUM_ENTRIES = 60;

export class QueryMemory {
  readonly #answers = new LruMap<string, RememberedAnswer>({ maxEntries: MAXIMUM_ENTRIES });

  get(key: string): RememberedAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: RememberedAnswer): void {
    this.#answers.set(key, answer);
  }
}
