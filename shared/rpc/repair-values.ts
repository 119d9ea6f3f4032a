/** Single values of a request in the form that nodes take: numbers, amounts, bytes and messages. */

import { base64ToBytes, bytesToBase64, hexToBytes } from '../domain/bytes.ts';

/** An object of named fields, as JSON has it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object of named fields. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const INTEGER = /^-?\d{1,20}$/;
/** Fields of a message, as Lotus' chain/types/message.go has them, that are big integers in decimal text. */
const AMOUNTS = ['Value', 'GasFeeCap', 'GasPremium'] as const;
/** Those that are bare integers; Nonce and Method may be above 2^53. */
const INTEGERS = ['Version', 'Nonce', 'GasLimit', 'Method'] as const;

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

/** Bytes that were sent as hex in base64; anything that is base64 already stays. */
function toBase64(value: unknown): unknown {
  if (typeof value !== 'string' || (!value.startsWith('0x') && readsAs(base64ToBytes, value) !== undefined)) return value;
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

/**
 * A message, a signed message, a list of them, or bytes, with every field in the form that nodes take: amounts as decimal text,
 * counts as numbers, bytes in base64. What is signed does not change by it.
 */
export function normaliseMessage(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isRecord(item) ? normaliseMessage(item) : item));
  if (!isRecord(value)) return toBase64(value);
  const result: Record<string, unknown> = { ...value };
  for (const field of AMOUNTS) if (field in value) result[field] = toDecimal(value[field]) ?? value[field];
  for (const field of INTEGERS) if (field in value) result[field] = toNumber(value[field]);
  if ('Params' in value) result.Params = toBase64(value.Params);
  if (isRecord(value.Message)) result.Message = normaliseMessage(value.Message);
  const signature = value.Signature;
  if (isRecord(signature)) result.Signature = { ...signature, Data: toBase64(signature.Data) };
  return result;
}
