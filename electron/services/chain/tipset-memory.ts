/** Tipsets by their keys, whichever call brought them: those of a notification or a path cost nothing again. */
import type { Tipset } from '../../../shared/domain/tipset.ts';
import { keyText } from '../pinned/chain-tipset.ts';
import type { Answer } from '../pinned/pinned-node.ts';

/** One with its headers is about 10 kB. */
const MOST_TIPSETS = 200;

export class TipsetMemory {
  /** The longest unused first. */
  readonly #answers = new Map<string, Promise<Answer<Tipset>>>();
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
      this.#answers.delete(text);
      this.#answers.set(text, known);
      return known.then(({ value, call }) => ({ value, call: { ...call, isCached: true } }));
    }
    const asked = ask();
    this.#put(text, asked);
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
    this.#put(text, Promise.resolve(answer));
    this.#learned(answer.value);
  }

  #put(text: string, answer: Promise<Answer<Tipset>>): void {
    this.#answers.set(text, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MOST_TIPSETS && oldest !== undefined) this.#answers.delete(oldest);
  }
}
