/** Private keys and the addresses they control. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type Address, addressFromSecp256k1PublicKey } from './address.ts';
import { DomainError } from './domain-error.ts';

export interface Secp256k1Key {
  /** 32 bytes, big-endian. The holder zeroes it after use. */
  readonly privateKey: Uint8Array;
  /** 65 bytes, uncompressed. */
  readonly publicKey: Uint8Array;
  readonly address: Address;
}

/** Throws `DomainError` `private-key` for zero, for values beyond the curve's order and for other lengths. */
export function secp256k1KeyFromPrivateKey(privateKey: Uint8Array): Secp256k1Key {
  if (!secp256k1.utils.isValidSecretKey(privateKey))
    throw new DomainError('private-key', 'This is not a private key of the curve secp256k1.');
  const publicKey = secp256k1.getPublicKey(privateKey, false);
  return { privateKey: Uint8Array.from(privateKey), publicKey, address: addressFromSecp256k1PublicKey(publicKey) };
}
