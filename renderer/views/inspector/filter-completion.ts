import { FILTER_FIELDS, type FilterField, findFilterField } from '../../../shared/inspector/call-filter.ts';
import type { SavedFilter } from '../../../shared/ipc/schemas/inspector.ts';
import { quotedValue } from './filter-pieces.ts';

/** What is being completed: the name of a field, or the value of one. */
export interface CompletionPlace {
  /** What stands before it in the draft and stays: `not `, `-`, `!`. */
  readonly lead: string;
  readonly typed: string;
  /** With the sign behind it, when its value is being written. */
  readonly field: { readonly known: FilterField; readonly head: string } | undefined;
}

export interface Completion {
  readonly key: string;
  /** What the draft becomes, or of a saved filter the whole filter. */
  readonly text: string;
  readonly kind: 'field' | 'value' | 'keyword' | 'saved';
  /** Dimmed before the label: the field of a value. */
  readonly head: string;
  readonly label: string;
  readonly detail: string;
}

const MOST_SHOWN = 12;
const TERM_HEAD = /^([a-z]+)(>=|<=|:>=|:<=|:>|:<|:=|>|<|=|:)/i;
const MEASURES: Readonly<Record<'duration' | 'size', readonly string[]>> = {
  duration: ['>100ms', '>500ms', '>1s', '>5s'],
  size: ['>10kB', '>100kB', '>1MB', '>10MB'],
};

export function completionPlace(draft: string): CompletionPlace {
  const lead = /^\s*(?:(?:not\s+|[-!](?=[a-z"]))*)/i.exec(draft)?.[0] ?? '';
  const typed = draft.slice(lead.length);
  const head = TERM_HEAD.exec(typed);
  const known = head?.[1] === undefined ? undefined : findFilterField(head[1]);
  if (head === null || known === undefined) return { lead, typed, field: undefined };
  return { lead, typed: typed.slice(head[0].length).replaceAll('"', ''), field: { known, head: head[0] } };
}

/** The field whose values have to be looked up in the recording, if there is one. */
export function fieldToLookUp(place: CompletionPlace): string | undefined {
  const { field } = place;
  if (field === undefined) return undefined;
  return field.known.kind === 'duration' || field.known.kind === 'size' || !/[:=]$/.test(field.head) ? undefined : field.known.name;
}

export interface CompletionSources {
  readonly place: CompletionPlace;
  /** Of the field that is looked up, the most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly saved: readonly SavedFilter[];
  /** Nothing else stands in the filter. */
  readonly isAlone: boolean;
}

/** What can be written here. */
export function completions({ place, values, saved, isAlone }: CompletionSources): readonly Completion[] {
  const { lead, typed, field } = place;
  const wanted = typed.toLowerCase();
  if (field === undefined) {
    const fields = FILTER_FIELDS.filter(({ name, aliases }) => [name, ...aliases].some((entry) => entry.startsWith(wanted))).map(
      (entry): Completion => ({
        key: `field ${entry.name}`,
        kind: 'field',
        text: `${lead}${entry.name}:`,
        head: '',
        label: `${entry.name}:`,
        detail: entry.meaning,
      }),
    );
    const keywords = (isAlone ? ['not'] : ['or', 'not'])
      .filter((word) => word.startsWith(wanted) && lead === '')
      .map((word): Completion => ({ key: word, kind: 'keyword', text: `${word} `, head: '', label: word, detail: KEYWORDS[word] ?? '' }));
    const kept = !isAlone || lead !== '' ? [] : saved.filter(({ name }) => name.toLowerCase().includes(wanted)).map(savedCompletion);
    return [...kept, ...fields, ...keywords];
  }
  const { known, head } = field;
  const options =
    known.kind === 'choice'
      ? known.choices.map((value) => ({ value, count: values.find((entry) => entry.value === value)?.count }))
      : known.kind === 'duration' || known.kind === 'size'
        ? MEASURES[known.kind].filter(() => head.endsWith(':')).map((value) => ({ value, count: undefined }))
        : values;
  return options
    .filter(({ value }) => value.toLowerCase().includes(wanted))
    .slice(0, MOST_SHOWN)
    .map(({ value, count }) => ({
      key: `value ${value}`,
      kind: 'value',
      text: `${lead}${head}${quotedValue(value)}`,
      head,
      label: value,
      detail: count === undefined ? '' : countWords(count),
    }));
}

const KEYWORDS: Readonly<Record<string, string>> = { or: 'either side', not: 'turns the next term round' };

function savedCompletion({ name, text }: SavedFilter): Completion {
  return { key: `saved ${name}`, kind: 'saved', text, head: '', label: name, detail: text };
}

function countWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'call' : 'calls'}`;
}
