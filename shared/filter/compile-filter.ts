/**
 * Compiles a filter to a test of rows.
 *
 * Optimised for lists of 100,000 rows and more: results for repeated texts (names, states) are cached, others are searched without a
 * lower-case copy.
 */
import type { Filter, FilterNode } from './filter.ts';
import type { Comparison, NumberTerm } from './filter-term.ts';

export type RowTest<T> = (row: T) => boolean;

/** Zero, one or several. */
type Texts = string | readonly string[] | undefined;

/** Reads a field of a row, by kind of field. */
export type FieldTest<T> =
  /** `whole`: texts that must match completely, such as ids. */
  | { readonly pattern: (row: T) => Texts; readonly whole?: (row: T) => Texts }
  /** The choices that apply to the row. */
  | { readonly choice: (row: T) => Texts }
  /** In milliseconds, bytes, epochs or plain. */
  | { readonly number: (row: T) => number | bigint | undefined };

export interface FilterTests<T> {
  /** Texts searched by a term without a field. */
  readonly texts: (row: T) => Iterable<string>;
  /** Texts that a term without a field must match completely: ids, epochs. */
  readonly wholes?: (row: T) => Iterable<string | number>;
  /** By field name. */
  readonly fields: Readonly<Record<string, FieldTest<T>>>;
  /** Present if the language has epochs. */
  readonly epochs?: {
    readonly head: number;
    /** The epoch at a time, fractional; undefined if the genesis time is unknown, so that no date matches. */
    readonly at: (timeMs: number) => number | undefined;
  };
}

/** Maximum cached texts per term. */
const MAX_REMEMBERED = 2000;
/** Longer texts seldom repeat and are not cached. */
const MAX_REMEMBERED_LENGTH = 48;

/** The test of a filter. An empty filter matches every row. */
export function compileFilter<T>(filter: Filter, tests: FilterTests<T>): RowTest<T> {
  return filter.node === undefined ? () => true : compile(filter.node, false, tests);
}

function compile<T>(node: FilterNode, isNegated: boolean, tests: FilterTests<T>): RowTest<T> {
  switch (node.kind) {
    case 'nothing':
      return () => false;
    case 'not':
      return compile(node.node, !isNegated, tests);
    case 'all':
    case 'any': {
      const parts = node.nodes.map((entry) => compile(entry, isNegated, tests));
      return (node.kind === 'all') === isNegated ? anyOf(parts) : allOf(parts);
    }
    case 'text':
      return negateIf(textTest(node.text, tests), isNegated);
    case 'pattern':
      return negateIf(patternTest(fieldOf(tests, node.field, 'pattern'), node.pattern, node.isWhole), isNegated);
    case 'choice':
      return negateIf(choiceTest(fieldOf(tests, node.field, 'choice').choice, node.choice), isNegated);
    case 'number':
      return negateIf(numberTest(fieldOf(tests, node.field, 'number').number, node, tests.epochs), isNegated);
    default:
      return node satisfies never;
  }
}

type FieldTestOf<T, K> = Extract<FieldTest<T>, Readonly<Record<K & string, unknown>>>;

function fieldOf<T, K extends 'pattern' | 'choice' | 'number'>(tests: FilterTests<T>, name: string, kind: K): FieldTestOf<T, K> {
  const field = tests.fields[name];
  if (field === undefined || !(kind in field)) throw new Error(`The filter has no test for the field ${name}.`);
  return field as FieldTestOf<T, K>;
}

function negateIf<T>(test: RowTest<T>, isNegated: boolean): RowTest<T> {
  return isNegated ? (row) => !test(row) : test;
}

function allOf<T>(tests: readonly RowTest<T>[]): RowTest<T> {
  return (row) => {
    for (const test of tests) {
      if (!test(row)) return false;
    }
    return true;
  };
}

function anyOf<T>(tests: readonly RowTest<T>[]): RowTest<T> {
  return (row) => {
    for (const test of tests) {
      if (test(row)) return true;
    }
    return false;
  };
}

type TextTest = (text: string) => boolean;

/** Caches results by text. */
function cached(test: TextTest): TextTest {
  const known = new Map<string, boolean>();
  return (text) => {
    if (text.length > MAX_REMEMBERED_LENGTH) return test(text);
    const answer = known.get(text);
    if (answer !== undefined) {
      return answer;
    }
    const hasPassed = test(text);
    if (known.size < MAX_REMEMBERED) {
      known.set(text, hasPassed);
    }
    return hasPassed;
  };
}

/** Whether a text contains another, case-insensitively. */
function contains(wanted: string): TextTest {
  const pattern = new RegExp(escaped(wanted), 'i');
  return (text) => pattern.test(text);
}

/** Whether a whole text matches a pattern with * wildcards. */
function matches(pattern: string): TextTest {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces.length > 1 ? (pieces[pieces.length - 1] ?? '') : '';
  const between = pieces.slice(1, -1);
  return (written) => {
    const text = written.toLowerCase();
    if (pieces.length === 1) return text === first;
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
    let from = first.length;
    const end = text.length - last.length;
    for (const piece of between) {
      const at = text.indexOf(piece, from);
      if (at === -1 || at + piece.length > end) return false;
      from = at + piece.length;
    }
    return true;
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

function textTest<T>(wanted: string, { texts, wholes }: FilterTests<T>): RowTest<T> {
  const test = cached(contains(wanted));
  const number = /^\d{1,15}$/.test(wanted) ? Number(wanted) : undefined;
  return (row) => {
    for (const text of texts(row)) {
      if (test(text)) return true;
    }
    if (wholes === undefined) return false;
    for (const whole of wholes(row)) {
      if (typeof whole === 'number' ? whole === number : whole.toLowerCase() === wanted) return true;
    }
    return false;
  };
}

function patternTest<T>({ pattern: textsOf, whole }: FieldTestOf<T, 'pattern'>, pattern: string, isWhole: boolean): RowTest<T> {
  const part = passesOne(cached(isWhole ? matches(pattern) : contains(pattern)));
  if (whole === undefined) return (row) => part(textsOf(row));
  const all = passesOne(cached(matches(pattern)));
  return (row) => part(textsOf(row)) || all(whole(row));
}

function passesOne(test: TextTest): (texts: Texts) => boolean {
  return (texts) => {
    if (typeof texts === 'string') return test(texts);
    if (texts === undefined) return false;
    for (const text of texts) {
      if (test(text)) return true;
    }
    return false;
  };
}

function choiceTest<T>(choicesOf: (row: T) => Texts, wanted: string): RowTest<T> {
  return (row) => {
    const choices = choicesOf(row);
    return typeof choices === 'string' ? choices === wanted : (choices?.includes(wanted) ?? false);
  };
}

function numberTest<T>(numberOf: (row: T) => number | bigint | undefined, term: NumberTerm, epochs: FilterTests<T>['epochs']): RowTest<T> {
  const [wanted, to] = [term.value, term.to].map((value) => (value === undefined ? undefined : toEpoch(value, term, epochs)));
  if (wanted === undefined) return () => false;
  if (to !== undefined) {
    return (row) => {
      const actual = numberOf(row);
      return actual !== undefined && actual >= wanted && actual <= to;
    };
  }
  const test = comparisonTest(term.comparison, wanted);
  return (row) => {
    const actual = numberOf(row);
    return actual !== undefined && test(actual);
  };
}

/** Converts a date, or an offset from the head, to an epoch. */
function toEpoch<T>(value: number, { base, field }: NumberTerm, epochs: FilterTests<T>['epochs']): number | undefined {
  if (base === undefined) return value;
  if (epochs === undefined) throw new Error(`The filter has no head to count ${field} from.`);
  return base === 'head' ? epochs.head + value : epochs.at(value);
}

function comparisonTest(comparison: Comparison, wanted: number): (actual: number | bigint) => boolean {
  switch (comparison) {
    case '=':
      return (actual) => actual >= wanted && actual <= wanted;
    case '>':
      return (actual) => actual > wanted;
    case '>=':
      return (actual) => actual >= wanted;
    case '<':
      return (actual) => actual < wanted;
    case '<=':
      return (actual) => actual <= wanted;
    default:
      return comparison satisfies never;
  }
}
