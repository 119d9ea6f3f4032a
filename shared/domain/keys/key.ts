/**
 * Private keys and the addresses they control.
 *
 * Ownership: a `Key` has its own copy of the private key; its owner zeroes it with `zeroKey` after use. Bytes passed to a function
 * are zeroed by the caller. No module in shared/domain keeps a key after its function returns. Not zeroed, until garbage collection:
 * big integers in curve arithmetic, and keys that were text (exports, phrases).
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Address, delegatedAddress } from '../addresses/address.ts';
import { ETHEREUM_NAMESPACE } from '../addresses/eth-address.ts';
import { blsPublicKey } from '../signatures/bls-signature.ts';
import type { SignatureType } from '../signatures/signature.ts';
import { addressFromBlsPublicKey, addressFromSecp256k1PublicKey } from './key-address.ts';
import { type PrivateKey, requirePrivateKey } from './private-key.ts';

/** Key types are signature types (lotus chain/types/keystore.go). */
export type KeyType = SignatureType;

/** A private key with its public key and address. */
export interface Key extends PrivateKey {
  /** secp256k1 and delegated: 65 bytes, uncompressed; BLS: 48 bytes, compressed. */
  readonly publicKey: Uint8Array;
  /** f1, f3 or f410f. */
  readonly address: Address;
}

/** Create a key with a copy of 32 private bytes. Throws `DomainError` as `requirePrivateKey`. */
export function keyFromPrivateKey(type: KeyType, privateKey: Uint8Array): Key {
  requirePrivateKey(type, privateKey);
  const publicKey = type === 'bls' ? blsPublicKey(privateKey) : secp256k1.getPublicKey(privateKey, false);
  return { type, privateKey: Uint8Array.from(privateKey), publicKey, address: addressFromPublicKey(type, publicKey) };
}

/** Zero the private bytes of a key. */
export function zeroKey(key: PrivateKey): void {
  key.privateKey.fill(0);
}

/** Return the address of a public key: 65 or 33 bytes for secp256k1 and delegated, 48 bytes for BLS. Throws if it is invalid. */
export function addressFromPublicKey(type: KeyType, publicKey: Uint8Array): Address {
  switch (type) {
    case 'secp256k1':
      return addressFromSecp256k1PublicKey(publicKey);
    case 'bls':
      return addressFromBlsPublicKey(publicKey);
    case 'delegated':
      // Ethereum address: the last 20 bytes of keccak-256 over x and y (lotus chain/types/ethtypes EthAddressFromPubKey).
      return delegatedAddress(
        ETHEREUM_NAMESPACE,
        keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20),
      );
    default:
      return type satisfies never;
  }
}
