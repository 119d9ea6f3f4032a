/**
 * JSON without loss: integers that a double cannot hold are bigint, both ways.
 *
 * Trusts nothing: refuses texts nested deeper than the cap before they are parsed, since everything behind works recursively, and
 * numbers longer than any that a chain has.
 */

const DEFAULT_MAX_DEPTH = 256;

/** JSON.parse hands the source text of a primitive to the reviver since V8 11.4. */
type SourceReviver = (key: string, value: unknown, context: { source?: string } | undefined) => unknown;

/** Only a text with this many digits in a row can hold an integer beyond 2^53. */
const LONG_INTEGER = /\d{16}/;
const INTEGER = /^-?\d+$/;
/** Twice what any number of a chain has; reading one of millions of digits would hold everything up. */
const DIGITS_AT_MOST = 160;

const reviveInteger: SourceReviver = (_key, value, context) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) {
    return value;
  }
  const source = context?.source;
  if (source !== undefined && source.length > DIGITS_AT_MOST) {
    throw new SyntaxError(`JSON with a number of more than ${DIGITS_AT_MOST} digits.`);
  }
  return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
};

/**
 * Parses JSON; integers beyond 2^53 become bigint, all other numbers stay numbers.
 *
 * @throws SyntaxError where the text is not JSON, is nested too deeply, or holds an absurdly long number
 */
export function parseLosslessJson(text: string, maxDepth: number = DEFAULT_MAX_DEPTH): unknown {
  if (isDeeperThan(text, maxDepth)) {
    throw new SyntaxError(`JSON is nested deeper than ${maxDepth} levels.`);
  }
  return LONG_INTEGER.test(text) ? JSON.parse(text, reviveInteger as (key: string, value: unknown) => unknown) : JSON.parse(text);
}

function isDeeperThan(text: string, maxDepth: number): boolean {
  if (text.length <= maxDepth) {
    return false;
  }
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInString) {
      if (code === 0x5c) {
        index += 1;
      } else if (code === 0x22) {
        isInString = false;
      }
    } else if (code === 0x22) {
      isInString = true;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) {
        return true;
      }
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
  }
  return false;
}

/**
 * Writes JSON; bigint as bare integers, Uint8Array as padded base64 (as Go writes byte slices), absent fields left out.
 *
 * @throws TypeError for what JSON cannot hold: functions, symbols, numbers that are not finite, cycles (as too deep)
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
  if (depth > DEFAULT_MAX_DEPTH) {
    throw new TypeError('The value is nested too deeply to be written as JSON.');
  }
  if (value instanceof Uint8Array) {
    return JSON.stringify(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'));
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
