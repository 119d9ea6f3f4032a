/** Cache of tipsets by key, from any call: tipsets of a notification or a path need no further call. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { keyText } from '../pinned/chain-tipset.ts';
import type { Answer } from '../pinned/pinned-node.ts';

/** A tipset with its headers is about 10 kB. */
const MAX_TIPSETS = 200;

export class TipsetMemory {
  readonly #answers = new LruMap<string, Promise<Answer<Tipset>>>({ maxEntries: MAX_TIPSETS });
  readonly #learned: (tipset: Tipset) => void;

  /** @param learned called once for each new tipset */
  constructor(learned: (tipset: Tipset) => void) {
    this.#learned = learned;
  }

  /** Read a tipset once. Failures are not cached. */
  once(key: readonly string[], ask: () => Promise<Answer<Tipset>>): Promise<Answer<Tipset>> {
    const text = keyText(key);
    const known = this.#answers.get(text);
    if (known !== undefined) {
      return known.then(({ value, call }) => ({ value, call: { ...call, isCached: true } }));
    }
    const asked = ask();
    this.#answers.set(text, asked);
    asked.then(
      ({ value }) => this.#learned(value),
      () => this.#answers.delete(text),
    );
    return asked;
  }

  /** Cache a tipset that was part of another answer. */
  keep(answer: Answer<Tipset>): void {
    const text = keyText(answer.value.key);
    if (this.#answers.has(text)) return;
    this.#answers.set(text, Promise.resolve(answer));
    this.#learned(answer.value);
  }
}
