/**
 * Converts one parameter value between field text and Lotus JSON (method-json.ts).
 *
 * Invalid text is kept in the JSON as `{"?": text}`. No valid value has this form, so such parameters can be saved
 * and shown again as typed, but never encoded.
 */
import { formatAddress, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../shared/domain/addresses/eth-address.ts';
import { attoFil, formatFil, parseFil } from '../../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { bitfieldMembers, decodeRunLengths, encodeRunLengths } from '../../../../shared/domain/encoding/bitfield.ts';
import { parseBytes } from '../../../../shared/domain/encoding/byte-size.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { cidFromLink, cidToLink, parseCid } from '../../../../shared/domain/encoding/cid.ts';
import { formatPeerId, parsePeerId } from '../../../../shared/domain/keys/peer-id.ts';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import type { ScalarShape, Unit } from '../../../../shared/domain/methods/method-shape.ts';
import { hexDigits } from '../../../../shared/text/hex-digits.ts';

/** Format of bytes and addresses: Lotus or Ethereum. */
export type Dialect = 'lotus' | 'contract';

export interface ReadScalar {
  readonly json: Json;
  /** The error, in one sentence. */
  readonly problem?: string;
}

const TOKEN_UNIT = 10n ** 18n;
const MAX_INTEGER_DIGITS = 305;
/** Maximum set members shown in a field; larger sets are edited as JSON. */
const MAX_MEMBERS = 20_000;

/** The placeholder for invalid text. */
export function unreadable(text: string): Json {
  return { '?': text };
}

/** The invalid text of a placeholder; undefined for valid values. */
export function unreadableText(json: Json | undefined): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const text = (json as { readonly [key: string]: Json })['?'];
  return typeof text === 'string' ? text : undefined;
}

/** Parses field text. Empty text is valid only for bytes, sets and text. */
export function scalarFromText(shape: ScalarShape, text: string, dialect: Dialect = 'lotus'): ReadScalar {
  try {
    return { json: readText(shape, text, dialect) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { json: unreadable(text), problem: error.message };
  }
}

function readText(shape: ScalarShape, text: string, dialect: Dialect): Json {
  const trimmed = text.trim();
  switch (shape.kind) {
    case 'A':
      return readAddressText(trimmed, dialect);
    case 'T':
      return parseFil(text).toString();
    case 'N':
      return wholeNumber(trimmed, shape.unit).toString();
    case 'U':
    case 'I': {
      const value = wholeNumber(trimmed, shape.unit);
      if (shape.kind === 'U' && value < 0n) throw new DomainError('integer', 'The number cannot be negative.');
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : value;
    }
    case 'B':
      return bytesJson(bytesOf(trimmed, shape), shape, dialect);
    case 'C':
      return { ...cidToLink(parseCid(trimmed)) };
    case 'F':
      return encodeRunLengths(setOf(trimmed));
    case 'L':
      return trimmed === 'true';
    case 'S':
    case 'D':
      return text;
    case 'G':
      return signatureOf(trimmed);
    default:
      return shape.kind satisfies never;
  }
}

/** The field text of a value; empty for values that only JSON can express. */
export function scalarToText(shape: ScalarShape, json: Json | undefined): string {
  const kept = unreadableText(json);
  if (kept !== undefined) return kept;
  if (json === undefined || json === null) return '';
  try {
    return textOf(shape, json);
  } catch (error) {
    if (error instanceof DomainError) return '';
    throw error;
  }
}

function textOf(shape: ScalarShape, json: Json): string {
  switch (shape.kind) {
    case 'T':
      return typeof json === 'string' ? formatFil(attoFil(json)) : '';
    case 'B':
      return (shape.unit === 'peerId' ? formatPeerId(bytesOfJson(json)) : undefined) ?? bytesToHexText(json);
    case 'C':
      return cidFromLink(json);
    case 'F':
      return Array.isArray(json) ? rangesOf(bitfieldMembers(decodeRunLengths(json as number[]), MAX_MEMBERS)) : '';
    case 'G': {
      const { Type, Data } = json as { readonly Type?: Json; readonly Data?: Json };
      return `${Type === 2 ? '02' : '01'}${bytesToHex(base64ToBytes(String(Data ?? '')))}`;
    }
    case 'A':
    case 'N':
    case 'U':
    case 'I':
    case 'L':
    case 'S':
    case 'D':
      return typeof json === 'object' ? '' : String(json);
    default:
      return shape.kind satisfies never;
  }
}

function readAddressText(text: string, dialect: Dialect): string {
  if (text === '') throw new DomainError('address-empty', 'Enter an address.');
  if (!/^0x/i.test(text)) {
    parseAddress(text);
    return text;
  }
  const address = addressFromEthAddress(text);
  return dialect === 'contract' ? text : formatAddress(address, 'f');
}

function wholeNumber(text: string, unit: Unit | undefined): bigint {
  const isSize = unit === 'dataCap' || unit === 'dataCapToken' || unit === 'bytes' || unit === 'power';
  if (isSize && /[A-Za-z]\s*$/.test(text)) return parseBytes(text) * (unit === 'dataCapToken' ? TOKEN_UNIT : 1n);
  const digits = text.replace(/[, _](?=\d{3}\b)/g, '');
  if (digits.length > MAX_INTEGER_DIGITS || !/^-?\d+$/.test(digits)) {
    throw new DomainError('integer', isSize ? 'Enter a whole number, or a size such as 32 GiB.' : 'Enter a whole number.');
  }
  return BigInt(digits);
}

function bytesOf(text: string, shape: ScalarShape): Uint8Array {
  if (shape.unit === 'peerId' && /^(12D3|16U|Qm)/.test(text)) return parsePeerId(text);
  const digits = hexDigits(text);
  if (!/^([0-9a-f]{2})*$/i.test(digits)) {
    throw new DomainError('bytes', shape.unit === 'peerId' ? 'Enter a peer id, such as 12D3Koo…' : 'Enter hex digits, two per byte.');
  }
  const bytes = hexToBytes(digits);
  if (shape.size !== undefined && bytes.length !== shape.size) {
    throw new DomainError('bytes', `Has ${bytes.length} bytes; ${shape.size} are needed.`);
  }
  return bytes;
}

function bytesJson(bytes: Uint8Array, shape: ScalarShape, dialect: Dialect): Json {
  if (dialect === 'contract') return `0x${bytesToHex(bytes)}`;
  if (shape.size !== undefined) return [...bytes];
  return bytes.length === 0 ? null : bytesToBase64(bytes);
}

function bytesOfJson(json: Json): Uint8Array {
  if (Array.isArray(json)) return Uint8Array.from(json as number[]);
  if (typeof json !== 'string') return new Uint8Array();
  return /^0x/i.test(json) ? hexToBytes(hexDigits(json)) : base64ToBytes(json);
}

function bytesToHexText(json: Json): string {
  const bytes = bytesOfJson(json);
  return bytes.length === 0 ? '' : `0x${bytesToHex(bytes)}`;
}

/** Parses `1-5, 8` as run lengths. */
function setOf(text: string) {
  const members: [first: bigint, end: bigint][] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [, first = '', last = first] = /^(\d{1,18})(?:\s*-\s*(\d{1,18}))?$/.exec(part) ?? [];
    if (first === '' || BigInt(last) < BigInt(first)) throw new DomainError('bitfield', 'Enter numbers and ranges, such as 1-5, 8.');
    members.push([BigInt(first), BigInt(last) + 1n]);
  }
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  const runs: bigint[] = [];
  let end = 0n;
  for (const [first, next] of members) {
    if (runs.length > 0 && first <= end) {
      if (next > end) runs[runs.length - 1] = (runs[runs.length - 1] ?? 0n) + next - end;
    } else {
      runs.push(first - end, next - first);
    }
    if (next > end) end = next;
  }
  return decodeRunLengths(runs);
}

function rangesOf(members: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const first = members[at] ?? 0;
    while (members[at + 1] === (members[at] ?? 0) + 1) at += 1;
    const last = members[at] ?? first;
    ranges.push(first === last ? `${first}` : `${first}-${last}`);
  }
  return ranges.join(', ');
}

/** Parses a signature in Lotus format: a type byte and the signature, in hex. */
function signatureOf(text: string): Json {
  const digits = hexDigits(text);
  if (!/^0[12]([0-9a-f]{2})+$/i.test(digits)) {
    throw new DomainError('signature', 'Enter a signature in Lotus format: hex digits that start with 01 or 02.');
  }
  return { Type: Number(digits.slice(1, 2)), Data: bytesToBase64(hexToBytes(digits.slice(2))) };
}
