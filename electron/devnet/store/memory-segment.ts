import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { BlockSegment } from './segmented-blocks.ts';

/** A segment of a chain in memory. */
export class MemorySegment implements BlockSegment {
  readonly start: number;
  readonly isDamaged = false;
  readonly #blocks = new Map<Cid, Uint8Array>();

  constructor(start: number) {
    this.start = start;
  }

  find(cid: Cid): Uint8Array | undefined {
    return this.#blocks.get(cid);
  }

  has(cid: Cid): boolean {
    return this.#blocks.has(cid);
  }

  add(cid: Cid, bytes: Uint8Array): void {
    this.#blocks.set(cid, bytes);
  }

  flush(): void {}

  close(): void {}

  remove(): void {
    this.#blocks.clear();
  }
}
