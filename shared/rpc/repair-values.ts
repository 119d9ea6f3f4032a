/** Converts single values of a request to the JSON form that nodes accept: numbers, amounts, bytes and messages. */

import { parseFil } from '../domain/amounts/amount.ts';
import { bytesToBase64, hexToBytes } from '../domain/encoding/bytes.ts';
import type { ParameterKind } from './parameter-kinds.ts';

/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const INTEGER = /^-?\d{1,20}$/;

/**
 * Kinds of message fields (Lotus chain/types/message.go and api/types.go). Amounts are decimal strings; Nonce and Method are integers
 * that may exceed 2^53.
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

/** An integer from a string; other values unchanged. */
export function toNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !INTEGER.test(value)) return value;
  const exact = BigInt(value);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** A non-negative integer as a decimal string; undefined for other values. */
export function toDecimal(value: unknown): string | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return value.toString();
  return typeof value === 'string' && /^\d{1,80}$/.test(value) ? value : undefined;
}

const FIL_TEXT = /^(\d{1,20}(?:\.\d{1,18})?) ?FIL$/i;
const FRACTION = /^\d{1,20}\.\d{1,18}$/;

/** An amount as a decimal string in attoFIL: from a number, or from FIL with its unit or decimals. */
export function toAttoFil(value: unknown): string | undefined {
  const exact = toDecimal(value);
  if (exact !== undefined) return exact;
  // Doubles of this size are exact for powers of ten.
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

/** Hex converted to base64; base64 unchanged. */
export function toBase64(value: unknown): unknown {
  if (typeof value !== 'string' || (!value.startsWith('0x') && isBase64(value))) return value;
  const bytes = tryRead(hexToBytes, value);
  return bytes === undefined ? value : bytesToBase64(bytes);
}

function tryRead(read: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

/** Signature type numbers by name (go-state-types crypto/signature.go). */
const SIGNATURE_TYPES: ReadonlyMap<string, number> = new Map([
  ['secp256k1', 1],
  ['bls', 2],
  ['delegated', 3],
]);

/** A signature type number from its name; other values unchanged. */
export function toSignatureType(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return SIGNATURE_TYPES.get(value.trim().toLowerCase()) ?? toNumber(value.trim());
}

/** A signature with numeric type and base64 bytes; other values unchanged. */
export function normaliseSignature(value: unknown): unknown {
  return isRecord(value) ? { ...value, Type: toSignatureType(value.Type), Data: toBase64(value.Data) } : value;
}

/**
 * Converts the fields of a message, a signed message or an array of them: amounts to decimal strings, integers to numbers, bytes to
 * base64. The signed content does not change.
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
