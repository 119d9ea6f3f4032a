/** Single values of a request in the form that nodes take: numbers, amounts, bytes and messages. */

import { parseFil } from '../domain/amount.ts';
import { bytesToBase64, hexToBytes } from '../domain/bytes.ts';
import type { ParameterKind } from './parameter-kinds.ts';

/** An object of named fields, as JSON has it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object of named fields. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const INTEGER = /^-?\d{1,20}$/;

/**
 * Kinds of the fields of messages, as Lotus' chain/types/message.go and api/types.go have them. Amounts are big integers in decimal
 * text; Nonce and Method are bare integers that may be above 2^53.
 */
export const FIELD_KINDS: ReadonlyMap<string, ParameterKind> = new Map<string, ParameterKind>([
  ['To', 'address'],
  ['From', 'address'],
  ['Value', 'attoFil'],
  ['GasFeeCap', 'attoFil'],
  ['GasPremium', 'attoFil'],
  ['MaxFee', 'attoFil'],
  ['Version', 'integer'],
  ['Nonce', 'integer'],
  ['GasLimit', 'integer'],
  ['Method', 'integer'],
  ['Params', 'bytes'],
]);

/** A whole number that was sent as text; anything else as it is. */
export function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !INTEGER.test(value)) return value;
  const exact = BigInt(value);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** A whole number in decimal text; undefined for anything else. */
export function toDecimal(value: unknown): string | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return value.toString();
  return typeof value === 'string' && /^\d{1,80}$/.test(value) ? value : undefined;
}

const FIL_TEXT = /^(\d{1,20}(?:\.\d{1,18})?) ?FIL$/i;
const FRACTION = /^\d{1,20}\.\d{1,18}$/;

/** An amount as nodes take it, attoFIL in decimal text: from a number, or from FIL with its unit or its decimals. */
export function toAttoFil(value: unknown): string | undefined {
  const exact = toDecimal(value);
  if (exact !== undefined) return exact;
  // A double of this size is exact for the powers of ten that amounts are written with.
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e22) return BigInt(value).toString();
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const fil = FRACTION.test(text) ? text : FIL_TEXT.exec(text)?.[1];
  return fil === undefined ? undefined : parseFil(fil).toString();
}

/** Whether a text is padded base64, as Go's encoding/base64 reads it. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Bytes that were sent as hex in base64; anything that is base64 already stays. */
export function toBase64(value: unknown): unknown {
  if (typeof value !== 'string' || (!value.startsWith('0x') && isBase64(value))) return value;
  const bytes = readsAs(hexToBytes, value);
  return bytes === undefined ? value : bytesToBase64(bytes);
}

function readsAs(read: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

/** Numbers of the types of signatures, by the names of Lotus and of other programs (go-state-types crypto/signature.go). */
const SIGNATURE_TYPES: ReadonlyMap<string, number> = new Map([
  ['secp256k1', 1],
  ['bls', 2],
  ['delegated', 3],
]);

/** The number of a signature's type that was sent as text; anything else as it is. */
export function toSignatureType(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return SIGNATURE_TYPES.get(value.trim().toLowerCase()) ?? toNumber(value.trim());
}

/** A signature with the number of its type and its bytes in base64; anything else as it is. */
export function normaliseSignature(value: unknown): unknown {
  return isRecord(value) ? { ...value, Type: toSignatureType(value.Type), Data: toBase64(value.Data) } : value;
}

/**
 * A message, a signed message, a list of them, or bytes, with every field in the form that nodes take: amounts as decimal text,
 * counts as numbers, bytes in base64. What is signed does not change by it.
 */
export function normaliseMessage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isRecord(item) ? normaliseMessage(item) : item));
  if (!isRecord(value)) return toBase64(value);
  const result: Record<string, unknown> = { ...value };
  for (const [field, kind] of FIELD_KINDS) {
    if (!Object.hasOwn(value, field)) continue;
    if (kind === 'attoFil') result[field] = toAttoFil(value[field]) ?? value[field];
    if (kind === 'integer') result[field] = toNumber(value[field]);
    if (kind === 'bytes') result[field] = toBase64(value[field]);
  }
  if (isRecord(value.Message)) result.Message = normaliseMessage(value.Message);
  if (isRecord(value.Signature)) result.Signature = normaliseSignature(value.Signature);
  return result;
}
