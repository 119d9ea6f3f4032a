/**
 * Signatures of the curve secp256k1, as Filecoin writes them: r, s, recovery id, 65 bytes.
 *
 * What is refused is what Lotus refuses (lotus lib/sigs/secp, go-crypto, secp256k1-voi): r or s outside 1 … n − 1, a recovery id
 * above 3, another length. A high s is accepted, as Lotus accepts it when it verifies, and never written, as Lotus never writes it:
 * whoever holds a valid signature can make the second one (n − s, the other recovery id), so that two CIDs of signed messages can
 * belong to one unsigned message. The recovery ids 2 and 3 stand for r + n as the x of a point; honest signers practically never
 * meet them.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import type { Address } from './address.ts';
import { addressFromSecp256k1PublicKey } from './key-address.ts';
import { requirePrivateKey } from './private-key.ts';

/** r (32 bytes), s (32 bytes), recovery id. */
const LENGTH = 65;

/**
 * Signs a digest of 32 bytes: deterministic (RFC 6979), low s, recovery id 0 or 1. Returns r, s, recovery id (65 bytes). The key
 * has 32 bytes, big-endian, and stays the caller's to zero. Throws `DomainError` as `requirePrivateKey`.
 */
export function signSecp256k1Digest(privateKey: Uint8Array, digest: Uint8Array): Uint8Array {
  requirePrivateKey('secp256k1', privateKey);
  const recovered = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' });
  const data = new Uint8Array(LENGTH);
  data.set(recovered.subarray(1));
  data[LENGTH - 1] = recovered[0] ?? 0;
  return data;
}

/** The public key (65 bytes, uncompressed) that made a signature over a digest; undefined where no key did. Never throws. */
export function recoverSecp256k1PublicKey(data: Uint8Array, digest: Uint8Array): Uint8Array | undefined {
  if (data.length !== LENGTH) return undefined;
  const recovered = new Uint8Array(LENGTH);
  recovered[0] = data[LENGTH - 1] ?? 0;
  recovered.set(data.subarray(0, LENGTH - 1), 1);
  try {
    return secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(digest).toBytes(false);
  } catch {
    // no point of the curve fits these numbers: it is nobody's signature
    return undefined;
  }
}

/** The public key that made a signature over bytes as Lotus does it, over their blake2b-256; undefined where no key did. Never throws. */
export function recoverSecp256k1SignerKey(data: Uint8Array, bytes: Uint8Array): Uint8Array | undefined {
  return recoverSecp256k1PublicKey(data, blake2b(bytes, { dkLen: 32 }));
}

/** Signs bytes as Lotus does for keys of type secp256k1: over their blake2b-256. */
export function signSecp256k1(privateKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  return signSecp256k1Digest(privateKey, blake2b(bytes, { dkLen: 32 }));
}

/** Whether the key behind an f1 address signed these bytes. Never throws. */
export function verifySecp256k1(data: Uint8Array, address: Address, bytes: Uint8Array): boolean {
  const publicKey = recoverSecp256k1SignerKey(data, bytes);
  return publicKey !== undefined && addressFromSecp256k1PublicKey(publicKey) === address;
}
