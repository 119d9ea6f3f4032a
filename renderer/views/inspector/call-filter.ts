/**
 * The inspector's filter language: words and `field:value` terms, all of which must hold; `not` before a term turns it round.
 *
 *   method:State*   endpoint:harbour   code:-32700   status:error   took>10ms   size>=1kB   kind:frame   cause:user   text
 */
import type { CallSummary } from '../../../shared/ipc/schemas/inspector.ts';

export type Comparison = '>' | '>=' | '<' | '<=' | '=';
type TextField = 'method' | 'endpoint' | 'status' | 'code' | 'kind' | 'cause' | 'param';
type NumberField = 'took' | 'size';

export type FilterTerm =
  | { readonly kind: 'text'; readonly isNegated: boolean; readonly text: string }
  | { readonly kind: 'field'; readonly isNegated: boolean; readonly field: TextField; readonly value: string }
  | {
      readonly kind: 'number';
      readonly isNegated: boolean;
      readonly field: NumberField;
      readonly comparison: Comparison;
      /** Milliseconds for `took`, bytes for `size`. */
      readonly value: number;
    };

export interface CallFilter {
  readonly terms: readonly FilterTerm[];
  /** Terms that were not understood, in words, so that the field can say so instead of showing nothing. */
  readonly problems: readonly string[];
}

export const FILTER_FIELDS: readonly { readonly name: string; readonly example: string; readonly meaning: string }[] = [
  { name: 'method', example: 'method:State*', meaning: 'name of the method, * stands for anything' },
  { name: 'endpoint', example: 'endpoint:practice', meaning: 'connection the call went to' },
  { name: 'status', example: 'status:error', meaning: 'ok, error or pending' },
  { name: 'code', example: 'code:-32601', meaning: 'error code of the node, or HTTP status' },
  { name: 'took', example: 'took>10ms', meaning: 'duration, in ms or s' },
  { name: 'size', example: 'size>100kB', meaning: 'size of the answer, in B, kB or MB' },
  { name: 'kind', example: 'kind:frame', meaning: 'call or frame of a subscription' },
  { name: 'cause', example: 'cause:user', meaning: 'what made the call' },
  { name: 'param', example: 'param:f01000', meaning: 'text in the parameters' },
];

const TEXT_FIELDS: ReadonlySet<string> = new Set(['method', 'endpoint', 'status', 'code', 'kind', 'cause', 'param']);
const TIME_UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000 };
const SIZE_UNITS: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1000, mb: 1_000_000 };

/** Reads a filter as typed. An empty text is a filter that lets everything through. */
export function parseCallFilter(text: string): CallFilter {
  const terms: FilterTerm[] = [];
  const problems: string[] = [];
  let isNegated = false;
  for (const word of splitWords(text)) {
    if (word.toLowerCase() === 'not') {
      isNegated = true;
      continue;
    }
    const result = parseTerm(word, isNegated);
    if (typeof result === 'string') problems.push(result);
    else terms.push(result);
    isNegated = false;
  }
  return { terms, problems };
}

export function matchesCallFilter(call: CallSummary, filter: CallFilter): boolean {
  return filter.terms.every((term) => matchesTerm(call, term) !== term.isNegated);
}

/** Words are parted by spaces; quotes keep spaces together. */
function splitWords(text: string): string[] {
  return (text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []).map((word) => word.replaceAll('"', '')).filter((word) => word !== '');
}

function parseTerm(word: string, isNegated: boolean): FilterTerm | string {
  const compared = /^(took|size)(>=|<=|>|<|=|:)(.*)$/i.exec(word);
  if (compared !== null) {
    const field = (compared[1] ?? '').toLowerCase() === 'took' ? 'took' : 'size';
    const value = parseMeasure(compared[3] ?? '', field);
    if (value === undefined) {
      return field === 'took' ? `${word}: write a duration, for example took>10ms` : `${word}: write a size, for example size>10kB`;
    }
    const sign = compared[2] ?? '=';
    const comparison: Comparison = sign === '>' || sign === '>=' || sign === '<' || sign === '<=' ? sign : '=';
    return { kind: 'number', isNegated, field, comparison, value };
  }
  const named = /^([a-z]+):(.*)$/i.exec(word);
  const field = named?.[1]?.toLowerCase() ?? '';
  if (named !== null && TEXT_FIELDS.has(field)) {
    const value = (named[2] ?? '').toLowerCase();
    if (value === '') return `${word} needs a value after the colon`;
    return { kind: 'field', isNegated, field: field as TextField, value };
  }
  return { kind: 'text', isNegated, text: word.toLowerCase() };
}

function parseMeasure(text: string, field: NumberField): number | undefined {
  const parts = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(text);
  const unit = (field === 'took' ? TIME_UNITS : SIZE_UNITS)[(parts?.[2] ?? '').toLowerCase()];
  return parts === null || unit === undefined ? undefined : Number(parts[1]) * unit;
}

function matchesTerm(call: CallSummary, term: FilterTerm): boolean {
  switch (term.kind) {
    case 'text':
      return [call.method, call.paramsPreview, call.connectionName, call.errorMessage ?? '', call.cause, String(call.id)].some((part) =>
        part.toLowerCase().includes(term.text),
      );
    case 'field':
      return matchesField(call, term.field, term.value);
    case 'number': {
      const actual = term.field === 'took' ? call.tookMs : call.responseBytes;
      return actual !== undefined && compare(actual, term.comparison, term.value);
    }
  }
}

function matchesField(call: CallSummary, field: TextField, value: string): boolean {
  switch (field) {
    case 'method': {
      const name = call.method.toLowerCase();
      return matchesPattern(name, value) || matchesPattern(name.slice(name.indexOf('.') + 1), value);
    }
    case 'endpoint':
      return matchesPattern(call.connectionName.toLowerCase(), value);
    case 'status':
      return call.status === value || (value === 'errors' && call.status === 'error');
    case 'code': {
      const wanted = value.replace('−', '-');
      return String(call.errorCode ?? '') === wanted || String(call.httpStatus ?? '') === wanted;
    }
    case 'kind':
      return call.kind === value || call.transport === value;
    case 'cause':
      return matchesPattern(call.cause.toLowerCase(), value);
    case 'param':
      return matchesPattern(call.paramsPreview.toLowerCase(), value);
  }
}

/** Without a star the pattern may stand anywhere; with stars the whole text has to fit. */
function matchesPattern(text: string, pattern: string): boolean {
  if (!pattern.includes('*')) return text.includes(pattern);
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces[pieces.length - 1] ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let from = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = text.indexOf(piece, from);
    if (at === -1 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}

function compare(actual: number, comparison: Comparison, wanted: number): boolean {
  switch (comparison) {
    case '>':
      return actual > wanted;
    case '>=':
      return actual >= wanted;
    case '<':
      return actual < wanted;
    case '<=':
      return actual <= wanted;
    case '=':
      return actual === wanted;
  }
}
