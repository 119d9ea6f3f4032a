/**
 * Validates private keys. Called where the bytes enter curve arithmetic, so that no signing or derivation bypasses it.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, bytesToNumberLE } from '@noble/curves/utils.js';
import { DomainError } from '../domain-error.ts';
import type { SignatureType } from '../signatures/signature.ts';

/** A private key: Lotus' KeyInfo (lotus chain/types/keystore.go). */
export interface PrivateKey {
  readonly type: SignatureType;
  /** 32 bytes as Lotus stores them: big-endian for secp256k1 and delegated, little-endian for BLS. */
  readonly privateKey: Uint8Array;
}

const LENGTH = 32;

/**
 * Check a private key. Throws `DomainError` `private-key-length`, `private-key-zero` or `private-key-range` (the curve's order and
 * above). The BLS library would reduce a number beyond the order, resulting in another key. Lotus accepts a BLS key of zero
 * (bls-signatures src/key.rs), whose signatures are worthless.
 */
export function requirePrivateKey(type: SignatureType, privateKey: Uint8Array): void {
  if (privateKey.length !== LENGTH) throw new DomainError('private-key-length', `A private key has 32 bytes, not ${privateKey.length}.`);
  if (privateKey.every((byte) => byte === 0))
    throw new DomainError('private-key-zero', 'A private key of zeros is not valid. Use another one.');
  const isInRange =
    type === 'bls' ? bytesToNumberLE(privateKey) < bls12_381.fields.Fr.ORDER : bytesToNumberBE(privateKey) < secp256k1.Point.Fn.ORDER;
  if (!isInRange)
    throw new DomainError('private-key-range', `The private key is out of range for type ${type}. Check the key type and the byte order.`);
}
