/**
 * Canonical dag-cbor: definite lengths, shortest integers, CIDs as tag 42. Refuses what a node would refuse.
 * Big integers (amounts, power) are byte strings with a sign byte, as Filecoin writes them.
 */
import { decode, encode, type TagDecoder, Token, Type } from 'cborg';
import { CID } from 'multiformats/cid';
import { bytesToHex, concatBytes, equalBytes, hexToBytes } from './bytes.ts';
import { DomainError } from './domain-error.ts';

const CID_TAG = 42;
const MAX_BIG_INTEGER_BYTES = 128;

export type CborValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | CID
  | readonly CborValue[]
  | { readonly [key: string]: CborValue };

export function encodeCbor(value: CborValue): Uint8Array {
  return encode(value, {
    float64: true,
    typeEncoders: {
      Object: (object: { asCID?: unknown }) => {
        const cid = CID.asCID(object);
        return cid === null ? null : [new Token(Type.tag, CID_TAG), new Token(Type.bytes, concatBytes(Uint8Array.of(0), cid.bytes))];
      },
    },
  });
}

const decodeCidTag: TagDecoder = (content) => {
  const bytes = content();
  if (!(bytes instanceof Uint8Array) || bytes[0] !== 0) throw new Error('a CID has a zero byte before it');
  return CID.decode(bytes.slice(1));
};

/** Decodes canonical dag-cbor; integers beyond 2^53 are bigint. Throws `DomainError` `cbor`. */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const value = readCbor(bytes);
  // What the decoder lets pass (short floats, keys out of order) would have another CID when written again.
  if (!equalBytes(encodeCbor(value), bytes)) throw new DomainError('cbor', 'These bytes are CBOR, but not in its canonical form.');
  return value;
}

/**
 * Decodes CBOR that is only looked at and never hashed, such as parameters: as `decodeCbor`, but what would be written
 * otherwise passes, and text that is no UTF-8 (labels of old deals) has U+FFFD in it. Throws `DomainError` `cbor`.
 */
export function readCbor(bytes: Uint8Array): CborValue {
  try {
    return decode(bytes, {
      strict: true,
      allowIndefinite: false,
      allowUndefined: false,
      allowNaN: false,
      allowInfinity: false,
      allowBigInt: true,
      rejectDuplicateMapKeys: true,
      tags: { [CID_TAG]: decodeCidTag },
    }) as CborValue;
  } catch (error) {
    throw new DomainError('cbor', `These bytes are not canonical CBOR: ${error instanceof Error ? error.message : 'unknown reason'}.`);
  }
}

/** Zero is empty; otherwise a sign byte (0 positive, 1 negative) and the big-endian magnitude. */
export function encodeBigIntBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const magnitude = (value < 0n ? -value : value).toString(16);
  return concatBytes(Uint8Array.of(value < 0n ? 1 : 0), hexToBytes(magnitude.length % 2 === 0 ? magnitude : `0${magnitude}`));
}

/** Reads a big integer; tolerates leading zeros of the magnitude, which are never written. Throws `DomainError` `big-integer`. */
export function decodeBigIntBytes(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  if (bytes.length > MAX_BIG_INTEGER_BYTES) throw new DomainError('big-integer', 'A big integer has at most 128 bytes.');
  const sign = bytes[0];
  if (sign !== 0 && sign !== 1) throw new DomainError('big-integer', 'A big integer begins with a sign byte, 0 or 1.');
  if (bytes.length === 1) return 0n;
  const magnitude = BigInt(`0x${bytesToHex(bytes.slice(1))}`);
  return sign === 1 ? -magnitude : magnitude;
}
