import type { CallRef } from '../../shared/ipc/schemas/common.ts';

export interface CachedAnswer {
  readonly value: unknown;
  readonly call: CallRef;
}

interface Entry extends CachedAnswer {
  readonly sizeBytes: number;
}

export interface AnswerCacheOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/** Answers that can never change, the least recently used dropped first. Sizes are those of the replies they came in. */
export class AnswerCache {
  readonly #options: AnswerCacheOptions;
  readonly #entries = new Map<string, Entry>();
  #sizeBytes = 0;

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
  }

  get(key: string): CachedAnswer | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  set(key: string, answer: CachedAnswer, sizeBytes: number): void {
    const { maxBytes, maxEntries } = this.#options;
    if (sizeBytes > maxBytes / 8) {
      return;
    }
    this.delete(key);
    this.#entries.set(key, { ...answer, sizeBytes });
    this.#sizeBytes += sizeBytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#sizeBytes <= maxBytes && this.#entries.size <= maxEntries) {
        break;
      }
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#sizeBytes -= entry.sizeBytes;
    }
  }
}
