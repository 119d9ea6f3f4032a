import type { Cid } from '../cid.ts';
import { type Codec, decodeBlock } from '../ipld/codec.ts';
import { readBlock, type Walk } from '../ipld/walk.ts';

/** The object that a block is. Throws `DomainError` where its bytes are something else; `subject` is what the error calls it. */
export function* readObject<T>(codec: Codec<T>, cid: Cid, subject: string): Walk<T> {
  return decodeBlock(codec, yield* readBlock(cid), subject);
}
