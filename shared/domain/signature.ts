/** Signatures: their types on the wire, and signing and verifying plain bytes. Those of messages are in message-signature.ts. */
import { type Address, addressProtocol, addressToBytes } from './address.ts';
import { signBls, verifyBls } from './bls-signature.ts';
import { concatBytes } from './bytes.ts';
import { recoverDelegatedAddress, signDelegated } from './delegated-signature.ts';
import { DomainError } from './domain-error.ts';
import type { PrivateKey } from './private-key.ts';
import { signSecp256k1, verifySecp256k1 } from './secp256k1-signature.ts';

/** The kinds of signatures (go-state-types crypto/signature.go). Delegated ones are those of f410f accounts. */
export type SignatureType = 'secp256k1' | 'bls' | 'delegated';

/** A signature without what was signed. Nothing about it is checked before it is verified. */
export interface Signature {
  readonly type: SignatureType;
  /**
   * secp256k1 and delegated: r, s, recovery id (65 bytes); BLS: a compressed point of G2 (96 bytes). Delegated signatures of
   * Ethereum's legacy transactions have a prefix and another v: see eth-transaction.ts.
   */
  readonly data: Uint8Array;
}

const TYPE_BYTES: Readonly<Record<SignatureType, number>> = { secp256k1: 1, bls: 2, delegated: 3 };
const MAX_LENGTH = 200;

/** The number that stands for a signature's type on the wire: 1, 2 or 3 (go-state-types crypto/signature.go). */
export function signatureTypeNumber(type: SignatureType): number {
  return TYPE_BYTES[type];
}

/** The type a wire number stands for. Throws `DomainError` `signature-type`. */
export function signatureTypeFromNumber(number: number): SignatureType {
  for (const type of Object.keys(TYPE_BYTES) as SignatureType[]) if (TYPE_BYTES[type] === number) return type;
  throw new DomainError('signature-type', 'A signature is of type 1 (secp256k1), 2 (BLS) or 3 (delegated).');
}

/** The byte string of a signature: its type, then its data. Its hex is what `lotus wallet sign` prints. */
export function encodeSignature(signature: Signature): Uint8Array {
  return concatBytes(Uint8Array.of(TYPE_BYTES[signature.type]), signature.data);
}

/** Reads the byte string of a signature. Throws `DomainError` `signature-length` or `signature-type`. */
export function decodeSignature(bytes: Uint8Array): Signature {
  if (bytes.length === 0 || bytes.length > MAX_LENGTH) throw new DomainError('signature-length', 'A signature has 1 to 200 bytes.');
  return { type: signatureTypeFromNumber(bytes[0] ?? 0), data: bytes.slice(1) };
}

/**
 * Signs plain bytes, as Lotus' WalletSign and `lotus wallet sign --raw` do: secp256k1 over their blake2b-256, BLS over the bytes,
 * delegated over their keccak-256. Nothing here tells what the bytes mean: the 38 bytes of a CID are a message that moves money.
 * To sign text that someone else chose, use data-signature.ts. The key stays the caller's to zero. Throws `DomainError` as
 * `requirePrivateKey`.
 */
export function signBytes({ type, privateKey }: PrivateKey, bytes: Uint8Array): Signature {
  switch (type) {
    case 'secp256k1':
      return { type, data: signSecp256k1(privateKey, bytes) };
    case 'bls':
      return { type, data: signBls(privateKey, bytes) };
    case 'delegated':
      return { type, data: signDelegated(privateKey, bytes) };
    default:
      return type satisfies never;
  }
}

/**
 * Whether the key behind an f1, f3 or f410f address signed exactly these bytes (lotus lib/sigs). Never throws for what a node may
 * send; addresses of other kinds have no key, so that nothing verifies for them: look up the key address of an f0 first.
 */
export function verifyBytes(signature: Signature, address: Address, bytes: Uint8Array): boolean {
  switch (signature.type) {
    case 'secp256k1':
      return addressProtocol(address) === 1 && verifySecp256k1(signature.data, address, bytes);
    case 'bls':
      return addressProtocol(address) === 3 && verifyBls(signature.data, addressToBytes(address).slice(1), bytes);
    case 'delegated':
      return addressProtocol(address) === 4 && recoverDelegatedAddress(signature.data, bytes) === address;
    default:
      return signature.type satisfies never;
  }
}
