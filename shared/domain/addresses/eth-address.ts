/**
 * Ethereum addresses (FIP-0055; Lotus chain/types/ethtypes/eth_types.go): the 20-byte subaddress of an f410 address, or a masked
 * actor ID: 0xff, eleven zero bytes and the ID.
 */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { DomainError } from '../domain-error.ts';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../encoding/bytes.ts';
import { type Address, delegatedAddress, delegatedParts, idAddress, idOfAddress } from './address.ts';

/** Actor ID of the Ethereum address manager: the namespace of Ethereum addresses. */
export const ETHEREUM_NAMESPACE = 10n;
/** Length of an Ethereum address in bytes. */
const LENGTH = 20;
/** Bytes before the ID in a masked ID. */
const MASK_LENGTH = 12;
const ID_LIMIT = 1n << 63n;

/**
 * Parse an Ethereum address to 20 bytes. All lower or all upper case is accepted as is; mixed case must match the EIP-55
 * checksum.
 *
 * @throws DomainError `eth-address-prefix`, `eth-address-length`, `eth-address-digits` or `eth-address-checksum`
 */
export function parseEthAddress(text: string): Uint8Array {
  if (!/^0x/i.test(text)) throw new DomainError('eth-address-prefix', 'An Ethereum address starts with 0x.');
  const digits = text.slice(2);
  if (!/^[0-9a-f]*$/i.test(digits)) {
    throw new DomainError('eth-address-digits', 'After 0x, an Ethereum address contains only the digits 0-9 and the letters a-f.');
  }
  if (digits.length !== 2 * LENGTH) {
    throw new DomainError('eth-address-length', `An Ethereum address is 0x and 40 digits; this one has ${digits.length}.`);
  }
  const bytes = hexToBytes(digits);
  if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase() && digits !== checksumDigits(bytes)) {
    throw new DomainError('eth-address-checksum', 'The address checksum (upper and lower case) is wrong. Copy the address again.');
  }
  return bytes;
}

/** Format an Ethereum address with its EIP-55 checksum. Throws as `parseEthAddress`. */
export function checksumEthAddress(text: string): string {
  return `0x${checksumDigits(parseEthAddress(text))}`;
}

/**
 * 0x… → f410f…, or f0… for a masked ID.
 *
 * @throws DomainError as `parseEthAddress`, and `eth-address-id` for a masked ID of 2^63 or more
 */
export function addressFromEthAddress(text: string): Address {
  const bytes = parseEthAddress(text);
  if (!isMaskedId(bytes)) return delegatedAddress(ETHEREUM_NAMESPACE, bytes);
  const id = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(MASK_LENGTH);
  if (id >= ID_LIMIT) throw new DomainError('eth-address-id', 'The actor ID in this address is out of range.');
  return idAddress(id);
}

/**
 * f410f… or f0… → 0x… in lower case, as nodes write it. Undefined for addresses that must first be resolved to an ID, for other
 * namespaces, and for a masked ID inside f410, which Lotus rejects.
 */
export function ethAddressFromAddress(address: Address): string | undefined {
  const id = idOfAddress(address);
  if (id !== undefined) return `0xff${id.toString(16).padStart(2 * LENGTH - 2, '0')}`;
  const parts = delegatedParts(address);
  if (parts?.namespace !== ETHEREUM_NAMESPACE || parts.subAddress.length !== LENGTH) return undefined;
  return isMaskedId(parts.subAddress) ? undefined : `0x${bytesToHex(parts.subAddress)}`;
}

function isMaskedId(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes.subarray(1, MASK_LENGTH).every((byte) => byte === 0);
}

/** Apply EIP-55: upper-case letters where the same digit of the keccak-256 hash is 8 or more. */
function checksumDigits(bytes: Uint8Array): string {
  const digits = bytesToHex(bytes);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return digits.replace(/[a-f]/g, (letter, index: number) => ((hash[index] ?? '0') >= '8' ? letter.toUpperCase() : letter));
}
