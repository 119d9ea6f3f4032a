/**
 * Filecoin addresses: protocols 0 (ID), 1 (secp256k1), 2 (actor), 3 (BLS) and 4 (delegated), as strict as go-address
 * (filecoin-project/go-address address.go, decode and newAddress). The Ethereum form is in eth-address.ts.
 *
 * Inside Sextant an address is its text with the prefix f on every network: the prefix is not part of the bytes or the checksum.
 * `formatAddress` writes it with the prefix of the connected network.
 */

import { blake2b } from '@noble/hashes/blake2.js';
import { DomainError } from '../domain-error.ts';
import { decodeBase32, encodeBase32, fillFromBase32 } from '../encoding/base32.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { encodeVarint, readVarint, type Varint } from '../encoding/varint.ts';

declare const addressBrand: unique symbol;
/** Canonical text of an address, always with the prefix f. Created only by the functions of this file. */
export type Address = string & { readonly [addressBrand]: true };
/** f on mainnet, t on every other network. */
export type NetworkLetter = 'f' | 't';

/** The largest ID and namespace: Lotus limits both to 63 bits. */
const MAXIMUM_ID = '9223372036854775807';
const ID_LIMIT = 1n << 63n;
const HASH_LENGTH = 20;
const BLS_KEY_LENGTH = 48;
const MAXIMUM_SUB_ADDRESS_LENGTH = 54;
const CHECKSUM_LENGTH = 4;
const MAXIMUM_TEXT_LENGTH = 115;

/** Error codes and messages for invalid addresses. */
const REFUSALS = {
  'address-empty': 'Enter an address, for example f01234.',
  'address-space': 'The address contains whitespace or an invisible character. Remove it.',
  'address-scheme': 'Remove the text before the address. An address starts with f or t.',
  'address-eth': 'This is an Ethereum address. Enter its Filecoin form, which starts with f410f or f0.',
  'address-case': 'Addresses are lower case.',
  'address-padding': 'Addresses have no padding. Remove the equals signs.',
  'address-length': 'An address has 3 to 115 characters.',
  'address-letter': 'An address starts with f (mainnet) or t (test networks).',
  'address-protocol': 'The second character of an address must be 0, 1, 2, 3 or 4.',
  'address-id': 'An ID address is f0 followed by a number below 2^63, with at most 19 digits.',
  'address-namespace': 'A delegated address is f4, a namespace below 2^63, f and the subaddress.',
  'address-encoding': 'After its prefix, an address contains only the letters a-z and the digits 2-7.',
  'address-spare-bits': 'The end of the address is wrong, or a character is missing.',
  'address-payload': 'The address has the wrong length for its type.',
  'address-checksum': 'The address checksum is wrong. Check for a wrong or missing character.',
  'address-varint': 'The varint in the address bytes is truncated or not minimal.',
} as const;

/** Errors that upper-case letters can cause. */
const CASE_MATTERS: ReadonlySet<AddressRefusal> = new Set(['address-encoding', 'address-namespace']);

/** Error code of an invalid address. */
export type AddressRefusal = keyof typeof REFUSALS;

/**
 * Parse an address with either network prefix. Leading zeros of an ID or namespace are dropped if it has at most 19 digits,
 * as in Go; everything else has exactly one text form.
 *
 * @throws DomainError with an `AddressRefusal` code
 */
export function parseAddress(text: string): Address {
  if (text === '' || text === '<empty>') throw refusal('address-empty');
  if (text.length < 3 || text.length > MAXIMUM_TEXT_LENGTH) throw textRefusal('address-length', text);
  if (text[0] !== 'f' && text[0] !== 't') throw textRefusal('address-letter', text);
  switch (text[1]) {
    case '0':
      return `f0${canonicalNumber(text, 2, text.length, 'address-id')}` as Address;
    case '1':
      return checksummed(text, 2, Uint8Array.of(1), 'f1', HASH_LENGTH);
    case '2':
      return checksummed(text, 2, Uint8Array.of(2), 'f2', HASH_LENGTH);
    case '3':
      return checksummed(text, 2, Uint8Array.of(3), 'f3', BLS_KEY_LENGTH);
    case '4': {
      const cut = text.indexOf('f', 2);
      if (cut === -1) throw textRefusal('address-namespace', text);
      const namespace = canonicalNumber(text, 2, cut, 'address-namespace');
      return checksummed(text, cut + 1, headOf(4, namespace), `f4${namespace}f`, undefined);
    }
    default:
      throw textRefusal('address-protocol', text);
  }
}

/** Parse an address; undefined if the text is not one. */
export function tryParseAddress(text: string): Address | undefined {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Format an address with the prefix of a network. */
export function formatAddress(address: Address, letter: NetworkLetter): string {
  return letter + address.slice(1);
}

/** 0 ID, 1 secp256k1, 2 actor, 3 BLS, 4 delegated. */
export function addressProtocol(address: Address): 0 | 1 | 2 | 3 | 4 {
  return Number(address[1]) as 0 | 1 | 2 | 3 | 4;
}

/** Return the ID address of an actor. Throws `DomainError` `address-id` outside 0 … 2^63 − 1. */
export function idAddress(id: bigint | number): Address {
  const value = BigInt(id);
  if (value < 0n || value >= ID_LIMIT) throw refusal('address-id');
  return `f0${value}` as Address;
}

/** Return the actor ID of an ID address; undefined for every other protocol. */
export function idOfAddress(address: Address): bigint | undefined {
  return addressProtocol(address) === 0 ? BigInt(address.slice(2)) : undefined;
}

/** Return the binary form, 2 to 64 bytes: protocol byte and payload; IDs and namespaces are unsigned varints. */
export function addressToBytes(address: Address): Uint8Array {
  const protocol = addressProtocol(address);
  if (protocol === 0) return headOf(0, address.slice(2));
  const cut = protocol === 4 ? address.indexOf('f', 2) : 1;
  const head = protocol === 4 ? headOf(4, address.slice(2, cut)) : undefined;
  const headLength = head?.length ?? 1;
  // Called twice for each message: the checksum is not decoded and nothing is copied.
  const bytes = new Uint8Array(headLength + Math.floor(((address.length - cut - 1) * 5) / 8) - CHECKSUM_LENGTH);
  if (fillFromBase32(bytes, headLength, address, cut + 1) === undefined) throw refusal('address-encoding');
  if (head === undefined) bytes[0] = protocol;
  else bytes.set(head);
  return bytes;
}

/**
 * Parse the binary form.
 *
 * @throws DomainError `address-empty` for no bytes, `address-protocol`, `address-payload` for a wrong length, `address-varint` for a
 * truncated or non-minimal number, `address-id` and `address-namespace` for a number of 2^63 or more
 */
export function addressFromBytes(bytes: Uint8Array): Address {
  const protocol = bytes[0];
  switch (protocol) {
    case undefined:
      throw refusal('address-empty');
    case 0: {
      const { value, end } = numberAt(bytes, 'address-id');
      if (end !== bytes.length) throw refusal('address-payload');
      return `f0${value}` as Address;
    }
    case 1:
    case 2:
    case 3:
      if (bytes.length !== 1 + (protocol === 3 ? BLS_KEY_LENGTH : HASH_LENGTH)) throw refusal('address-payload');
      return writeChecksummed(`f${protocol}`, bytes, 1);
    case 4: {
      const { value, end } = numberAt(bytes, 'address-namespace');
      if (bytes.length - end > MAXIMUM_SUB_ADDRESS_LENGTH) throw refusal('address-payload');
      return writeChecksummed(`f4${value}f`, bytes, end);
    }
    default:
      throw refusal('address-protocol');
  }
}

/**
 * Return the f4 address of a subaddress (0 to 54 bytes) in a namespace, the ID of the actor that manages it (FIP-0048).
 *
 * @throws DomainError `address-namespace` outside 0 … 2^63 − 1, `address-payload` for a longer subaddress
 */
export function delegatedAddress(namespace: bigint, subAddress: Uint8Array): Address {
  if (namespace < 0n || namespace >= ID_LIMIT) throw refusal('address-namespace');
  return addressFromBytes(concatBytes(headOf(4, namespace.toString()), subAddress));
}

/** Return the namespace and subaddress of an f4 address; undefined for every other protocol. */
export function delegatedParts(address: Address): { readonly namespace: bigint; readonly subAddress: Uint8Array } | undefined {
  if (addressProtocol(address) !== 4) return undefined;
  const bytes = addressToBytes(address);
  const { value, end } = numberAt(bytes, 'address-namespace');
  return { namespace: BigInt(value), subAddress: bytes.slice(end) };
}

/** Check what follows the prefix: alphabet, length (`payloadLength`, or up to 54 bytes) and checksum. */
function checksummed(text: string, start: number, head: Uint8Array, kind: string, payloadLength: number | undefined): Address {
  const encoded = text.slice(start);
  const bytes = decodeBase32(encoded, 0, head.length);
  if (bytes === undefined) {
    if (!/^[a-z2-7]*$/.test(encoded)) throw textRefusal('address-encoding', text);
    throw refusal((encoded.length * 5) % 8 >= 5 ? 'address-payload' : 'address-spare-bits');
  }
  const end = bytes.length - CHECKSUM_LENGTH;
  const length = end - head.length;
  if (length < 0 || (payloadLength === undefined ? length > MAXIMUM_SUB_ADDRESS_LENGTH : length !== payloadLength)) {
    throw refusal('address-payload');
  }
  bytes.set(head);
  const checksum = checksumOf(bytes.subarray(0, end));
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    if (checksum[index] !== bytes[end + index]) throw refusal('address-checksum');
  }
  // Each payload has exactly one text form, so a valid text is canonical.
  return (kind + encoded) as Address;
}

function writeChecksummed(kind: string, bytes: Uint8Array, headLength: number): Address {
  return (kind + encodeBase32(concatBytes(bytes.subarray(headLength), checksumOf(bytes)))) as Address;
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: CHECKSUM_LENGTH });
}

function refusal(code: AddressRefusal): DomainError {
  return new DomainError(code, REFUSALS[code]);
}

/** Return the error for a text: common mistakes first, then the rule that it breaks. */
function textRefusal(code: AddressRefusal, text: string): DomainError {
  // Only a text that looks like an address without its spaces gets the error about spaces.
  if (/[\s\p{Cc}\p{Cf}]/u.test(text) && /^(?:[ft][0-4]|0x)/i.test(text.replace(/[\s\p{Cc}\p{Cf}]/gu, ''))) return refusal('address-space');
  if (/^[a-z]+:/i.test(text)) return refusal('address-scheme');
  if (/^0x/i.test(text)) return refusal('address-eth');
  if (code === 'address-letter' ? /^[FT]/.test(text) : CASE_MATTERS.has(code) && /[A-Z]/.test(text)) return refusal('address-case');
  if (text.includes('=')) return refusal('address-padding');
  return refusal(code);
}

/** Return a decimal number below 2^63 of at most 19 digits (strconv.ParseUint with 63 bits) without leading zeros. */
function canonicalNumber(text: string, start: number, end: number, code: AddressRefusal): string {
  const number = text.slice(start, end);
  if (!/^\d{1,19}$/.test(number)) throw textRefusal(code, text);
  const digits = number.replace(/^0+(?=\d)/, '');
  if (digits.length === MAXIMUM_ID.length && digits > MAXIMUM_ID) throw refusal(code);
  return digits;
}

/** Encode the protocol byte and a canonical decimal number as a varint. */
function headOf(protocol: 0 | 4, decimal: string): Uint8Array {
  // Fast path: up to 15 digits are exact as a number.
  return new Uint8Array([protocol, ...encodeVarint(decimal.length > 15 ? BigInt(decimal) : Number(decimal))]);
}

/** Read the ID or namespace after the protocol byte. */
function numberAt(bytes: Uint8Array, code: 'address-id' | 'address-namespace'): Varint {
  if (bytes.length === 1) throw refusal('address-payload');
  const number = readVarint(bytes, 1);
  if (typeof number === 'string') throw refusal(number === 'too-large' ? code : 'address-varint');
  return number;
}
