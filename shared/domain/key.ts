/**
 * Private keys and the addresses they control.
 *
 * Who zeroes: a `Key` holds its own copy of the private key; whoever holds the `Key` zeroes it with `zeroKey` after use. The bytes
 * given to a function stay the caller's. No module of the domain keeps a key after its function has returned. What cannot be zeroed:
 * the big integers that the curves compute with, and keys that were text (exports, phrases), live until the collector takes them.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Address, delegatedAddress } from './address.ts';
import { blsPublicKey } from './bls-signature.ts';
import { ETHEREUM_NAMESPACE } from './eth-address.ts';
import { addressFromBlsPublicKey, addressFromSecp256k1PublicKey } from './key-address.ts';
import { type PrivateKey, requirePrivateKey } from './private-key.ts';
import type { SignatureType } from './signature.ts';

/** The kinds of keys are those of signatures (lotus chain/types/keystore.go). */
export type KeyType = SignatureType;

/** A private key with what follows from it. */
export interface Key extends PrivateKey {
  /** secp256k1 and delegated: 65 bytes, uncompressed; BLS: 48 bytes, compressed. */
  readonly publicKey: Uint8Array;
  /** f1, f3 or f410f. */
  readonly address: Address;
}

/** The key of 32 private bytes, of which it holds a copy. Throws `DomainError` as `requirePrivateKey`. */
export function keyFromPrivateKey(type: KeyType, privateKey: Uint8Array): Key {
  requirePrivateKey(type, privateKey);
  const publicKey = type === 'bls' ? blsPublicKey(privateKey) : secp256k1.getPublicKey(privateKey, false);
  return { type, privateKey: Uint8Array.from(privateKey), publicKey, address: addressFromPublicKey(type, publicKey) };
}

/** Overwrites the private bytes of a key. The public part stays. */
export function zeroKey(key: PrivateKey): void {
  key.privateKey.fill(0);
}

/** The address of a public key: a point of 65 or 33 bytes for secp256k1 and delegated, 48 bytes for BLS. Throws for what is none. */
export function addressFromPublicKey(type: KeyType, publicKey: Uint8Array): Address {
  switch (type) {
    case 'secp256k1':
      return addressFromSecp256k1PublicKey(publicKey);
    case 'bls':
      return addressFromBlsPublicKey(publicKey);
    case 'delegated':
      // Ethereum's address: the last 20 bytes of keccak-256 over x and y (lotus chain/types/ethtypes EthAddressFromPubKey).
      return delegatedAddress(
        ETHEREUM_NAMESPACE,
        keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20),
      );
    default:
      return type satisfies never;
  }
}
