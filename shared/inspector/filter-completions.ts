/** What can be typed next in the filter field: names of fields, operators, values. */
import { FILTER_FIELDS, type FilterField, findFilterField } from './call-filter.ts';

export interface FilterCompletion {
  /** What is shown, and what stands in the text when it is taken. */
  readonly text: string;
  readonly detail: string;
}

export interface FilterCompletions {
  /** The part of the text that a completion replaces. */
  readonly from: number;
  readonly to: number;
  /** The field whose value is being typed: ask for its values and call again with them. */
  readonly field?: string;
  /** What is typed of the value so far. */
  readonly prefix: string;
  readonly items: readonly FilterCompletion[];
}

const COMPARED = /^([a-z]+)(:?(?:>=|<=|>|<|=)|:)/i;
const MAX_ITEMS = 50;

/**
 * Completions of the word at the caret.
 *
 * @param values what the field whose value is being typed can be, the best first; fields with a fixed choice know theirs
 */
export function completionsAt(text: string, caret: number, values: readonly string[] = []): FilterCompletions {
  const from = wordStart(text, caret);
  const to = wordEnd(text, caret);
  const lead = text.charAt(from) === '-' ? 1 : 0;
  const typed = text.slice(from + lead, caret);
  const head = COMPARED.exec(typed);
  const field = head?.[1] === undefined ? undefined : findFilterField(head[1]);
  if (head === null || field === undefined) {
    return { from: from + lead, to, prefix: typed, items: names(typed, text.slice(0, from), lead > 0) };
  }
  const valueFrom = from + lead + head[0].length;
  const prefix = text.slice(valueFrom, caret).replaceAll('"', '').toLowerCase();
  return { from: valueFrom, to, field: field.name, prefix, items: valuesOf(field, head[2] ?? ':', prefix, values) };
}

/** Names of fields that begin so, then those that hold it; words that join terms where one may stand. */
function names(typed: string, before: string, isNegated: boolean): FilterCompletion[] {
  const prefix = typed.toLowerCase();
  if (typed.startsWith('"')) {
    return [];
  }
  const fields = FILTER_FIELDS.filter(({ name, aliases }) => [name, ...aliases].some((entry) => entry.startsWith(prefix))).map(
    ({ name, meaning }) => ({ text: `${name}:`, detail: meaning }),
  );
  const canJoin = !isNegated && /[^\s(]\s+$/.test(before) && !/(?:^|[\s(])(?:and|or|not)\s+$/i.test(before);
  const words = isNegated
    ? []
    : [
        ...(canJoin
          ? [
              { text: 'or', detail: 'either side' },
              { text: 'and', detail: 'both sides; the same as a space' },
            ]
          : []),
        { text: 'not', detail: 'turns the next term round' },
      ].filter((entry) => prefix !== '' && entry.text.startsWith(prefix));
  return [...fields, ...words];
}

function valuesOf(field: FilterField, operator: string, prefix: string, values: readonly string[]): FilterCompletion[] {
  const known = field.choices.length > 0 ? field.choices : values;
  const found = known
    .filter((value) => value.toLowerCase().includes(prefix) && !value.includes('"'))
    .slice(0, MAX_ITEMS)
    .map((value) => ({ text: /[\s()"]/.test(value) ? `"${value}"` : value, detail: '' }));
  const canCompare = field.kind === 'number' || field.kind === 'duration' || field.kind === 'size';
  if (!canCompare || operator !== ':' || prefix !== '') {
    return found;
  }
  return [
    { text: '>', detail: `more than; ${field.example}` },
    { text: '>=', detail: 'as much or more' },
    { text: '<', detail: 'less than' },
    { text: '<=', detail: 'as much or less' },
    ...found,
  ];
}

/** Where the word at the caret begins; what stands in quotes is one word. */
function wordStart(text: string, caret: number): number {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < caret; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\s()]/.test(letter)) start = at + 1;
  }
  return start;
}

function wordEnd(text: string, caret: number): number {
  let isQuoted = (text.slice(0, caret).split('"').length - 1) % 2 === 1;
  let at = caret;
  for (; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[\s()]/.test(letter)) break;
  }
  return at;
}
