/** A masked body that is small enough to lie in memory. */
import type { BodyFacts } from '../../../shared/ipc/schemas/inspector.ts';
import { openBody } from './body-tree.ts';
import type { RecordedBody } from './call-source.ts';

/**
 * @param content masked; text is held as it is and turned into UTF-8 when it is read
 * @param sizeBytes of the body before it was masked or cut
 */
export function memoryBody(
  content: string | Uint8Array,
  sizeBytes: number,
  isTruncated = false,
): RecordedBody & { readonly facts: BodyFacts } {
  const bytesOf = (): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : content);
  return {
    facts: {
      sizeBytes,
      recordedBytes: typeof content === 'string' ? Buffer.byteLength(content) : content.length,
      isTruncated,
      isJson: looksLikeJson(content),
    },
    read: async (offset, lengthBytes) => bytesOf().subarray(offset, offset + lengthBytes),
    open: async (question) => openBody(bytesOf(), question),
  };
}

/** By its first letter: a page or a bare text begins otherwise. */
export function looksLikeJson(content: string | Uint8Array): boolean {
  const start = typeof content === 'string' ? content.slice(0, 64) : Buffer.from(content.subarray(0, 64)).toString('latin1');
  return /^\s*[[{"]/.test(start);
}
