/** Tipsets by their keys, whichever call brought them: those of a notification or a path cost nothing again. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { Tipset } from '../../../shared/domain/tipset.ts';
import { keyText } from '../pinned/chain-tipset.ts';
import type { Answer } from '../pinned/pinned-node.ts';

/** One with its headers is about 10 kB. */
const MAX_TIPSETS = 200;

export class TipsetMemory {
  readonly #answers = new LruMap<string, Promise<Answer<Tipset>>>({ maxEntries: MAX_TIPSETS });
  readonly #learned: (tipset: Tipset) => void;

  /** @param learned hears of each tipset once, as it comes */
  constructor(learned: (tipset: Tipset) => void) {
    this.#learned = learned;
  }

  /** Asks once for a tipset. A failure is not remembered. */
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

  /** Remembers a tipset that came with another answer. */
  keep(answer: Answer<Tipset>): void {
    const text = keyText(answer.value.key);
    if (this.#answers.has(text)) return;
    this.#answers.set(text, Promise.resolve(answer));
    this.#learned(answer.value);
  }
}
