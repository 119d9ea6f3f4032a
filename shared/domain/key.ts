/**
 * Private keys and the addresses they control.
 *
 * Who zeroes: a `Key` holds its own copy of the private key; whoever holds the `Key` zeroes it with `zeroKey` after use. The bytes
 * given to a function stay the caller's. No module of the domain keeps a key after its function has returned. What cannot be zeroed:
 * the big integers that the curves compute with, and keys that were text (exports, phrases), live until the collector takes them.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE, bytesToNumberLE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Address, addressFromBlsPublicKey, addressFromSecp256k1PublicKey, delegatedAddress } from './address.ts';
import { blsPublicKey } from './bls-signature.ts';
import { DomainError } from './domain-error.ts';
import { ETHEREUM_NAMESPACE } from './eth-address.ts';
import type { SignatureType } from './signature.ts';

/** The kinds of keys are those of signatures (lotus chain/types/keystore.go). */
export type KeyType = SignatureType;

/** What signs: Lotus' KeyInfo (lotus chain/types/keystore.go). */
export interface PrivateKey {
  readonly type: KeyType;
  /** 32 bytes as Lotus stores them: big-endian for secp256k1 and delegated, little-endian for BLS. */
  readonly privateKey: Uint8Array;
}

/** A private key with what follows from it. */
export interface Key extends PrivateKey {
  /** secp256k1 and delegated: 65 bytes, uncompressed; BLS: 48 bytes, compressed. */
  readonly publicKey: Uint8Array;
  /** f1, f3 or f410f. */
  readonly address: Address;
}

const PRIVATE_KEY_LENGTH = 32;

/**
 * The key of 32 private bytes, of which it holds a copy. Throws `DomainError` `private-key-length`, `private-key-zero` or
 * `private-key-range` (the curve's order and above). Lotus lets a BLS key of zero pass (bls-signatures src/key.rs); it is refused
 * here, because its signatures are worth nothing.
 */
export function keyFromPrivateKey(type: KeyType, privateKey: Uint8Array): Key {
  requirePrivateKey(type, privateKey);
  const publicKey = type === 'bls' ? blsPublicKey(privateKey) : secp256k1.getPublicKey(privateKey, false);
  return { type, privateKey: Uint8Array.from(privateKey), publicKey, address: addressFromPublicKey(type, publicKey) };
}

/** Overwrites the private bytes of a key. The public part stays. */
export function zeroKey(key: PrivateKey): void {
  key.privateKey.fill(0);
}

/** The address of a public key: 65 or 33 bytes for secp256k1, 65 for delegated, 48 for BLS. */
export function addressFromPublicKey(type: KeyType, publicKey: Uint8Array): Address {
  switch (type) {
    case 'secp256k1':
      return addressFromSecp256k1PublicKey(publicKey);
    case 'bls':
      return addressFromBlsPublicKey(publicKey);
    case 'delegated':
      // Ethereum's address: the last 20 bytes of keccak-256 over x and y (lotus chain/types/ethtypes EthAddressFromPubKey).
      return delegatedAddress(ETHEREUM_NAMESPACE, keccak_256(publicKey.subarray(1)).subarray(-20));
    default:
      return type satisfies never;
  }
}

/**
 * Refuses bytes that are no private key of this type, as `keyFromPrivateKey` does. Every signature is made behind it: the library of
 * the BLS curve would take a number beyond the order for another one, and a key that was zeroed for a mistake of the program.
 */
export function requirePrivateKey(type: KeyType, privateKey: Uint8Array): void {
  if (privateKey.length !== PRIVATE_KEY_LENGTH)
    throw new DomainError('private-key-length', `A private key has 32 bytes; this one has ${privateKey.length}.`);
  if (privateKey.every((byte) => byte === 0))
    throw new DomainError('private-key-zero', 'A private key of zeros signs nothing. Use another one.');
  const isInRange =
    type === 'bls' ? bytesToNumberLE(privateKey) < bls12_381.fields.Fr.ORDER : bytesToNumberBE(privateKey) < secp256k1.Point.Fn.ORDER;
  if (!isInRange)
    throw new DomainError('private-key-range', `This number is too large for a ${type} key: check its type and the order of its bytes.`);
}
