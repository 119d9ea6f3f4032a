/** Addresses of public keys. Separate from `address.ts` to keep elliptic curves out of bundles that only parse addresses. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, addressFromBytes } from '../addresses/address.ts';
import { concatBytes } from '../encoding/bytes.ts';

const HASH_LENGTH = 20;

/** f1: blake2b-160 of the 65-byte uncompressed public key. Accepts compressed keys too. */
export function addressFromSecp256k1PublicKey(publicKey: Uint8Array): Address {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return addressFromBytes(concatBytes(Uint8Array.of(1), blake2b(uncompressed, { dkLen: HASH_LENGTH })));
}

/** f3: the compressed G1 public key itself. Throws `DomainError` `address-payload` if it does not have 48 bytes. */
export function addressFromBlsPublicKey(publicKey: Uint8Array): Address {
  return addressFromBytes(concatBytes(Uint8Array.of(3), publicKey));
}
