/** A masked body that is small enough for memory. */
import type { BodyFacts } from '../../../shared/ipc/schemas/inspector.ts';
import { type BodyQuestion, type OpenedBody, openBody } from './body-tree.ts';
import type { RecordedBody } from './call-source.ts';

/** There may be hundreds of thousands of these, so they have few fields and compute the rest on demand. */
export class MemoryBody implements RecordedBody {
  readonly #text: string;
  readonly #sizeBytes: number;
  readonly #isTruncated: boolean;

  /**
   * @param text masked; encoded as UTF-8 when read
   * @param sizeBytes size before masking
   */
  constructor(text: string, sizeBytes: number, isTruncated = false) {
    this.#text = text;
    this.#isTruncated = isTruncated;
    this.#sizeBytes = sizeBytes;
  }

  get facts(): BodyFacts {
    return {
      sizeBytes: this.#sizeBytes,
      recordedBytes: Buffer.byteLength(this.#text),
      isTruncated: this.#isTruncated,
      isJson: looksLikeJson(this.#text),
    };
  }

  /** Memory: one byte per character, or two if any character needs more. */
  get heldBytes(): number {
    const { length } = this.#text;
    return Buffer.byteLength(this.#text) === length ? length : 2 * length;
  }

  async read(offset: number, lengthBytes: number): Promise<Uint8Array> {
    return Buffer.from(this.#text).subarray(offset, offset + lengthBytes);
  }

  async open(question: BodyQuestion): Promise<OpenedBody> {
    return openBody(Buffer.from(this.#text), question);
  }
}

/** Guess by the first character: HTML and plain text begin differently. */
export function looksLikeJson(content: string | Uint8Array): boolean {
  const start = typeof content === 'string' ? content.slice(0, 64) : Buffer.from(content.subarray(0, 64)).toString('latin1');
  return /^\s*[[{"]/.test(start);
}
