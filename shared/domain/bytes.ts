/** Bytes and their text forms. */

import { concatBytes as concat, hexToBytes as fromHex, utf8ToBytes as fromUtf8, bytesToHex as toHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { DomainError } from './domain-error.ts';

/** Lower-case hex without a prefix. */
export function bytesToHex(bytes: Uint8Array): string {
  return toHex(bytes);
}

/** Reads hex with or without 0x, either case. Throws `DomainError` `hex`. */
export function hexToBytes(text: string): Uint8Array {
  try {
    return fromHex(text.startsWith('0x') ? text.slice(2) : text);
  } catch {
    throw new DomainError('hex', 'This is not hexadecimal: an even number of the digits 0-9 and a-f is needed.');
  }
}

/** Standard padded base64, as nodes write byte fields. */
export function bytesToBase64(bytes: Uint8Array): string {
  return base64.encode(bytes);
}

/** Reads standard padded base64. Throws `DomainError` `base64`. */
export function base64ToBytes(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw new DomainError('base64', 'This is not padded base64.');
  }
}

export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return concat(...parts);
}

export function utf8ToBytes(text: string): Uint8Array {
  return fromUtf8(text);
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
