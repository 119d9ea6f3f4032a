/**
 * Unsigned varints: seven bits per byte, lowest first, minimal, at most 63 bits. Used for IDs in addresses, codes in CIDs and the
 * padding of pieces. Source: multiformats/go-varint.
 */

/** 63 bits. */
const MAX_BYTES = 9;
/** Seven bytes (49 bits) are exact in a `number`. */
const LOW_BYTES = 7;

/** Encode an integer from 0 to 2^63 − 1. */
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

/** A decoded number (bigint from 2^53 on) and the end position. */
export interface Varint {
  readonly value: number | bigint;
  readonly end: number;
}

/** Decode the varint at a position; `malformed` if it is truncated or not minimal, `too-large` beyond 63 bits. */
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
    // 49 bits plus four more stay exact.
    return { value: high < 16 ? high * 2 ** 49 + low : (BigInt(high) << 49n) | BigInt(low), end: start + index + 1 };
  }
  return 'too-large';
}
