/** Numbers of methods that follow from their names (FRC-0042). */
import { blake2b } from '@noble/hashes/blake2.js';
import { utf8ToBytes } from './bytes.ts';
import { DomainError } from './domain-error.ts';

/** Numbers from here on are made from names; those below are given out by hand and closed to contracts of users. */
export const FIRST_EXPORTED_METHOD = 1n << 24n;
const CONSTRUCTOR = 1n;

/**
 * The number of a method's name: the first big-endian word of 4 bytes, of the blake2b-512 of `1|Name`, that is not below 2^24.
 * `Constructor` is 1. Throws `DomainError` `method-name` where the name does not begin with an upper-case letter or `_`,
 * or has other characters than letters, digits and `_`. Source: FRC-0042.
 */
export function methodNumberOfName(name: string): bigint {
  if (!/^[A-Z_][A-Za-z0-9_]*$/.test(name)) {
    throw new DomainError('method-name', 'The name of a method begins with an upper-case letter or _, and has letters, digits and _ only.');
  }
  if (name === 'Constructor') return CONSTRUCTOR;
  const digest = blake2b(utf8ToBytes(`1|${name}`), { dkLen: 64 });
  const view = new DataView(digest.buffer, digest.byteOffset, digest.length);
  for (let offset = 0; offset < digest.length; offset += 4) {
    const number = BigInt(view.getUint32(offset));
    if (number >= FIRST_EXPORTED_METHOD) return number;
  }
  throw new DomainError('method-name', 'No method number can be made from this name: choose another.');
}
