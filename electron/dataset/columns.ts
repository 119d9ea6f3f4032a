/** Converts values to batch columns, for small tables. */
import type { BatchColumn } from './engine.ts';

export function bigintColumn(values: readonly (number | undefined)[]): BatchColumn {
  const words = new Uint32Array(values.length * 2);
  for (const [row, value = 0] of values.entries()) {
    words[row * 2] = value;
    words[row * 2 + 1] = Math.floor(value / 0x1_0000_0000);
  }
  return { kind: 'bigint', words, nulls: Uint8Array.from(values, (value) => (value === undefined ? 1 : 0)) };
}

export function smallintColumn(values: readonly number[]): BatchColumn {
  return { kind: 'smallint', values: Int16Array.from(values) };
}

export function bytesColumn(values: readonly Uint8Array[], kind: 'bytes' | 'text' = 'bytes'): BatchColumn {
  let end = 0;
  return { kind, data: new Uint8Array(Buffer.concat(values)), ends: Uint32Array.from(values, ({ length }) => (end += length)) };
}

export function textColumn(values: readonly string[]): BatchColumn {
  return bytesColumn(
    values.map((value) => Buffer.from(value, 'utf8')),
    'text',
  );
}
