import { type Codec, decodeBlock } from '../../../shared/domain/ipld/codec.ts';

/** First byte of a CBOR array of up to 23 values, without the count. */
const SHORT_ARRAY = 0x80;

/** A codec, and the number of fields of its tuple. */
type Form<T> = readonly [codec: Codec<T>, fields: number];

/**
 * Read an actor state whose format changed in network version 29, in either format: the state itself has no version, and old states
 * are still read after the upgrade.
 */
export function openEither<Before, After>(bytes: Uint8Array, [before]: Form<Before>, [after, fields]: Form<After>): Before | After {
  return bytes[0] === (SHORT_ARRAY | fields) ? decodeBlock(after, bytes) : decodeBlock(before, bytes);
}
