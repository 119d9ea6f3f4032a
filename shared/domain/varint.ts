/**
 * Unsigned varints: seven bits a byte, the lowest first, in their shortest form and of at most 63 bits. The ids of addresses, the
 * codes of CIDs and the padding of pieces stand in them. Source: multiformats/go-varint.
 */

/** 63 bits. */
const MAX_BYTES = 9;
/** What seven bytes hold stays exact in a `number`. */
const LOW_BYTES = 7;

/** The bytes of a whole number of 0 to 2^63 − 1. */
export function encodeVarint(value: number | bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  // Numbers are many times faster than bigint.
  for (; typeof rest === 'bigint' && rest > Number.MAX_SAFE_INTEGER; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  let low = Number(rest);
  for (; low >= 0x80; low = Math.floor(low / 0x80)) bytes.push((low % 0x80) | 0x80);
  bytes.push(low);
  return bytes;
}

/** A number, a bigint from 2^53 on, and where its bytes end. */
export interface Varint {
  readonly value: number | bigint;
  readonly end: number;
}

/** The varint that begins at a position; `malformed` where it is cut off or longer than needed, `too-large` beyond 63 bits. */
export function readVarint(bytes: Uint8Array, start: number): Varint | 'malformed' | 'too-large' {
  let low = 0;
  let high = 0;
  for (let index = 0; index < MAX_BYTES; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return 'malformed';
    if (index < LOW_BYTES) low += (byte & 0x7f) * 2 ** (7 * index);
    else high += (byte & 0x7f) * 2 ** (7 * (index - LOW_BYTES));
    if (byte >= 0x80) continue;
    if (byte === 0 && index > 0) return 'malformed';
    // 49 bits are low, four more stay exact.
    return { value: high < 16 ? high * 2 ** 49 + low : (BigInt(high) << 49n) | BigInt(low), end: start + index + 1 };
  }
  return 'too-large';
}
