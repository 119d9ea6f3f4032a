/**
 * Filecoin addresses: protocols 0 (id), 1 (secp256k1), 2 (actor), 3 (BLS) and 4 (delegated), as strict as go-address.
 *
 * Inside Sextant an address is its text with the letter f, whatever the network: the letter is no part of the bytes or of
 * the checksum. `formatAddress` writes it with the letter of the connected network.
 */

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { base32 } from '@scure/base';
import { bytesToHex, concatBytes, equalBytes, hexToBytes } from './bytes.ts';
import { DomainError } from './domain-error.ts';

declare const addressBrand: unique symbol;
/** Canonical text of an address, always with the letter f. Made only by the functions of this file. */
export type Address = string & { readonly [addressBrand]: true };
/** f on mainnet, t on every other network. */
export type NetworkLetter = 'f' | 't';

/** Ids are below 2^63: Lotus refuses larger ones. */
const ID_LIMIT = 1n << 63n;
const HASH_LENGTH = 20;
const BLS_KEY_LENGTH = 48;
const SUB_ADDRESS_LIMIT = 54;
const CHECKSUM_LENGTH = 4;
const MAX_TEXT_LENGTH = 115;
/** The Ethereum address manager, whose sub-addresses are Ethereum addresses. */
const EAM_NAMESPACE = 10n;

/**
 * Reads an address in either network letter.
 * Throws `DomainError` with code `address-empty`, `address-length`, `address-letter`, `address-protocol`, `address-id`,
 * `address-namespace`, `address-encoding`, `address-payload` or `address-checksum`. Rules: go-address.
 */
export function parseAddress(text: string): Address {
  if (text === '' || text === '<empty>') throw new DomainError('address-empty', 'There is no address here.');
  if (text.length < 3 || text.length > MAX_TEXT_LENGTH) throw new DomainError('address-length', 'An address has 3 to 115 characters.');
  const letter = text[0];
  if (letter !== 'f' && letter !== 't')
    throw new DomainError('address-letter', 'An address begins with f (mainnet) or t (test networks), in lower case.');
  const protocol = text[1];
  const rest = text.slice(2);
  switch (protocol) {
    case '0':
      return idAddress(parseDecimal(rest, 'address-id', 'An id address is f0 and a number below 2^63.'));
    case '1':
    case '2':
      return checksummed(Number(protocol), new Uint8Array(), rest, HASH_LENGTH, HASH_LENGTH);
    case '3':
      return checksummed(3, new Uint8Array(), rest, BLS_KEY_LENGTH, BLS_KEY_LENGTH);
    case '4': {
      const cut = rest.indexOf('f');
      if (cut <= 0) throw new DomainError('address-namespace', 'A delegated address is f4, a namespace number, f, and the sub-address.');
      const namespace = parseDecimal(
        rest.slice(0, cut),
        'address-namespace',
        'The namespace of a delegated address is a number below 2^63.',
      );
      return checksummed(4, encodeVarint(namespace), rest.slice(cut + 1), 0, SUB_ADDRESS_LIMIT);
    }
    default:
      throw new DomainError('address-protocol', 'The second character of an address is 0, 1, 2, 3 or 4.');
  }
}

/** The address, or undefined where the text is none. */
export function tryParseAddress(text: string): Address | undefined {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

export function isAddressText(text: string): boolean {
  return tryParseAddress(text) !== undefined;
}

/** The address with the letter of a network. */
export function formatAddress(address: Address, letter: NetworkLetter): string {
  return letter + address.slice(1);
}

/** 0 id, 1 secp256k1, 2 actor, 3 BLS, 4 delegated. */
export function addressProtocol(address: Address): 0 | 1 | 2 | 3 | 4 {
  return Number(address[1]) as 0 | 1 | 2 | 3 | 4;
}

/** The id address of an actor. Throws `DomainError` `address-id` outside 0 … 2^63 − 1. */
export function idAddress(id: bigint | number): Address {
  const value = BigInt(id);
  if (value < 0n || value >= ID_LIMIT) throw new DomainError('address-id', 'An actor id is between 0 and 2^63 − 1.');
  return `f0${value}` as Address;
}

/** The actor id of an id address; undefined for every other protocol. */
export function idOfAddress(address: Address): bigint | undefined {
  return addressProtocol(address) === 0 ? BigInt(address.slice(2)) : undefined;
}

/** The binary form: protocol byte and payload. */
export function addressToBytes(address: Address): Uint8Array {
  const protocol = addressProtocol(address);
  if (protocol === 0) return concatBytes(Uint8Array.of(0), encodeVarint(BigInt(address.slice(2))));
  if (protocol === 4) {
    const cut = address.indexOf('f', 2);
    const payload = decodeBase32(address.slice(cut + 1));
    return concatBytes(Uint8Array.of(4), encodeVarint(BigInt(address.slice(2, cut))), payload.slice(0, -CHECKSUM_LENGTH));
  }
  return concatBytes(Uint8Array.of(protocol), decodeBase32(address.slice(2)).slice(0, -CHECKSUM_LENGTH));
}

/** Reads the binary form. Throws `DomainError` as `parseAddress` does. */
export function addressFromBytes(bytes: Uint8Array): Address {
  const protocol = bytes[0];
  const payload = bytes.slice(1);
  switch (protocol) {
    case 0: {
      const { value, length } = decodeVarint(payload);
      if (length !== payload.length) throw new DomainError('address-payload', 'An id address has bytes after its id.');
      return idAddress(value);
    }
    case 1:
    case 2:
    case 3: {
      const wanted = protocol === 3 ? BLS_KEY_LENGTH : HASH_LENGTH;
      if (payload.length !== wanted)
        throw new DomainError('address-payload', `The payload of this address has ${payload.length} bytes instead of ${wanted}.`);
      return write(protocol, '', bytes, payload);
    }
    case 4: {
      const { value, length } = decodeVarint(payload);
      if (value >= ID_LIMIT) throw new DomainError('address-namespace', 'The namespace of a delegated address is below 2^63.');
      return delegatedAddress(value, payload.slice(length));
    }
    default:
      throw new DomainError('address-protocol', 'The first byte of an address is 0 to 4.');
  }
}

/** The f4 address of a sub-address (0 to 54 bytes) in a namespace. */
export function delegatedAddress(namespace: bigint, subAddress: Uint8Array): Address {
  if (subAddress.length > SUB_ADDRESS_LIMIT) throw new DomainError('address-payload', 'A sub-address has at most 54 bytes.');
  const bytes = concatBytes(Uint8Array.of(4), encodeVarint(namespace), subAddress);
  return write(4, `${namespace}f`, bytes, subAddress);
}

/** f1: blake2b-160 of the 65-byte uncompressed public key. Accepts compressed keys too. */
export function addressFromSecp256k1PublicKey(publicKey: Uint8Array): Address {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return addressFromBytes(concatBytes(Uint8Array.of(1), blake2b(uncompressed, { dkLen: HASH_LENGTH })));
}

/** f3: the compressed G1 public key itself. */
export function addressFromBlsPublicKey(publicKey: Uint8Array): Address {
  return addressFromBytes(concatBytes(Uint8Array.of(3), publicKey));
}

/** 0x… → f410f…, or f0… for a masked id. Throws `DomainError` `eth-address`. */
export function addressFromEthAddress(text: string): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new DomainError('eth-address', 'An Ethereum address is 0x and 40 hexadecimal digits.');
  const bytes = hexToBytes(text);
  const id = maskedId(bytes);
  return id === undefined ? delegatedAddress(EAM_NAMESPACE, bytes) : idAddress(id);
}

/** f410f… or f0… → 0x…; undefined for addresses that have no such form before they are resolved. */
export function ethAddressFromAddress(address: Address): string | undefined {
  const id = idOfAddress(address);
  if (id !== undefined) {
    const bytes = new Uint8Array(20);
    bytes[0] = 0xff;
    new DataView(bytes.buffer).setBigUint64(12, id);
    return `0x${bytesToHex(bytes)}`;
  }
  if (!address.startsWith('f410f')) return undefined;
  const subAddress = addressToBytes(address).slice(2);
  return subAddress.length === 20 && maskedId(subAddress) === undefined ? `0x${bytesToHex(subAddress)}` : undefined;
}

function maskedId(bytes: Uint8Array): bigint | undefined {
  if (bytes[0] !== 0xff || bytes.slice(1, 12).some((byte) => byte !== 0)) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(12);
}

function checksummed(protocol: number, prefix: Uint8Array, encoded: string, minLength: number, maxLength: number): Address {
  const decoded = decodeBase32(encoded);
  const payload = decoded.slice(0, -CHECKSUM_LENGTH);
  if (decoded.length < CHECKSUM_LENGTH || payload.length < minLength || payload.length > maxLength) {
    throw new DomainError('address-payload', 'The address is too short or too long for its kind.');
  }
  const bytes = concatBytes(Uint8Array.of(protocol), prefix, payload);
  if (!equalBytes(checksumOf(bytes), decoded.slice(-CHECKSUM_LENGTH))) {
    throw new DomainError('address-checksum', 'The checksum does not fit: a character is wrong or missing.');
  }
  return addressFromBytes(bytes);
}

function write(protocol: number, middle: string, bytes: Uint8Array, payload: Uint8Array): Address {
  return `f${protocol}${middle}${encodeBase32(concatBytes(payload, checksumOf(bytes)))}` as Address;
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  return blake2b(bytes, { dkLen: CHECKSUM_LENGTH });
}

function encodeBase32(bytes: Uint8Array): string {
  return base32.encode(bytes).replace(/=+$/, '').toLowerCase();
}

function decodeBase32(text: string): Uint8Array {
  const wrong = () =>
    new DomainError('address-encoding', 'An address uses the letters a-z and the digits 2-7, in lower case, without padding.');
  if (!/^[a-z2-7]*$/.test(text)) throw wrong();
  try {
    const bytes = base32.decode(text.toUpperCase() + '='.repeat((8 - (text.length % 8)) % 8));
    if (encodeBase32(bytes) === text) return bytes;
  } catch {
    throw wrong();
  }
  // Letters that base32 knows, with bits at the end that no encoder leaves: a character is wrong or missing.
  throw new DomainError('address-checksum', 'The checksum does not fit: a character is wrong or missing.');
}

/** A decimal below 2^63; leading zeros within go's 19 digits are accepted and fall away. */
function parseDecimal(text: string, code: string, message: string): bigint {
  if (!/^\d{1,19}$/.test(text)) throw new DomainError(code, message);
  const value = BigInt(text);
  if (value >= ID_LIMIT) throw new DomainError(code, message);
  return value;
}

function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function decodeVarint(bytes: Uint8Array): { value: bigint; length: number } {
  let value = 0n;
  for (let index = 0; index < Math.min(bytes.length, 10); index += 1) {
    const byte = bytes[index] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(index * 7);
    if (byte < 0x80) {
      if (byte === 0 && index > 0) break;
      return { value, length: index + 1 };
    }
  }
  throw new DomainError('address-payload', 'The number in this address is not a shortest varint.');
}
