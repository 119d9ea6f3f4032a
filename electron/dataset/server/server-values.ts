/** Converts values of a server's result to engine values. */
import type { CustomTypesConfig } from 'pg';
import type { SqlValue } from '../engine.ts';

/** Type OIDs, the same on every server. */
const BOOLEAN = 16;
const BYTES = 17;
const BIGINT = 20;
const DECIMAL = 1700;
/** SMALLINT, INTEGER, REAL, DOUBLE PRECISION. */
const NUMBERS: ReadonlySet<number> = new Set([21, 23, 700, 701]);

/** Type parsers for `pg`. Text is the default. */
export const SERVER_TYPES: CustomTypesConfig = {
  getTypeParser: ((type: number) => (text: string) => readValue(type, text)) as CustomTypesConfig['getTypeParser'],
};

function readValue(type: number, text: string): SqlValue {
  if (NUMBERS.has(type)) return Number(text);
  switch (type) {
    case BIGINT: {
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : BigInt(text);
    }
    case DECIMAL:
      return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
    case BYTES: {
      const bytes = new Uint8Array((text.length - 2) / 2);
      Buffer.from(bytes.buffer).write(text.slice(2), 'hex');
      return bytes;
    }
    case BOOLEAN:
      return text === 't';
    default:
      return text;
  }
}
