/** Parses a term with a field: `size:>1MB`, `expires:<+30d`. */
import type { FieldKind, FilterField, FilterLanguage } from './filter.ts';

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

export interface PatternTerm {
  readonly kind: 'pattern';
  readonly field: string;
  readonly pattern: string;
  /** The whole text must match. */
  readonly isWhole: boolean;
}

export interface ChoiceTerm {
  readonly kind: 'choice';
  readonly field: string;
  readonly choice: string;
}

export interface NumberTerm {
  readonly kind: 'number';
  readonly field: string;
  readonly comparison: Comparison;
  /** In milliseconds, bytes, epochs or plain. */
  readonly value: number;
  /** End of an inclusive range. */
  readonly to?: number;
  /** For an epoch given as an offset from the head, or as a Unix time in milliseconds. */
  readonly base?: 'head' | 'moment';
}

export interface WrittenTerm {
  readonly name: string;
  /** With the colon, if present. */
  readonly operator: string;
  readonly value: string;
}

/** Name and operator at the start of a term. */
export const TERM_HEAD = /^([a-z]+)(>=|<=|:>=|:<=|:>|:<|:=|>|<|=|:)/i;

const NUMBER = /^[-+−]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const DURATIONS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['us', 0.001],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['min', 60_000],
]);
const SIZES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['b', 1],
  ...['k', 'm', 'g', 't', 'p'].flatMap((letter, index): [string, number][] => [
    ...(index < 2 ? [[letter, 1000 ** (index + 1)] as [string, number]] : []),
    [`${letter}b`, 1000 ** (index + 1)],
    [`${letter}ib`, 1024 ** (index + 1)],
  ]),
]);
/** 30 seconds on every public network (EpochDurationSeconds of the built-in actors). */
const EPOCHS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['m', 2],
  ['min', 2],
  ['h', 120],
  ['d', 2880],
  ['w', 20_160],
  ['y', 1_051_200],
]);

/** Factors by unit, in lower case; undefined if the kind has no units. */
export function unitsOf(kind: FieldKind | undefined): ReadonlyMap<string, number> | undefined {
  if (kind === 'duration') return DURATIONS;
  if (kind === 'size') return SIZES;
  return kind === 'epoch' ? EPOCHS : undefined;
}

export function unquoted(text: string): string {
  return text.replaceAll('"', '');
}

/** A parsed term, or a problem. */
export function readFieldTerm(written: WrittenTerm, language: FilterLanguage): PatternTerm | ChoiceTerm | NumberTerm | string {
  const known = language.findField(written.name);
  if (known === undefined) {
    return language.adviceOnName(written.name) ?? `Unknown field "${written.name}". Put it in quotes to search for it as text.`;
  }
  const operator = written.operator.replace(/^:(?=.)/, '');
  const value = unquoted(written.value).trim();
  if (value === '') {
    return `${known.name} needs a value, for example ${known.example}.`;
  }
  switch (known.kind) {
    case 'pattern': {
      const refusal = language.refusePattern(known.name, value);
      if (refusal !== undefined) return refusal;
      return operator === ':' || operator === '='
        ? { kind: 'pattern', field: known.name, pattern: value.toLowerCase(), isWhole: operator === '=' || value.includes('*') }
        : `${known.name} cannot be compared with ${operator}.`;
    }
    case 'choice': {
      const choice = known.choices?.find((entry) => entry.toLowerCase() === value.toLowerCase());
      if (operator !== ':' && operator !== '=') {
        return `${known.name} cannot be compared with ${operator}.`;
      }
      if (choice !== undefined) return { kind: 'choice', field: known.name, choice };
      const advice = language.adviceOnChoice(known.name, value);
      const reason = `${known.name} must be one of ${known.choices?.join(', ')}; not "${value}".`;
      return advice === undefined ? reason : `${reason} ${advice}`;
    }
    case 'number':
    case 'duration':
    case 'size':
    case 'epoch':
      return (
        readNumberTerm(known, operator === ':' ? '=' : (operator as Comparison), value) ??
        `"${value}" is not a valid ${known.kind} for ${known.name}. Example: ${known.example}.`
      );
    default:
      return known.kind satisfies never;
  }
}

function readNumberTerm(known: FilterField, comparison: Comparison, value: string): NumberTerm | undefined {
  const term = { kind: 'number', field: known.name, comparison } as const;
  const hundred = known.hasHundreds === true ? /^([1-5])xx$/i.exec(value) : null;
  if (hundred !== null && comparison === '=') {
    const lowest = Number(hundred[1]) * 100;
    return { ...term, value: lowest, to: lowest + 99 };
  }
  const range = value.split('..');
  if (range.length > 2 || (range.length === 2 && comparison !== '=')) return undefined;
  const [low, high] = range.map((part) => readNumber(part, known.kind));
  if (low === undefined || (range.length === 2 && high?.base !== low.base)) return undefined;
  if (low.base === 'moment') return momentTerm(term, low.value, high?.value ?? low.value);
  return {
    ...term,
    value: low.value,
    ...(high === undefined ? {} : { to: high.value }),
    ...(low.base === undefined ? {} : { base: low.base }),
  };
}

/** Compares with a day as a range: "after" starts with the next day, "on" lasts until then. */
function momentTerm(term: Pick<NumberTerm, 'kind' | 'field' | 'comparison'>, fromMs: number, lastDayMs: number): NumberTerm {
  const nextMs = lastDayMs + DAY_MS;
  switch (term.comparison) {
    case '=':
      return { ...term, base: 'moment', value: fromMs, to: nextMs - 1 };
    case '>':
      return { ...term, base: 'moment', comparison: '>=', value: nextMs };
    case '<=':
      return { ...term, base: 'moment', comparison: '<', value: nextMs };
    case '<':
    case '>=':
      return { ...term, base: 'moment', value: fromMs };
    default:
      return term.comparison satisfies never;
  }
}

function readNumber(text: string, kind: FieldKind): Pick<NumberTerm, 'value' | 'base'> | undefined {
  if (kind === 'epoch' && DATE.test(text)) {
    const value = Date.parse(`${text}T00:00:00Z`);
    return Number.isNaN(value) ? undefined : { value, base: 'moment' };
  }
  const isFromNow = kind === 'epoch' && /^now(?=$|[-+−])/i.test(text);
  const rest = isFromNow ? text.slice(3) : text;
  if (isFromNow && rest === '') return { value: 0, base: 'head' };
  const number = NUMBER.exec(rest)?.[0];
  if (number === undefined) return undefined;
  const unit = rest.slice(number.length).trim().toLowerCase();
  const factor = unitsOf(kind)?.get(unit) ?? (unit === '' ? 1 : Number.NaN);
  const value = Number(number.replace('−', '-')) * factor;
  if (!Number.isFinite(value)) return undefined;
  const isCountedFromHead = kind === 'epoch' && (isFromNow || unit !== '' || /^[-+−]/.test(number));
  return isCountedFromHead ? { value, base: 'head' } : { value };
}
