/** A masked body that is small enough to lie in memory. */
import type { BodyFacts } from '../../../shared/ipc/schemas/inspector.ts';
import { type BodyQuestion, type OpenedBody, openBody } from './body-tree.ts';
import type { RecordedBody } from './call-source.ts';

/** There are hundreds of thousands of these: a few fields, and the rest is worked out when it is asked for. */
export class MemoryBody implements RecordedBody {
  readonly #text: string;
  readonly #sizeBytes: number;
  readonly #isTruncated: boolean;

  /**
   * @param text masked; turned into UTF-8 when it is read
   * @param sizeBytes of the body before it was masked
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

  /** One byte a character, or two where one of them needs more. */
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

/** By its first letter: a page or a bare text begins otherwise. */
export function looksLikeJson(content: string | Uint8Array): boolean {
  const start = typeof content === 'string' ? content.slice(0, 64) : Buffer.from(content.subarray(0, 64)).toString('latin1');
  return /^\s*[[{"]/.test(start);
}
