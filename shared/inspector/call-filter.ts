/**
 * The inspector's filter language, read: what a text asks for, where its terms stand, and what was not understood.
 *
 *   method:State*   status:error   endpoint:harbour   dur:>500ms   size:>1MB   code:-32601   http:429   layer:dns   id:17
 *   kind:frame   cause:overview   param:f01000   tipset:bafy…   is:pinned   has:note   text   "text with spaces"
 *
 * Terms beside each other must both hold; `or` between them lets either do; `not` or a leading `-` or `!` turns the term or group behind it
 * round. `not` binds tighter than `and` (written or not), which binds tighter than `or`; parentheses group. A text pattern may stand
 * anywhere in the field; with `*` in it, or after `=`, the whole field has to fit. Letter case never matters.
 */

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

/** How the value of a field is written. */
export type FieldKind = 'pattern' | 'choice' | 'number' | 'duration' | 'size';

export interface FilterField {
  readonly name: string;
  /** Other names that mean the same. */
  readonly aliases: readonly string[];
  readonly kind: FieldKind;
  readonly example: string;
  readonly meaning: string;
  /** All there is to choose from; only of a choice. */
  readonly choices: readonly string[];
}

const field = (
  name: string,
  kind: FieldKind,
  example: string,
  meaning: string,
  more: { readonly aliases?: readonly string[]; readonly choices?: readonly string[] } = {},
): FilterField => ({ name, kind, example, meaning, aliases: more.aliases ?? [], choices: more.choices ?? [] });

/** Every field, in the order in which they are offered. */
export const FILTER_FIELDS: readonly FilterField[] = [
  field('method', 'pattern', 'method:State*', 'name of the method, * stands for anything'),
  field('status', 'choice', 'status:error', 'how it ended', { choices: ['ok', 'error', 'pending'] }),
  field('endpoint', 'pattern', 'endpoint:practice', 'connection the call went to'),
  field('dur', 'duration', 'dur:>500ms', 'duration, in ms, s or min', { aliases: ['took', 'duration'] }),
  field('size', 'size', 'size:>1MB', 'size of the answer, in B, kB, MB, KiB or MiB'),
  field('sent', 'size', 'sent:>100kB', 'size of the request'),
  field('code', 'number', 'code:-32601', 'error code of the node'),
  field('http', 'number', 'http:429', 'HTTP status; 5xx for all of a kind'),
  field('layer', 'choice', 'layer:dns', 'where it failed', {
    choices: ['dns', 'tls', 'network', 'timeout', 'http', 'json', 'rpc'],
  }),
  field('kind', 'choice', 'kind:frame', 'what was recorded', { choices: ['call', 'frame', 'batch', 'event'] }),
  field('via', 'choice', 'via:ws', 'how it went', { aliases: ['transport'], choices: ['http', 'ws', 'cache'] }),
  field('cause', 'pattern', 'cause:overview', 'what made the call'),
  field('param', 'pattern', 'param:f01000', 'text in the parameters', { aliases: ['params'] }),
  field('tipset', 'pattern', 'tipset:bafy*', 'a block of the tipset that was asked about'),
  field('error', 'pattern', 'error:timeout', 'text of the error'),
  field('id', 'number', 'id:17', 'number of the call'),
  field('parent', 'number', 'parent:17', 'frames, attempts and parts of a call'),
  field('attempt', 'number', 'attempt:>1', 'which attempt it was'),
  field('is', 'choice', 'is:pinned', 'a mark', { choices: ['pinned', 'ok', 'error', 'pending', 'cached', 'repeated'] }),
  field('has', 'choice', 'has:note', 'what it has', { choices: ['note', 'error', 'answer', 'tipset', 'parent'] }),
];

const FIELDS_BY_NAME: ReadonlyMap<string, FilterField> = new Map(
  FILTER_FIELDS.flatMap((entry) => [entry.name, ...entry.aliases].map((name): [string, FilterField] => [name, entry])),
);

/** The field that is called so, under any of its names. */
export function findFilterField(name: string): FilterField | undefined {
  return FIELDS_BY_NAME.get(name.toLowerCase());
}

export type FilterNode =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly field: string; readonly pattern: string; readonly isWhole: boolean }
  | { readonly kind: 'choice'; readonly field: string; readonly choice: string }
  /** Milliseconds, bytes or the number itself. `to` makes it a range that includes both ends. */
  | {
      readonly kind: 'number';
      readonly field: string;
      readonly comparison: Comparison;
      readonly value: number;
      readonly to?: number;
    }
  /** Was not understood: matches nothing, turned round or not. */
  | { readonly kind: 'nothing' };

export interface FilterToken {
  readonly kind: 'field' | 'operator' | 'value' | 'text' | 'keyword' | 'parenthesis';
  /** Offsets in the text; `to` is behind the last character. */
  readonly from: number;
  readonly to: number;
  /** It belongs to a term that was not understood. */
  readonly isProblem: boolean;
}

export interface FilterProblem {
  /** One sentence. */
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

export interface CallFilter {
  readonly text: string;
  /** Absent where the text asks for nothing: every call fits. */
  readonly node?: FilterNode;
  readonly tokens: readonly FilterToken[];
  /** What was not understood; it matches nothing. */
  readonly problems: readonly FilterProblem[];
}

const MAX_DEPTH = 40;
const TERM = /^([a-z]+)(>=|<=|:>=|:<=|:>|:<|:=|>|<|=|:)/i;
const NUMBER = /^[-+−]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?/i;
const TIME_UNITS: Readonly<Record<string, number>> = { '': 1, us: 0.001, ms: 1, s: 1000, m: 60_000, min: 60_000 };
const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1000,
  kb: 1000,
  kib: 1024,
  m: 1_000_000,
  mb: 1_000_000,
  mib: 1_048_576,
  gb: 1_000_000_000,
  gib: 1_073_741_824,
};
const UNITS: Readonly<Partial<Record<FieldKind, Readonly<Record<string, number>>>>> = { duration: TIME_UNITS, size: SIZE_UNITS };
/** What somebody calls the time of a call: no field has it. */
const TIME_WORDS: ReadonlySet<string> = new Set(['at', 'time', 'date', 'when', 'since', 'until', 'before', 'after', 'from', 'to']);

interface Word {
  readonly kind: 'word' | '(' | ')' | '-' | '!';
  readonly from: number;
  readonly to: number;
}

/** Reads a filter as typed. Never throws: what is not understood is told in `problems`. */
export function parseCallFilter(text: string): CallFilter {
  return new FilterReader(text).read();
}

/** Parts a text: spaces and parentheses part words, quotes keep them together. */
function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    const letter = text.charAt(at);
    if (/\s/.test(letter)) {
      at += 1;
      continue;
    }
    const from = at;
    if (letter === '(' || letter === ')') {
      at += 1;
      words.push({ kind: letter, from, to: at });
      continue;
    }
    // A dash before a digit belongs to a negative number.
    if ((letter === '-' && /[^\s\d)]/.test(text.charAt(at + 1))) || (letter === '!' && /[^\s)]/.test(text.charAt(at + 1)))) {
      at += 1;
      words.push({ kind: '-', from, to: at });
      continue;
    }
    while (at < text.length && !/[\s()]/.test(text.charAt(at))) {
      if (text.charAt(at) === '"') {
        const end = text.indexOf('"', at + 1);
        at = end === -1 ? text.length : end + 1;
      } else {
        at += 1;
      }
    }
    words.push({ kind: 'word', from, to: at });
  }
  return words;
}

class FilterReader {
  readonly #text: string;
  readonly #words: readonly Word[];
  readonly #tokens: FilterToken[] = [];
  readonly #problems: FilterProblem[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#words = splitWords(text);
  }

  read(): CallFilter {
    const nodes: FilterNode[] = [];
    while (this.#at < this.#words.length) {
      const node = this.#readAny(0);
      if (node !== undefined) {
        nodes.push(node);
      }
      const stray = this.#words[this.#at];
      if (stray !== undefined) {
        // Only a closing parenthesis ends an expression early.
        this.#at += 1;
        this.#token('parenthesis', stray.from, stray.to, true);
        nodes.push(this.#problem('There is a closing parenthesis without an opening one.', stray.from, stray.to));
      }
    }
    const node = joined('all', nodes);
    return { text: this.#text, tokens: this.#tokens, problems: this.#problems, ...(node === undefined ? {} : { node }) };
  }

  #readAny(depth: number): FilterNode | undefined {
    const nodes: FilterNode[] = [];
    for (;;) {
      const node = this.#readAll(depth);
      const next = this.#words[this.#at];
      const isOr = this.#isKeyword(next, 'or');
      if (node !== undefined) {
        nodes.push(node);
      } else if (next !== undefined && isOr) {
        nodes.push(this.#problem('There is nothing before "or".', next.from, next.to));
      }
      if (next === undefined || !isOr) {
        return joined('any', nodes);
      }
      this.#at += 1;
      this.#token('keyword', next.from, next.to);
      const behind = this.#words[this.#at];
      if (behind === undefined || behind.kind === ')') {
        nodes.push(this.#problem('There is nothing behind "or".', next.from, next.to));
        return joined('any', nodes);
      }
    }
  }

  #readAll(depth: number): FilterNode | undefined {
    const nodes: FilterNode[] = [];
    for (let word = this.#words[this.#at]; word !== undefined && word.kind !== ')'; word = this.#words[this.#at]) {
      if (this.#isKeyword(word, 'or')) {
        break;
      }
      if (this.#isKeyword(word, 'and')) {
        this.#at += 1;
        this.#token('keyword', word.from, word.to);
        const behind = this.#words[this.#at];
        const isJoining = nodes.length > 0 && behind !== undefined && behind.kind !== ')' && !this.#isKeyword(behind, 'or');
        if (!isJoining) {
          nodes.push(this.#problem('"and" needs a term on both sides.', word.from, word.to));
        }
        continue;
      }
      nodes.push(this.#readTerm(word, depth));
    }
    return joined('all', nodes);
  }

  #readTerm(first: Word, depth: number): FilterNode {
    let word: Word | undefined = first;
    let isNegated = false;
    while (word !== undefined && (word.kind === '-' || word.kind === '!' || this.#isKeyword(word, 'not'))) {
      this.#token('keyword', word.from, word.to);
      isNegated = !isNegated;
      this.#at += 1;
      word = this.#words[this.#at];
    }
    if (word === undefined || word.kind === ')' || this.#isKeyword(word, 'or') || this.#isKeyword(word, 'and')) {
      return this.#problem('There is nothing behind "not".', first.from, first.to);
    }
    this.#at += 1;
    const node = word.kind === '(' ? this.#readGroup(word, depth) : this.#readWord(word);
    return isNegated ? { kind: 'not', node } : node;
  }

  #readGroup(open: Word, depth: number): FilterNode {
    if (depth >= MAX_DEPTH) {
      this.#token('parenthesis', open.from, open.to, true);
      return this.#problem('Groups are nested too deeply.', open.from, open.to);
    }
    this.#token('parenthesis', open.from, open.to);
    const node = this.#readAny(depth + 1);
    const close = this.#words[this.#at];
    if (close === undefined) {
      return this.#problem('A parenthesis is not closed.', open.from, open.to);
    }
    this.#at += 1;
    this.#token('parenthesis', close.from, close.to);
    return node ?? this.#problem('There is nothing between the parentheses.', open.from, close.to);
  }

  #readWord(word: Word): FilterNode {
    const { from } = word;
    const to = this.#unitBehind(word) ?? word.to;
    const written = this.#text.slice(from, to);
    if ((written.split('"').length - 1) % 2 === 1) {
      this.#token('text', from, to, true);
      return this.#problem('A quote is not closed.', from, to);
    }
    const head = TERM.exec(written);
    const name = head?.[1];
    if (head === null || name === undefined) {
      const text = unquoted(written);
      const isEmpty = text === '';
      this.#token('text', from, to, isEmpty);
      return isEmpty ? this.#problem('There is nothing between the quotes.', from, to) : { kind: 'text', text: text.toLowerCase() };
    }
    const valueFrom = from + head[0].length;
    const result = readFieldTerm(name, (head[2] ?? ':').replace(/^:(?=.)/, ''), written.slice(head[0].length));
    const isProblem = typeof result === 'string';
    this.#token('field', from, from + name.length, isProblem);
    this.#token('operator', from + name.length, valueFrom, isProblem);
    if (valueFrom < to) {
      this.#token('value', valueFrom, to, isProblem);
    }
    return typeof result === 'string' ? this.#problem(result, from, to) : result;
  }

  /** Where a number and the unit that a space parts from it end; undefined where no unit stands behind. */
  #unitBehind({ from, to }: Word): number | undefined {
    const next = this.#words[this.#at];
    const head = TERM.exec(this.#text.slice(from, to));
    const units = UNITS[findFilterField(head?.[1] ?? '')?.kind ?? 'pattern'];
    if (head === null || units === undefined || next?.kind !== 'word' || !/\d$/.test(this.#text.slice(from + head[0].length, to))) {
      return undefined;
    }
    if (!Object.hasOwn(units, this.#text.slice(next.from, next.to).toLowerCase())) return undefined;
    this.#at += 1;
    return next.to;
  }

  #isKeyword(word: Word | undefined, keyword: string): boolean {
    return word !== undefined && word.kind === 'word' && this.#text.slice(word.from, word.to).toLowerCase() === keyword;
  }

  #token(kind: FilterToken['kind'], from: number, to: number, isProblem = false): void {
    this.#tokens.push({ kind, from, to, isProblem });
  }

  #problem(message: string, from: number, to: number): FilterNode {
    this.#problems.push({ message, from, to });
    return { kind: 'nothing' };
  }
}

function joined(kind: 'all' | 'any', nodes: readonly FilterNode[]): FilterNode | undefined {
  return nodes.length > 1 ? { kind, nodes } : nodes[0];
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}

/** A term with a field, or what is wrong with it. */
function readFieldTerm(name: string, operator: string, writtenValue: string): FilterNode | string {
  const known = findFilterField(name);
  const value = unquoted(writtenValue).trim();
  if (known === undefined && TIME_WORDS.has(name.toLowerCase())) {
    return 'There is no field for the time. Drag across the strip above the list to see the calls of a span.';
  }
  if (known === undefined) {
    return `There is no field "${name}". Put quotes around the word to look for it as text.`;
  }
  if (value === '') {
    return `${known.name} needs a value, for example ${known.example}.`;
  }
  switch (known.kind) {
    case 'pattern':
      return operator === ':' || operator === '='
        ? { kind: 'pattern', field: known.name, pattern: value.toLowerCase(), isWhole: operator === '=' || value.includes('*') }
        : `${known.name} is a text and cannot be compared with ${operator}.`;
    case 'choice': {
      const choice = known.choices.find((entry) => entry === value.toLowerCase());
      if (operator !== ':' && operator !== '=') {
        return `${known.name} cannot be compared with ${operator}.`;
      }
      return choice === undefined
        ? `${known.name} can be ${known.choices.join(', ')}; "${value}" is none of them.${numberHint(known.name, value)}`
        : { kind: 'choice', field: known.name, choice };
    }
    case 'number':
    case 'duration':
    case 'size':
      return readNumberTerm(known, operator === ':' ? '=' : (operator as Comparison), value);
    default:
      return known.kind satisfies never;
  }
}

/** A number as the status is a code. */
function numberHint(field: string, value: string): string {
  if (field !== 'status' || !/^-?\d{1,6}$/.test(value)) return '';
  return /^[1-5]\d\d$/.test(value) ? ` For the HTTP status write http:${value}.` : ` For the node’s error code write code:${value}.`;
}

function readNumberTerm(known: FilterField, comparison: Comparison, value: string): FilterNode | string {
  const wrong = `"${value}" is no ${known.kind} that ${known.name} understands; write it as in ${known.example}.`;
  const family = known.name === 'http' ? /^([1-5])xx$/i.exec(value) : null;
  if (family !== null && comparison === '=') {
    const lowest = Number(family[1]) * 100;
    return { kind: 'number', field: known.name, comparison, value: lowest, to: lowest + 99 };
  }
  const range = value.split('..');
  const numbers = range.map((part) => readNumber(part, known.kind));
  const [low, high] = numbers;
  if (range.length > 2 || low === undefined || numbers.includes(undefined) || (range.length === 2 && comparison !== '=')) {
    return wrong;
  }
  return { kind: 'number', field: known.name, comparison, value: low, ...(high === undefined ? {} : { to: high }) };
}

/** Milliseconds, bytes or the number itself. */
function readNumber(text: string, kind: FieldKind): number | undefined {
  const number = NUMBER.exec(text)?.[0];
  if (number === undefined) {
    return undefined;
  }
  const units = UNITS[kind] ?? { '': 1 };
  const unit = text.slice(number.length).trim().toLowerCase();
  const factor = Object.hasOwn(units, unit) ? units[unit as keyof typeof units] : undefined;
  const result = Number(number.replace('−', '-')) * (factor ?? Number.NaN);
  return Number.isFinite(result) ? result : undefined;
}
