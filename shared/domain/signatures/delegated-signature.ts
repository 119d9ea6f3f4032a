/** Signatures of f410f accounts over bytes: secp256k1 over their keccak-256 (lotus lib/sigs/delegated). */
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Address } from '../addresses/address.ts';
import { bytesToHex, hexToBytes } from '../encoding/bytes.ts';
import { addressFromPublicKey } from '../keys/key.ts';
import { recoverSecp256k1PublicKey, signSecp256k1Digest } from './secp256k1-signature.ts';

/** Sign bytes with a 32-byte key, which the caller zeroes. Returns r, s (low), recovery id (65 bytes). */
export function signDelegated(privateKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  return signSecp256k1Digest(privateKey, keccak_256(bytes));
}

/** Recover the f410f address that signed these bytes; undefined if the signature is invalid. Never throws. */
export function recoverDelegatedAddress(data: Uint8Array, bytes: Uint8Array): Address | undefined {
  const publicKey = recoverSecp256k1PublicKey(data, keccak_256(bytes));
  return publicKey === undefined ? undefined : addressFromPublicKey('delegated', publicKey);
}

const DELEGATED_TYPE = 3;
/** Ethereum's v is 27 plus the parity. Source: Ethereum yellow paper, appendix F. */
export const FIRST_ETH_PARITY = 27;

/**
 * Convert a delegated signature (hex, with its type byte) to the form of Ethereum tools: 0x, r, s, and 27 or 28. Undefined for
 * another type.
 */
export function ethSignatureText(signatureHex: string): string | undefined {
  const [type, ...data] = hexToBytes(signatureHex);
  const parity = data.pop();
  if (type !== DELEGATED_TYPE || parity === undefined) return undefined;
  return `0x${bytesToHex(Uint8Array.of(...data, parity + FIRST_ETH_PARITY))}`;
}
