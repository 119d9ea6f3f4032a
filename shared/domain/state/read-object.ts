import type { Cid } from '../encoding/cid.ts';
import { type Codec, decodeBlock } from '../ipld/codec.ts';
import { readBlock, type Walk } from '../ipld/walk.ts';

/** Read and decode a block. Throws `DomainError` for other bytes; `subject` is used in the error. */
export function* readObject<T>(codec: Codec<T>, cid: Cid, subject: string): Walk<T> {
  return decodeBlock(codec, yield* readBlock(cid), subject);
}
