/**
 * The bytes of a private key, and what is none. Checked where the bytes meet their curve, so that no function that signs or derives
 * can be reached without.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, bytesToNumberLE } from '@noble/curves/utils.js';
import { DomainError } from './domain-error.ts';
import type { SignatureType } from './signature.ts';

/** What signs: Lotus' KeyInfo (lotus chain/types/keystore.go). */
export interface PrivateKey {
  readonly type: SignatureType;
  /** 32 bytes as Lotus stores them: big-endian for secp256k1 and delegated, little-endian for BLS. */
  readonly privateKey: Uint8Array;
}

const LENGTH = 32;

/**
 * Refuses bytes that are no private key of this type. Throws `DomainError` `private-key-length`, `private-key-zero` or
 * `private-key-range` (the curve's order and above). The library of the BLS curve would take a number beyond the order for its
 * remainder, which is another key. Lotus lets a BLS key of zero pass (bls-signatures src/key.rs); its signatures are worth nothing.
 */
export function requirePrivateKey(type: SignatureType, privateKey: Uint8Array): void {
  if (privateKey.length !== LENGTH)
    throw new DomainError('private-key-length', `A private key has 32 bytes; this one has ${privateKey.length}.`);
  if (privateKey.every((byte) => byte === 0))
    throw new DomainError('private-key-zero', 'A private key of zeros signs nothing. Use another one.');
  const isInRange =
    type === 'bls' ? bytesToNumberLE(privateKey) < bls12_381.fields.Fr.ORDER : bytesToNumberBE(privateKey) < secp256k1.Point.Fn.ORDER;
  if (!isInRange)
    throw new DomainError('private-key-range', `This number is too large for a ${type} key: check its type and the order of its bytes.`);
}
