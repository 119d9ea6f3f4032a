/**
 * Decodes the CBOR parameters of a message. Parameters are untrusted: invalid ones fail the message with exit code 21
 * (serialization).
 */
import { type Address, addressFromBytes } from '../../../shared/domain/addresses/address.ts';
import { type Bitfield, decodeRlePlus } from '../../../shared/domain/encoding/bitfield.ts';
import { cidOfCborLink, decodeBigIntBytes, decodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { EXIT, MethodFailure } from './exit.ts';

function malformed(what: string): never {
  throw new MethodFailure(EXIT.serialization, `failed to decode parameters: ${what}`);
}

/** Run a decoder, converting its errors to a serialization failure. */
export function decoding<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch {
    return malformed(what);
  }
}

export function decodeRaw(params: Uint8Array): unknown {
  return decoding('not CBOR', () => decodeCbor(params));
}

/** Decode a parameter tuple of exactly `length` fields. */
export function decodeParameterList(params: Uint8Array, length: number): unknown[] {
  const value = decodeRaw(params);
  if (!Array.isArray(value) || value.length !== length) malformed(`expected ${length} fields`);
  return value;
}

export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : malformed('expected a list');
}

export function readInteger(value: unknown): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : malformed('expected an integer');
}

/** Read an integer from 0 to 2^53 − 1, unsigned in Go and Rust. */
export function readCount(value: unknown): number {
  const number = readInteger(value);
  return number >= 0 ? number : malformed('expected an unsigned integer');
}

/** An unsigned integer of any size. */
export function readUnsigned(value: unknown): bigint {
  if (typeof value === 'bigint' && value >= 0n) return value;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : malformed('expected an unsigned integer');
}

export function readBoolean(value: unknown): boolean {
  return typeof value === 'boolean' ? value : malformed('expected a boolean');
}

export function readBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : malformed('expected bytes');
}

export function readBigIntBytes(value: unknown): bigint {
  return decoding('expected a big integer', () => decodeBigIntBytes(readBytes(value)));
}

export function readAddress(value: unknown): Address {
  return decoding('expected an address', () => addressFromBytes(readBytes(value)));
}

export function readSectors(value: unknown): Bitfield {
  const bytes = readBytes(value);
  try {
    return decodeRlePlus(bytes);
  } catch (error) {
    throw new MethodFailure(EXIT.serialization, `bad bitfield: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function readLink(value: unknown): Cid {
  return cidOfCborLink(value) ?? malformed('expected a CID');
}
