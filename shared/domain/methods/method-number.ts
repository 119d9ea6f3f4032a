/** Method numbers derived from names (FRC-0042). */
import { blake2b } from '@noble/hashes/blake2.js';
import { DomainError } from '../domain-error.ts';
import { utf8ToBytes } from '../encoding/bytes.ts';

/** First exported method number; lower numbers are assigned by hand and closed to user contracts. */
export const FIRST_EXPORTED_METHOD = 1n << 24n;
const CONSTRUCTOR = 1n;

/**
 * Return the number of a method name: the first big-endian 4-byte word of the blake2b-512 of `1|Name` that is not below 2^24.
 * `Constructor` is 1. Throws `DomainError` `method-name` if the name does not start with an upper-case letter or `_`,
 * or has characters other than letters, digits and `_`. Source: FRC-0042.
 */
export function methodNumberOfName(name: string): bigint {
  if (!/^[A-Z_][A-Za-z0-9_]*$/.test(name)) {
    throw new DomainError('method-name', 'A method name starts with an upper-case letter or _ and contains only letters, digits and _.');
  }
  if (name === 'Constructor') return CONSTRUCTOR;
  const digest = blake2b(utf8ToBytes(`1|${name}`), { dkLen: 64 });
  const view = new DataView(digest.buffer, digest.byteOffset, digest.length);
  for (let offset = 0; offset < digest.length; offset += 4) {
    const number = BigInt(view.getUint32(offset));
    if (number >= FIRST_EXPORTED_METHOD) return number;
  }
  throw new DomainError('method-name', 'No method number can be derived from this name. Choose another.');
}
