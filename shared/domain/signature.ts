/** Signatures of messages: secp256k1 and BLS (protocol.md 7.2). Delegated ones are carried, not yet verified here. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { type Address, addressFromSecp256k1PublicKey, addressProtocol, addressToBytes } from './address.ts';
import { concatBytes } from './bytes.ts';
import { type Cid, cidToBytes } from './cid.ts';
import { DomainError } from './domain-error.ts';
import { messageCid, type SignedMessage } from './message.ts';

export type SignatureType = 'secp256k1' | 'bls' | 'delegated';

export interface Signature {
  readonly type: SignatureType;
  /** secp256k1 and delegated: r, s, recovery bit (65 bytes); BLS: a compressed G2 point (96 bytes). */
  readonly data: Uint8Array;
}

const TYPE_BYTES: Readonly<Record<SignatureType, number>> = { secp256k1: 1, bls: 2, delegated: 3 };
const BLS_DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
const MAX_LENGTH = 200;

/** The number that stands for a signature's type on the wire. */
export function signatureTypeNumber(type: SignatureType): number {
  return TYPE_BYTES[type];
}

/** The type a wire number stands for. Throws `DomainError` `signature-type`. */
export function signatureTypeFromNumber(number: number): SignatureType {
  for (const type of Object.keys(TYPE_BYTES) as SignatureType[]) if (TYPE_BYTES[type] === number) return type;
  throw new DomainError('signature-type', 'A signature is of type 1 (secp256k1), 2 (BLS) or 3 (delegated).');
}

/** The byte string of a signature: its type, then its data. */
export function encodeSignature(signature: Signature): Uint8Array {
  return concatBytes(Uint8Array.of(TYPE_BYTES[signature.type]), signature.data);
}

export function decodeSignature(bytes: Uint8Array): Signature {
  if (bytes.length === 0 || bytes.length > MAX_LENGTH) throw new DomainError('signature-length', 'A signature has 1 to 200 bytes.');
  return { type: signatureTypeFromNumber(bytes[0] ?? 0), data: bytes.slice(1) };
}

/** Signs the CID of an unsigned message with a 32-byte secp256k1 key; r, s (low), recovery bit. */
export function signMessageCid(privateKey: Uint8Array, cid: Cid): Signature {
  const recovered = secp256k1.sign(digestOf(cid), privateKey, { prehash: false, lowS: true, format: 'recovered' });
  return { type: 'secp256k1', data: concatBytes(recovered.slice(1), recovered.slice(0, 1)) };
}

/** Whether the signature was made by the key behind `From` for exactly these bytes. Never throws for what a node may send. */
export function verifyMessageSignature(signed: SignedMessage): boolean {
  return verifySignature(signed.signature, signed.message.from, messageCid(signed.message));
}

/** Verifies a signature over a CID's bytes against a key address. */
export function verifySignature(signature: Signature, address: Address, cid: Cid): boolean {
  switch (signature.type) {
    case 'secp256k1':
      return addressProtocol(address) === 1 && recoverAddress(signature.data, cid) === address;
    case 'bls':
      return addressProtocol(address) === 3 && verifyBls(signature.data, addressToBytes(address).slice(1), cidToBytes(cid));
    case 'delegated':
      return false;
    default:
      return signature.type satisfies never;
  }
}

function recoverAddress(data: Uint8Array, cid: Cid): Address | undefined {
  if (data.length !== 65) return undefined;
  try {
    const recovered = concatBytes(data.slice(64), data.slice(0, 64));
    return addressFromSecp256k1PublicKey(secp256k1.recoverPublicKey(recovered, digestOf(cid), { prehash: false }));
  } catch {
    // no point of the curve fits these numbers: it is nobody's signature
    return undefined;
  }
}

function verifyBls(data: Uint8Array, publicKey: Uint8Array, message: Uint8Array): boolean {
  try {
    const { longSignatures } = bls12_381;
    return longSignatures.verify(data, longSignatures.hash(message, BLS_DST), publicKey);
  } catch {
    // a point outside the curve or the subgroup: it is nobody's signature
    return false;
  }
}

function digestOf(cid: Cid): Uint8Array {
  return blake2b(cidToBytes(cid), { dkLen: 32 });
}
