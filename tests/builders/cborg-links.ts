import { type DecodeOptions, decode, type EncodeOptions, encode, Token, Type } from 'cborg';
import { CID } from 'multiformats/cid';

const LINK_TAG = 42;
const ENCODE_LINKS: EncodeOptions = {
  typeEncoders: {
    Object: (value: unknown) => {
      const cid = CID.asCID(value);
      return cid === null ? null : [new Token(Type.tag, LINK_TAG), new Token(Type.bytes, Uint8Array.of(0, ...cid.bytes))];
    },
  },
};
const DECODE_LINKS: DecodeOptions = { tags: { [LINK_TAG]: (content) => CID.decode((content() as Uint8Array).subarray(1)) } };

/** cborg with CIDs as tag 42, as a reference for our own CBOR in tests and benchmarks. */
export function encodeWithCborg(value: unknown): Uint8Array {
  return encode(value, ENCODE_LINKS);
}

export function decodeWithCborg(bytes: Uint8Array): unknown {
  return decode(bytes, DECODE_LINKS);
}
