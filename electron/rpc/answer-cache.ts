import { LruMap } from '../../shared/collections/lru-map.ts';
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
  /** A larger answer would push out too many others. */
  readonly #maxEntryBytes: number;
  readonly #entries: LruMap<string, Entry<T>>;

  constructor(options: AnswerCacheOptions) {
    this.#maxEntryBytes = options.maxBytes / 8;
    this.#entries = new LruMap({
      maxEntries: options.maxEntries,
      maxSize: options.maxBytes,
      sizeOf: ({ sizeBytes }) => sizeBytes,
      onDropped: (entry) => options.onDropped?.(entry),
    });
  }

  get(key: string): CachedAnswer<T> | undefined {
    return this.#entries.get(key);
  }

  /** False where the answer is too large to be kept. */
  set(key: string, answer: CachedAnswer<T>, sizeBytes: number): boolean {
    if (sizeBytes > this.#maxEntryBytes) return false;
    this.#entries.set(key, { ...answer, sizeBytes });
    return true;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
