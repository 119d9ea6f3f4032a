/** Bytes and their text forms. */

import { concatBytes as concat, hexToBytes as fromHex, utf8ToBytes as fromUtf8, bytesToHex as toHex } from '@noble/hashes/utils.js';
import { base64, utf8 } from '@scure/base';
import { DomainError } from '../domain-error.ts';

/** Lower-case hex without a prefix. */
export function bytesToHex(bytes: Uint8Array): string {
  return toHex(bytes);
}

/** Parse hex with or without 0x, in either case. Throws `DomainError` `hex`. */
export function hexToBytes(text: string): Uint8Array {
  try {
    return fromHex(text.startsWith('0x') ? text.slice(2) : text);
  } catch {
    throw new DomainError('hex', 'Not valid hexadecimal. Expected an even number of digits 0-9 and a-f.');
  }
}

/** Encode as standard padded base64, as nodes write byte fields. */
export function bytesToBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}

/** Decode standard padded base64. Throws `DomainError` `base64`. */
export function base64ToBytes(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw new DomainError('base64', 'Not valid base64. Expected base64 with padding (=).');
  }
}

/** Concatenate byte strings. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return concat(...parts);
}

/** Encode text as UTF-8; a lone surrogate becomes U+FFFD. */
export function utf8ToBytes(text: string): Uint8Array {
  return fromUtf8(text);
}

/** Decode UTF-8, with U+FFFD for every invalid byte, as Go prints it. */
export function bytesToUtf8Lossy(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    text += length === 0 ? '\uFFFD' : utf8.encode(bytes.subarray(at, at + length));
    at += Math.max(length, 1);
  }
  return text;
}

/** Length of the UTF-8 character at a position; 0 if invalid. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let next = at + 1; next < at + length; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  // Overlong, a surrogate, or beyond U+10FFFF.
  const isWrong =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f);
  return isWrong ? 0 : length;
}

/** Whether two byte strings are equal. Not in constant time: do not use for secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
