/**
 * RLP, the encoding of Ethereum transactions: byte strings and lists of them. Decoding accepts only the canonical form, within
 * Lotus' limits (chain/types/ethtypes/rlp.go).
 */
import { DomainError } from '../domain-error.ts';
import { concatBytes } from './bytes.ts';

/** A byte string or a list of values. */
export type RlpValue = Uint8Array | readonly RlpValue[];

const STRING = 0x80;
const LIST = 0xc0;
/** Lengths up to this are encoded in the first byte. */
const SHORT = 55;
const MAX_DEPTH = 32;
const MAX_ITEMS = 12;
const MAX_LENGTH = 2 * 1024 * 1024;

/** Encode a value canonically. */
export function encodeRlp(value: RlpValue): Uint8Array {
  if (!(value instanceof Uint8Array)) {
    const items = concatBytes(...value.map(encodeRlp));
    return concatBytes(head(LIST, items.length), items);
  }
  return value.length === 1 && (value[0] ?? 0) < STRING ? value : concatBytes(head(STRING, value.length), value);
}

/** Encode an integer without leading zeros; zero is the empty byte string. Throws `DomainError` `rlp-negative`. */
export function rlpInteger(value: bigint): Uint8Array {
  if (value < 0n) throw new DomainError('rlp-negative', 'RLP cannot encode negative numbers.');
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Uint8Array.from(bytes);
}

/**
 * Decode exactly one value. Throws `DomainError` `rlp-end` (truncated), `rlp-trailing` (trailing bytes), `rlp-canonical` (not
 * minimal) or `rlp-limit` (more than 2 MiB, 12 items in a list or 32 nested lists).
 */
export function decodeRlp(bytes: Uint8Array): RlpValue {
  if (bytes.length > MAX_LENGTH) throw limit();
  const { value, end } = read(bytes, 0, 0);
  if (end !== bytes.length) throw new DomainError('rlp-trailing', 'The transaction has trailing bytes.');
  return value;
}

function head(kind: number, length: number): Uint8Array {
  if (length <= SHORT) return Uint8Array.of(kind + length);
  const size = rlpInteger(BigInt(length));
  return concatBytes(Uint8Array.of(kind + SHORT + size.length), size);
}

function read(bytes: Uint8Array, start: number, depth: number): { value: RlpValue; end: number } {
  if (depth > MAX_DEPTH) throw limit();
  const first = slice(bytes, start, 1)[0] ?? 0;
  if (first < STRING) return { value: bytes.slice(start, start + 1), end: start + 1 };
  const kind = first < LIST ? STRING : LIST;
  let offset = start + 1;
  let length = first - kind;
  if (length > SHORT) {
    const size = slice(bytes, offset, length - SHORT);
    offset += size.length;
    length = size.reduce((sum, byte) => sum * 256 + byte, 0);
    if (size[0] === 0 || length <= SHORT) throw notCanonical();
  }
  const content = slice(bytes, offset, length);
  const end = offset + length;
  if (kind === STRING) {
    if (length === 1 && (content[0] ?? 0) < STRING) throw notCanonical();
    return { value: content, end };
  }
  const items: RlpValue[] = [];
  for (let at = 0; at < content.length; ) {
    if (items.length === MAX_ITEMS) throw limit();
    const item = read(content, at, depth + 1);
    items.push(item.value);
    at = item.end;
  }
  return { value: items, end };
}

function slice(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (start + length > bytes.length) throw new DomainError('rlp-end', 'The transaction is truncated.');
  return bytes.slice(start, start + length);
}

function notCanonical(): DomainError {
  return new DomainError('rlp-canonical', 'The transaction’s RLP is not canonical; nodes reject it.');
}

function limit(): DomainError {
  return new DomainError('rlp-limit', 'The RLP is too large or too deeply nested to be a transaction.');
}
