/**
 * secp256k1 signatures in Filecoin's form: r, s, recovery id, 65 bytes.
 *
 * Rejects what Lotus rejects (lotus lib/sigs/secp, go-crypto, secp256k1-voi): r or s outside 1 … n − 1, a recovery id
 * above 3, another length. Like Lotus, accepts a high s but never produces one: anyone can create a second valid signature
 * (n − s, the other recovery id), so one unsigned message can have two signed message CIDs. Recovery ids 2 and 3 mean an x of
 * r + n, which practically never occurs.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import type { Address } from '../addresses/address.ts';
import { addressFromSecp256k1PublicKey } from '../keys/key-address.ts';
import { requirePrivateKey } from '../keys/private-key.ts';

/** r (32 bytes), s (32 bytes), recovery id. */
const LENGTH = 65;

/**
 * Sign a digest of 32 bytes: deterministic (RFC 6979), low s, recovery id 0 or 1. Returns r, s, recovery id (65 bytes). The key
 * has 32 bytes, big-endian; the caller zeroes it. Throws `DomainError` as `requirePrivateKey`.
 */
export function signSecp256k1Digest(privateKey: Uint8Array, digest: Uint8Array): Uint8Array {
  requirePrivateKey('secp256k1', privateKey);
  const recovered = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' });
  const data = new Uint8Array(LENGTH);
  data.set(recovered.subarray(1));
  data[LENGTH - 1] = recovered[0] ?? 0;
  return data;
}

/** Recover the public key (65 bytes, uncompressed) of a signature over a digest; undefined if invalid. Never throws. */
export function recoverSecp256k1PublicKey(data: Uint8Array, digest: Uint8Array): Uint8Array | undefined {
  if (data.length !== LENGTH) return undefined;
  const recovered = new Uint8Array(LENGTH);
  recovered[0] = data[LENGTH - 1] ?? 0;
  recovered.set(data.subarray(0, LENGTH - 1), 1);
  try {
    return secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(digest).toBytes(false);
  } catch {
    // Not a point of the curve: not a valid signature.
    return undefined;
  }
}

/** Recover the public key of a signature over the blake2b-256 of bytes; undefined if invalid. Never throws. */
export function recoverSecp256k1SignerKey(data: Uint8Array, bytes: Uint8Array): Uint8Array | undefined {
  return recoverSecp256k1PublicKey(data, blake2b(bytes, { dkLen: 32 }));
}

/** Sign the blake2b-256 of bytes, as Lotus does for secp256k1 keys. */
export function signSecp256k1(privateKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  return signSecp256k1Digest(privateKey, blake2b(bytes, { dkLen: 32 }));
}

/** Whether the key of an f1 address signed these bytes. Never throws. */
export function verifySecp256k1(data: Uint8Array, address: Address, bytes: Uint8Array): boolean {
  const publicKey = recoverSecp256k1SignerKey(data, bytes);
  return publicKey !== undefined && addressFromSecp256k1PublicKey(publicKey) === address;
}
