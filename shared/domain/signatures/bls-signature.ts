/**
 * Filecoin's BLS signatures: curve BLS12-381, public keys in G1 (48 bytes), signatures in G2 (96 bytes), both compressed.
 *
 * Sources: lotus lib/sigs/bls, filecoin-ffi rust/src/bls, bls-signatures. Points outside their curve or subgroup, points whose
 * coordinate is not below the field's order, and the point at infinity as key or signature are refused. Private keys are
 * little-endian, as in filecoin-ffi; other software for this curve uses big-endian.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { DomainError } from '../domain-error.ts';
import { bytesToHex } from '../encoding/bytes.ts';
import { requirePrivateKey } from '../keys/private-key.ts';

const DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
const PUBLIC_KEY_LENGTH = 48;
const SIGNATURE_LENGTH = 96;
const { longSignatures } = bls12_381;

/** Signed bytes and the key that claims to have signed them. */
export interface BlsPair {
  /** 48 bytes: the payload of an f3 address. */
  readonly publicKey: Uint8Array;
  /** Signed bytes: for a message the 38 bytes of its CID. */
  readonly bytes: Uint8Array;
}

/** The public key (48 bytes) of a private key (32 bytes, little-endian). Throws `DomainError` as `requirePrivateKey`. */
export function blsPublicKey(privateKey: Uint8Array): Uint8Array {
  return withBigEndian(privateKey, (key) => longSignatures.getPublicKey(key).toBytes(true));
}

/** Sign bytes. The caller zeroes the key (32 bytes, little-endian). Returns 96 bytes. Throws as `requirePrivateKey`. */
export function signBls(privateKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  return withBigEndian(privateKey, (key) => longSignatures.sign(longSignatures.hash(bytes, DST), key).toBytes(true));
}

/** Whether the key (48 bytes) signed these bytes. Never throws. */
export function verifyBls(data: Uint8Array, publicKey: Uint8Array, bytes: Uint8Array): boolean {
  if (data.length !== SIGNATURE_LENGTH || publicKey.length !== PUBLIC_KEY_LENGTH) return false;
  try {
    return longSignatures.verify(data, longSignatures.hash(bytes, DST), publicKey);
  } catch {
    // Not a point of the curve or subgroup: not a valid signature.
    return false;
  }
}

/** Aggregate signature of a block without BLS messages: the compressed point at infinity (lotus chain/consensus/utils.go). */
export function emptyBlsAggregate(): Uint8Array {
  const data = new Uint8Array(SIGNATURE_LENGTH);
  data[0] = 0xc0;
  return data;
}

/**
 * Aggregate signatures, in any order. Throws `DomainError` `bls-signature` if one is invalid. Does not verify them against
 * their messages.
 */
export function aggregateBlsSignatures(signatures: readonly Uint8Array[]): Uint8Array {
  if (signatures.length === 0) return emptyBlsAggregate();
  try {
    return longSignatures.aggregateSignatures(signatures.map((data) => longSignatures.Signature.fromBytes(data))).toBytes(true);
  } catch {
    throw new DomainError('bls-signature', 'One of the signatures is not a valid BLS signature (96 bytes, a point in G2).');
  }
}

/**
 * Whether an aggregate signature covers exactly these pairs. Never throws. As in filecoin-ffi, repeated bytes are rejected, which
 * prevents rogue-key attacks. An empty list matches the empty aggregate only (Lotus does not check the aggregate
 * of a block without BLS messages).
 *
 * Uses one pairing per key, not per message: e(P, A) · e(P, B) = e(P, A + B).
 */
export function verifyBlsAggregate(data: Uint8Array, pairs: readonly BlsPair[]): boolean {
  if (data.length !== SIGNATURE_LENGTH || pairs.some(({ publicKey }) => publicKey.length !== PUBLIC_KEY_LENGTH)) return false;
  if (pairs.length === 0) return bytesToHex(data) === bytesToHex(emptyBlsAggregate());
  if (new Set(pairs.map(({ bytes }) => bytesToHex(bytes))).size !== pairs.length) return false;
  try {
    const messages = new Map<string, ReturnType<typeof longSignatures.hash>>();
    for (const { publicKey, bytes } of pairs) {
      const key = bytesToHex(publicKey);
      const point = longSignatures.hash(bytes, DST);
      messages.set(key, messages.get(key)?.add(point) ?? point);
    }
    const items = [...messages].map(([key, message]) => ({ message, publicKey: bls12_381.G1.Point.fromHex(key) }));
    return longSignatures.verifyBatch(data, items);
  } catch {
    // Not a point of the curve or subgroup: not a valid signature.
    return false;
  }
}

function withBigEndian<T>(privateKey: Uint8Array, use: (key: Uint8Array) => T): T {
  requirePrivateKey('bls', privateKey);
  const key = privateKey.toReversed();
  try {
    return use(key);
  } finally {
    key.fill(0);
  }
}
