import type { CallRef } from '../../shared/ipc/schemas/common.ts';

export interface CachedAnswer<T = unknown> {
  readonly value: T;
  readonly call: CallRef;
}

interface Entry<T> extends CachedAnswer<T> {
  readonly sizeBytes: number;
}

export interface AnswerCacheOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** An answer is kept no longer. */
  readonly onDropped?: (answer: CachedAnswer) => void;
}

/** Answers that can never change, the least recently used dropped first. Sizes are those of the replies they came in. */
export class AnswerCache<T = unknown> {
  readonly #options: AnswerCacheOptions;
  readonly #entries = new Map<string, Entry<T>>();
  #sizeBytes = 0;

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
  }

  get(key: string): CachedAnswer<T> | undefined {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  /** False where the answer is too large to be kept. */
  set(key: string, answer: CachedAnswer<T>, sizeBytes: number): boolean {
    const { maxBytes, maxEntries } = this.#options;
    if (sizeBytes > maxBytes / 8) {
      return false;
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
    return true;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#sizeBytes -= entry.sizeBytes;
      this.#options.onDropped?.(entry);
    }
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) {
      this.delete(key);
    }
  }
}
