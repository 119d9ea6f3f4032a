/**
 * BLS signatures of Filecoin: curve BLS12-381, public keys in G1 (48 bytes), signatures in G2 (96 bytes), both compressed.
 *
 * Sources: lotus lib/sigs/bls, filecoin-ffi rust/src/bls, bls-signatures. Points outside their curve or subgroup, points whose
 * coordinate is not below the field's order, and the point at infinity as key or signature are refused. Private keys are
 * little-endian, as filecoin-ffi reads and writes them; the curve's other software is big-endian.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bytesToHex } from './bytes.ts';
import { DomainError } from './domain-error.ts';
import { requirePrivateKey } from './private-key.ts';

const DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
const PUBLIC_KEY_LENGTH = 48;
const SIGNATURE_LENGTH = 96;
const { longSignatures } = bls12_381;

/** A message and the key that is said to have signed it. */
export interface BlsPair {
  /** 48 bytes: what an f3 address holds after its protocol byte. */
  readonly publicKey: Uint8Array;
  /** What was signed: for a message the 38 bytes of its CID. */
  readonly bytes: Uint8Array;
}

/** The public key (48 bytes) of a private key (32 bytes, little-endian). Throws `DomainError` as `requirePrivateKey`. */
export function blsPublicKey(privateKey: Uint8Array): Uint8Array {
  return withBigEndian(privateKey, (key) => longSignatures.getPublicKey(key).toBytes(true));
}

/** Signs bytes. The key (32 bytes, little-endian) stays the caller's to zero. Returns 96 bytes. Throws as `requirePrivateKey`. */
export function signBls(privateKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  return withBigEndian(privateKey, (key) => longSignatures.sign(longSignatures.hash(bytes, DST), key).toBytes(true));
}

/** Whether the key (48 bytes) signed these bytes. Never throws. */
export function verifyBls(data: Uint8Array, publicKey: Uint8Array, bytes: Uint8Array): boolean {
  if (data.length !== SIGNATURE_LENGTH || publicKey.length !== PUBLIC_KEY_LENGTH) return false;
  try {
    return longSignatures.verify(data, longSignatures.hash(bytes, DST), publicKey);
  } catch {
    // a point outside the curve or the subgroup: it is nobody's signature
    return false;
  }
}

/** What a block without BLS messages carries as aggregate: the compressed point at infinity (lotus chain/consensus/utils.go). */
export function emptyBlsAggregate(): Uint8Array {
  const data = new Uint8Array(SIGNATURE_LENGTH);
  data[0] = 0xc0;
  return data;
}

/**
 * One signature for many: their sum, in any order. Throws `DomainError` `bls-signature` where one of them is none; that each fits
 * its message is not looked at.
 */
export function aggregateBlsSignatures(signatures: readonly Uint8Array[]): Uint8Array {
  if (signatures.length === 0) return emptyBlsAggregate();
  try {
    return longSignatures.aggregateSignatures(signatures.map((data) => longSignatures.Signature.fromBytes(data))).toBytes(true);
  } catch {
    throw new DomainError('bls-signature', 'One of these is no BLS signature: 96 bytes, a point of the signature group.');
  }
}

/**
 * Whether an aggregate covers exactly these pairs. Never throws. As filecoin-ffi: bytes that occur twice are refused, which is what
 * keeps a made-up key from cancelling another one out. No pairs fit the empty aggregate only (Lotus does not look at the aggregate
 * of a block without BLS messages).
 *
 * One pairing for each key, not for each message: e(P, A) · e(P, B) = e(P, A + B).
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
    // a point outside the curve or the subgroup: it is nobody's signature
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
