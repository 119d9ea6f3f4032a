/** Signature types on the wire, and signing and verifying plain bytes. Message signatures are in message-signature.ts. */
import { type Address, addressProtocol, addressToBytes } from '../addresses/address.ts';
import { DomainError } from '../domain-error.ts';
import { concatBytes } from '../encoding/bytes.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { signBls, verifyBls } from './bls-signature.ts';
import { recoverDelegatedAddress, signDelegated } from './delegated-signature.ts';
import { signSecp256k1, verifySecp256k1 } from './secp256k1-signature.ts';

/** Signature types (go-state-types crypto/signature.go). Delegated signatures are those of f410f accounts. */
export type SignatureType = 'secp256k1' | 'bls' | 'delegated';

/** A signature without the signed bytes. Not checked until it is verified. */
export interface Signature {
  readonly type: SignatureType;
  /**
   * secp256k1 and delegated: r, s, recovery id (65 bytes); BLS: a compressed point of G2 (96 bytes). Delegated signatures of
   * legacy Ethereum transactions have a prefix and another v: see eth-transaction.ts.
   */
  readonly data: Uint8Array;
}

const TYPE_BYTES: Readonly<Record<SignatureType, number>> = { secp256k1: 1, bls: 2, delegated: 3 };
const MAX_LENGTH = 200;

/** Return the wire number of a signature type: 1, 2 or 3 (go-state-types crypto/signature.go). */
export function signatureTypeNumber(type: SignatureType): number {
  return TYPE_BYTES[type];
}

/** Return the signature type of a wire number. Throws `DomainError` `signature-type`. */
export function signatureTypeFromNumber(number: number): SignatureType {
  for (const type of Object.keys(TYPE_BYTES) as SignatureType[]) if (TYPE_BYTES[type] === number) return type;
  throw new DomainError('signature-type', 'The signature type must be 1 (secp256k1), 2 (BLS) or 3 (delegated).');
}

/** Encode a signature: its type, then its data, as `lotus wallet sign` prints it in hex. */
export function encodeSignature(signature: Signature): Uint8Array {
  return concatBytes(Uint8Array.of(TYPE_BYTES[signature.type]), signature.data);
}

/** Decode a signature. Throws `DomainError` `signature-length` or `signature-type`. */
export function decodeSignature(bytes: Uint8Array): Signature {
  if (bytes.length === 0 || bytes.length > MAX_LENGTH) throw new DomainError('signature-length', 'A signature has 1 to 200 bytes.');
  return { type: signatureTypeFromNumber(bytes[0] ?? 0), data: bytes.slice(1) };
}

/**
 * Sign plain bytes, as Lotus' WalletSign and `lotus wallet sign --raw` do: secp256k1 over their blake2b-256, BLS over the bytes,
 * delegated over their keccak-256. The meaning of the bytes is not checked: the 38 bytes of a CID authorize a message that moves funds.
 * To sign data that someone else chose, use data-signature.ts. The caller zeroes the key. Throws `DomainError` as
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
 * Whether the key of an f1, f3 or f410f address signed exactly these bytes (lotus lib/sigs). Never throws for invalid input. False
 * for other addresses, which have no key: look up the key address of an f0 first.
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
