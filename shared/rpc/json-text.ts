/**
 * Parses JSON with the offsets of every value, so that a correction can change one value and keep every other byte.
 *
 * The text is typed by a person. Depth and number of values are limited; nothing here throws.
 */

interface JsonField {
  readonly key: string;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly value: JsonNode;
}

/** A value with its range in the text, `to` exclusive. */
export type JsonNode =
  | { readonly kind: 'array'; readonly from: number; readonly to: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly from: number; readonly to: number; readonly fields: readonly JsonField[] }
  | { readonly kind: 'string'; readonly from: number; readonly to: number; readonly text: string }
  /** Digits as typed. */
  | { readonly kind: 'number'; readonly from: number; readonly to: number; readonly digits: string }
  | { readonly kind: 'literal'; readonly from: number; readonly to: number; readonly value: boolean | null };

/** A syntax error and its offset. */
export interface JsonProblem {
  readonly message: string;
  readonly at: number;
}

export type JsonReading = { readonly node: JsonNode } | { readonly problem: JsonProblem };

const MAX_DEPTH = 64;
const MAX_VALUES = 500_000;

class JsonTextError extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** Parses one JSON value. */
export function readJsonText(text: string): JsonReading {
  const reader = new Reader(text);
  try {
    return { node: reader.document() };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { problem: { message: error.message, at: error.at } };
  }
}

/** The plain value: integers beyond 2^53 as bigint, the last of duplicate keys, as in Go. */
export function plainValue(node: JsonNode): unknown {
  switch (node.kind) {
    case 'array':
      return node.items.map(plainValue);
    case 'object': {
      const entries = node.fields.map(({ key, value }) => [key, plainValue(value)] as const);
      return Object.fromEntries(entries);
    }
    case 'string':
      return node.text;
    case 'number': {
      const value = Number(node.digits);
      if (!/^-?\d+$/.test(node.digits) || Number.isSafeInteger(value)) return value;
      // No field of a node has more digits.
      return node.digits.length <= 400 ? BigInt(node.digits) : value;
    }
    case 'literal':
      return node.value;
    default:
      node satisfies never;
      return undefined;
  }
}

const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;

class Reader {
  readonly #text: string;
  #at = 0;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonNode {
    const node = this.#value(0);
    if (this.#at < this.#text.length) throw new JsonTextError('unexpected text after the end of the value', this.#at);
    return node;
  }

  #space(): void {
    const code = this.#text.charCodeAt(this.#at);
    if (code > 0x20) return;
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = Math.max(this.#at, SPACE.lastIndex);
  }

  /** A value with surrounding whitespace. */
  #value(depth: number): JsonNode {
    this.#space();
    this.#count += 1;
    if (depth > MAX_DEPTH) throw new JsonTextError(`values are nested more than ${MAX_DEPTH} levels deep`, this.#at);
    if (this.#count > MAX_VALUES) throw new JsonTextError('too many values', this.#at);
    const first = this.#text[this.#at];
    let node: JsonNode;
    if (first === '[') node = this.#array(depth);
    else if (first === '{') node = this.#object(depth);
    else if (first === '"') {
      const from = this.#at;
      const text = this.#string();
      node = { kind: 'string', from, to: this.#at, text };
    } else node = this.#scalar(first);
    this.#space();
    return node;
  }

  #array(depth: number): JsonNode {
    const from = this.#at;
    const items: JsonNode[] = [];
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] !== ']') {
      for (;;) {
        items.push(this.#value(depth + 1));
        if (this.#text[this.#at] !== ',') break;
        this.#at += 1;
      }
    }
    this.#expect(']', 'unclosed array: a comma or ] is missing');
    return { kind: 'array', from, to: this.#at, items };
  }

  #object(depth: number): JsonNode {
    const from = this.#at;
    const fields: JsonField[] = [];
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] !== '}') {
      for (;;) {
        this.#space();
        const keyFrom = this.#at;
        if (this.#text[keyFrom] !== '"') throw new JsonTextError('a field name must be in double quotes', keyFrom);
        const key = this.#string();
        const keyTo = this.#at;
        this.#space();
        this.#expect(':', 'a colon is missing after a field name');
        fields.push({ key, keyFrom, keyTo, value: this.#value(depth + 1) });
        if (this.#text[this.#at] !== ',') break;
        this.#at += 1;
      }
    }
    this.#expect('}', 'unclosed object: a comma or } is missing');
    return { kind: 'object', from, to: this.#at, fields };
  }

  #expect(character: string, message: string): void {
    if (this.#text[this.#at] !== character) throw new JsonTextError(message, this.#at);
    this.#at += 1;
  }

  /** The text of a string; ends after its closing quote. */
  #string(): string {
    const from = this.#at;
    let end = from + 1;
    let isPlain = true;
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end);
      if (code === 0x22) break;
      if (code < 0x20) throw new JsonTextError('a line break in a string', end);
      if (code !== 0x5c) continue;
      isPlain = false;
      end += 1;
    }
    if (end >= this.#text.length) throw new JsonTextError('unclosed string: " is missing', from);
    this.#at = end + 1;
    if (isPlain) return this.#text.slice(from + 1, end);
    try {
      return String(JSON.parse(this.#text.slice(from, end + 1)));
    } catch {
      // Only an invalid escape can still fail here.
      throw new JsonTextError('an invalid escape in a string', from);
    }
  }

  #scalar(first: string | undefined): JsonNode {
    const from = this.#at;
    if (first === undefined) throw new JsonTextError('a value is missing', from);
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, from)) continue;
      this.#at += word.length;
      return { kind: 'literal', from, to: this.#at, value };
    }
    NUMBER.lastIndex = from;
    const digits = NUMBER.exec(this.#text)?.[0];
    if (digits === undefined) throw new JsonTextError(`unexpected character ${JSON.stringify(first)}`, from);
    this.#at += digits.length;
    return { kind: 'number', from, to: this.#at, digits };
  }
}
