import type { Cid } from '../../../shared/domain/cid.ts';

/** Blocks that were used lately, up to a number of bytes. */
export class ByteCache {
  readonly #maximumBytes: number;
  readonly #blocks = new Map<Cid, Uint8Array>();
  #bytes = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  get(cid: Cid): Uint8Array | undefined {
    const bytes = this.#blocks.get(cid);
    if (bytes !== undefined) this.#moveUp(cid, bytes);
    return bytes;
  }

  keep(cid: Cid, bytes: Uint8Array): void {
    if (!this.#blocks.has(cid)) this.#bytes += bytes.length;
    this.#moveUp(cid, bytes);
    for (const [oldest, { length }] of this.#blocks) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#blocks.delete(oldest);
      this.#bytes -= length;
    }
  }

  clear(): void {
    this.#blocks.clear();
    this.#bytes = 0;
  }

  #moveUp(cid: Cid, bytes: Uint8Array): void {
    this.#blocks.delete(cid);
    this.#blocks.set(cid, bytes);
  }
}
