/** Encodes batches in PostgreSQL's binary COPY format. */
import type { BatchColumn, ColumnBatch } from '../engine.ts';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** Signature, flags, length of an extension. */
const HEAD_BYTES = SIGNATURE.length + 8;
const LENGTH_BYTES = 4;
const NUMERIC_HEAD_BYTES = 8;
const NUMERIC_BASE = 10_000;
/** 38 digits, 4 in each. */
const MAX_NUMERIC_DIGITS = 10;

/** Encode a complete COPY. */
export function copyRows({ columns, rowCount }: ColumnBatch): Buffer {
  const out = Buffer.allocUnsafe(HEAD_BYTES + rowCount * (2 + rowBytes(columns)) + bytesOf(columns, rowCount) + 2);
  let at = SIGNATURE.copy(out);
  at = out.writeUInt32BE(0, at);
  at = out.writeUInt32BE(0, at);
  for (let row = 0; row < rowCount; row += 1) {
    at = out.writeInt16BE(columns.length, at);
    for (const column of columns) at = writeValue(out, at, column, row);
  }
  at = out.writeInt16BE(-1, at);
  return out.subarray(0, at);
}

/** Maximum size of a row without text and bytes. */
function rowBytes(columns: readonly BatchColumn[]): number {
  const sizes: Readonly<Record<BatchColumn['kind'], number>> = {
    bigint: 8,
    decimal: NUMERIC_HEAD_BYTES + MAX_NUMERIC_DIGITS * 2,
    smallint: 2,
    boolean: 1,
    bytes: 0,
    text: 0,
  };
  return columns.reduce((sum, { kind }) => sum + LENGTH_BYTES + sizes[kind], 0);
}

function bytesOf(columns: readonly BatchColumn[], rowCount: number): number {
  return columns.reduce((sum, column) => sum + ('ends' in column ? (column.ends[rowCount - 1] ?? 0) : 0), 0);
}

function writeValue(out: Buffer, from: number, column: BatchColumn, row: number): number {
  let at = from;
  switch (column.kind) {
    case 'bigint':
      if (column.nulls?.[row] === 1) return out.writeInt32BE(-1, at);
      at = out.writeInt32BE(8, at);
      at = out.writeUInt32BE(column.words[row * 2 + 1] as number, at);
      return out.writeUInt32BE(column.words[row * 2] as number, at);
    case 'decimal':
      return writeDecimal(out, at, column.words, row * 4);
    case 'smallint':
      at = out.writeInt32BE(2, at);
      return out.writeInt16BE(column.values[row] as number, at);
    case 'boolean':
      at = out.writeInt32BE(1, at);
      return out.writeUInt8(column.values[row] === 0 ? 0 : 1, at);
    case 'bytes':
    case 'text': {
      const start = row === 0 ? 0 : (column.ends[row - 1] as number);
      const end = column.ends[row] as number;
      at = out.writeInt32BE(end - start, at);
      out.set(column.data.subarray(start, end), at);
      return at + end - start;
    }
    default:
      return column satisfies never;
  }
}

/** NUMERIC: number of base-10,000 digits, weight of the first, sign, scale, then the digits. */
function writeDecimal(out: Buffer, from: number, words: Uint32Array, word: number): number {
  const digits = decimalDigits(words, word);
  let at = out.writeInt32BE(NUMERIC_HEAD_BYTES + digits.length * 2, from);
  at = out.writeInt16BE(digits.length, at);
  at = out.writeInt16BE(digits.length === 0 ? 0 : digits.length - 1, at);
  at = out.writeUInt16BE(isNegative(words, word) ? 0x4000 : 0, at);
  at = out.writeInt16BE(0, at);
  for (let index = digits.length - 1; index >= 0; index -= 1) at = out.writeInt16BE(digits[index] as number, at);
  return at;
}

function isNegative(words: Uint32Array, word: number): boolean {
  return (words[word + 3] as number) >= 0x8000_0000;
}

/** Digits of the absolute value, last first. Most amounts are 0 or exact in a double. */
function decimalDigits(words: Uint32Array, word: number): number[] {
  const digits: number[] = [];
  if (words[word + 3] === 0 && words[word + 2] === 0 && (words[word + 1] as number) < 0x20_0000) {
    let left = (words[word + 1] as number) * 0x1_0000_0000 + (words[word] as number);
    while (left > 0) {
      digits.push(left % NUMERIC_BASE);
      left = Math.floor(left / NUMERIC_BASE);
    }
    return digits;
  }
  let value = 0n;
  for (let index = 3; index >= 0; index -= 1) value = (value << 32n) | BigInt(words[word + index] as number);
  let left = isNegative(words, word) ? (1n << 128n) - value : value;
  while (left > 0n) {
    digits.push(Number(left % BigInt(NUMERIC_BASE)));
    left /= BigInt(NUMERIC_BASE);
  }
  return digits;
}
