import { type Codec, decodeBlock } from '../../../shared/domain/ipld/codec.ts';

/** The first byte of a CBOR array of up to 23 values, without their number. */
const SHORT_ARRAY = 0x80;

/** A codec, and how many fields its tuple has. */
type Form<T> = readonly [codec: Codec<T>, fields: number];

/**
 * The state of an actor that has another form since network version 29, of either version: a state does not say which it is, and the one
 * before the upgrade is still read after it.
 */
export function openEither<Before, After>(bytes: Uint8Array, [before]: Form<Before>, [after, fields]: Form<After>): Before | After {
  return bytes[0] === (SHORT_ARRAY | fields) ? decodeBlock(after, bytes) : decodeBlock(before, bytes);
}
