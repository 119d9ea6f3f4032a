/**
 * Finds the members of the outermost object or array of a JSON text, as byte ranges, without parsing them.
 *
 * For replies of 100 MB whose result is not needed here: one pass that yields to other tasks. Untrusted: an unbalanced text has no
 * members. The content of a range is not validated.
 */
interface JsonMember {
  /** Field name, for an object. */
  readonly key?: string;
  /** Byte offsets of the value. */
  readonly start: number;
  readonly end: number;
}

export interface JsonMembers {
  readonly kind: 'object' | 'array';
  readonly members: readonly JsonMember[];
}

/** More than any reply or batch has. */
const MAX_MEMBERS = 1000;
/** Bytes between yields. */
const TURN_BYTES = 4 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Undefined if the text is not an object or array, is unbalanced, or has too many members. */
export async function findJsonMembers(bytes: Buffer): Promise<JsonMembers | undefined> {
  const first = skipBlank(bytes, 0);
  const opening = bytes[first];
  const kind = opening === 0x7b ? 'object' : opening === 0x5b ? 'array' : undefined;
  if (kind === undefined) {
    return undefined;
  }
  const members: JsonMember[] = [];
  let depth = 1;
  let start = first + 1;
  let colon = -1;
  let nextTurn = first + TURN_BYTES;
  let index = first + 1;
  const take = (end: number): boolean => {
    const member = memberOf(bytes, kind, start, colon, end);
    if (member !== undefined) {
      members.push(member);
    }
    start = end + 1;
    colon = -1;
    return member !== undefined && members.length <= MAX_MEMBERS;
  };
  for (; index < bytes.length && depth > 0; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) {
      index = endOfString(bytes, index);
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth -= 1;
      const isEmpty = members.length === 0 && skipBlank(bytes, start) === index;
      if (depth === 0 && !isEmpty && !take(index)) {
        return undefined;
      }
    } else if (depth === 1 && byte === COMMA) {
      if (!take(index)) {
        return undefined;
      }
    } else if (depth === 1 && byte === COLON && colon < 0) {
      colon = index;
    }
    if (index >= nextTurn) {
      nextTurn = index + TURN_BYTES;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const isClosed = depth === 0 && bytes[index - 1] === (kind === 'object' ? 0x7d : 0x5d);
  return isClosed && skipBlank(bytes, index) === bytes.length ? { kind, members } : undefined;
}

function memberOf(bytes: Buffer, kind: JsonMembers['kind'], from: number, colon: number, to: number): JsonMember | undefined {
  const start = skipBlank(bytes, kind === 'object' ? colon + 1 : from);
  let end = to;
  while (end > start && isBlank(bytes[end - 1])) end -= 1;
  if (start >= end || (kind === 'object' && colon < 0)) {
    return undefined;
  }
  if (kind === 'array') {
    return { start, end };
  }
  try {
    const key: unknown = JSON.parse(bytes.toString('utf8', from, colon));
    return typeof key === 'string' ? { key, start, end } : undefined;
  } catch {
    // A name that is not a string: not JSON.
    return undefined;
  }
}

function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return bytes.length;
}

function skipBlank(bytes: Buffer, from: number): number {
  let index = from;
  while (index < bytes.length && isBlank(bytes[index])) index += 1;
  return index;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
