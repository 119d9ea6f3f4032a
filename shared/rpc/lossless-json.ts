/**
 * JSON without loss: integers that a double cannot hold are bigint, both ways.
 *
 * Texts are untrusted: those beyond the limits on depth, number of values or number length are refused, because later steps are
 * recursive and in memory. Of duplicate fields the last one counts, and `__proto__` is an ordinary field. Used by the node client and
 * the embedded node.
 */
import { bytesToBase64 } from '../domain/encoding/bytes.ts';

const MAX_DEPTH = 256;
/** More than in a 100 MB reply of market deals; as many bytes of empty arrays would take gigabytes of memory. */
const MAX_VALUES = 8_000_000;
/** Twice the digits of any number on chain; converting millions of digits would block the process. */
const MAX_DIGITS = 160;
/** Shorter texts are checked after parsing, which is faster and safe at this size. */
const SHORT_TEXT = 64 * 1024;
const INTEGER = /^-?\d+$/;

/** The text is beyond a limit. */
export class JsonCapError extends SyntaxError {
  override readonly name = 'JsonCapError';
}

/** Since V8 11.4, JSON.parse passes the source text of a primitive to the reviver. */
type SourceReviver = (key: string, value: unknown, context: { source?: string } | undefined) => unknown;

const reviveInteger: SourceReviver = (_key, value, context) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) {
    return value;
  }
  const source = context?.source;
  if (source !== undefined && source.length > MAX_DIGITS) {
    throw new JsonCapError(`JSON with a number of more than ${MAX_DIGITS} digits.`);
  }
  if (source !== undefined && INTEGER.test(source)) {
    return BigInt(source);
  }
  if (!Number.isFinite(value)) {
    // 1e400: neither a double nor JSON can represent it.
    throw new JsonCapError('JSON with a number beyond the range of doubles.');
  }
  return value;
};

/**
 * Parses JSON; integers beyond 2^53 become bigint, all other numbers stay numbers.
 *
 * @throws SyntaxError if the text is not JSON; its subclass JsonCapError beyond the limits on depth, number of values or number length
 */
export function parseLosslessJson(text: string): unknown {
  if (text.length > SHORT_TEXT) {
    return mayLoseDigits(text) ? parseExactly(text) : JSON.parse(text);
  }
  const value: unknown = JSON.parse(text);
  return hasLost(value, MAX_DEPTH) ? parseExactly(text) : value;
}

function parseExactly(text: string): unknown {
  return JSON.parse(text, reviveInteger as (key: string, value: unknown) => unknown);
}

/** Whether a parsed value contains a number that may have lost digits. */
function hasLost(value: unknown, levelsLeft: number): boolean {
  if (typeof value === 'number') {
    return !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value));
  }
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (levelsLeft === 0) {
    throw tooDeep();
  }
  // No early return: the depth of everything must be checked.
  let isLost = false;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    // Most items are strings.
    if (typeof item !== 'string' && hasLost(item, levelsLeft - 1)) isLost = true;
  }
  return isLost;
}

/**
 * Scans a long text before parsing: whether it has a number, outside of strings, that a double may not represent.
 *
 * @throws JsonCapError beyond the caps
 */
function mayLoseDigits(text: string): boolean {
  let depth = 0;
  let values = 0;
  let digits = 0;
  let mayLose = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      if (digits === 16) mayLose = true;
      continue;
    }
    if (digits > 0 && (code === 0x65 || code === 0x45)) mayLose = true;
    digits = 0;
    if (code === 0x22) {
      index = endOfString(text, index);
    } else if (code === 0x2c) {
      values += 1;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) {
        throw tooDeep();
      }
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
    if (values > MAX_VALUES) {
      throw new JsonCapError(`JSON with more than ${MAX_VALUES} values.`);
    }
  }
  return mayLose;
}

/** Index of the quotation mark that closes the string at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return text.length;
}

function tooDeep(): JsonCapError {
  return new JsonCapError(`JSON is nested deeper than ${MAX_DEPTH} levels.`);
}

/**
 * Writes JSON; bigint as bare integers, Uint8Array as padded base64 (as Go writes byte slices), undefined fields omitted.
 *
 * @throws TypeError for values that are not JSON: functions, symbols, non-finite numbers, cycles (as too deep)
 */
export function writeLosslessJson(value: unknown): string {
  return writeValue(value, 0);
}

function writeValue(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) {
        throw new TypeError('A number that is not finite cannot be written as JSON.');
      }
      return JSON.stringify(value);
    case 'undefined':
      return 'null';
    case 'object':
      return value === null ? 'null' : writeObject(value, depth);
    default:
      throw new TypeError(`A ${typeof value} cannot be written as JSON.`);
  }
}

function writeObject(value: object, depth: number): string {
  if (depth > MAX_DEPTH) {
    throw new TypeError('The value is nested too deeply to be written as JSON.');
  }
  if (value instanceof Uint8Array) {
    return `"${bytesToBase64(value)}"`;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => writeValue(item, depth + 1)).join(',')}]`;
  }
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) {
      fields.push(`${JSON.stringify(name)}:${writeValue(field, depth + 1)}`);
    }
  }
  return `{${fields.join(',')}}`;
}
