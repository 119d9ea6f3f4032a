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
  /** Maximum age of an answer. */
  readonly onDropped?: (answer: CachedAnswer) => void;
}

/** LRU cache of immutable answers. Sizes are those of the replies. */
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

  /** False if the answer is too large. */
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
