/**
 * Ethereum's form of Filecoin addresses (FIP-0055; Lotus chain/types/ethtypes/eth_types.go): 20 bytes that name an f410 address,
 * or an actor id behind the mask 0xff and eleven zero bytes.
 */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Address, delegatedAddress, delegatedParts, idAddress, idOfAddress } from './address.ts';
import { bytesToHex, hexToBytes, utf8ToBytes } from './bytes.ts';
import { DomainError } from './domain-error.ts';

/** Id of the Ethereum address manager, the namespace whose sub-addresses are Ethereum addresses. */
export const ETHEREUM_NAMESPACE = 10n;
/** Bytes of an Ethereum address. */
const LENGTH = 20;
/** Bytes of a masked id before the id itself. */
const MASK_LENGTH = 12;
const ID_LIMIT = 1n << 63n;

/**
 * The 20 bytes of an Ethereum address. All lower or all upper case is taken as it is; mixed case must be the checksum of
 * EIP-55, because then somebody's program wrote it and a difference is a mistake.
 *
 * @throws DomainError `eth-address-prefix`, `eth-address-length`, `eth-address-digits` or `eth-address-checksum`
 */
export function parseEthAddress(text: string): Uint8Array {
  if (!/^0x/i.test(text)) throw new DomainError('eth-address-prefix', 'An Ethereum address begins with 0x.');
  const digits = text.slice(2);
  if (!/^[0-9a-f]*$/i.test(digits)) {
    throw new DomainError('eth-address-digits', 'After 0x an Ethereum address has only the digits 0-9 and the letters a-f.');
  }
  if (digits.length !== 2 * LENGTH) {
    throw new DomainError('eth-address-length', `An Ethereum address is 0x and 40 digits; this one has ${digits.length}.`);
  }
  const bytes = hexToBytes(digits);
  if (digits !== digits.toLowerCase() && digits !== digits.toUpperCase() && digits !== checksumDigits(bytes)) {
    throw new DomainError('eth-address-checksum', 'The capital letters of this address do not fit: a character is wrong. Copy it again.');
  }
  return bytes;
}

/** An Ethereum address for people to read: the capital letters are a checksum (EIP-55). Throws as `parseEthAddress`. */
export function checksumEthAddress(text: string): string {
  return `0x${checksumDigits(parseEthAddress(text))}`;
}

/**
 * 0x… → f410f…, or f0… for a masked id.
 *
 * @throws DomainError as `parseEthAddress`, and `eth-address-id` for a masked id of 2^63 and more
 */
export function addressFromEthAddress(text: string): Address {
  const bytes = parseEthAddress(text);
  if (!isMaskedId(bytes)) return delegatedAddress(ETHEREUM_NAMESPACE, bytes);
  const id = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(MASK_LENGTH);
  if (id >= ID_LIMIT) throw new DomainError('eth-address-id', 'The actor id in this address is too large: no actor can have it.');
  return idAddress(id);
}

/**
 * f410f… or f0… → 0x… in lower case, as nodes write it. Undefined for addresses that have no such form before they are resolved
 * to an id, for other namespaces, and for a masked id inside f410, which Lotus refuses.
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

/** The 40 digits, a letter in upper case where the same digit of their keccak-256 is 8 or more. */
function checksumDigits(bytes: Uint8Array): string {
  const digits = bytesToHex(bytes);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return digits.replace(/[a-f]/g, (letter, index: number) => ((hash[index] ?? '0') >= '8' ? letter.toUpperCase() : letter));
}
