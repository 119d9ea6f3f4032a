import type { FilterField, FilterLanguage } from '../../shared/filter/filter.ts';
import { TERM_HEAD } from '../../shared/filter/filter-term.ts';
import { formatInteger } from '../../shared/text/format.ts';
import { quotedValue } from './filter-pieces.ts';

/** What is being completed: the name of a field, or the value of one. */
export interface CompletionPlace {
  /** Prefix in the draft that is kept: `not `, `-`, `!`. */
  readonly lead: string;
  readonly typed: string;
  /** The field and its operator, while its value is typed. */
  readonly field: { readonly known: FilterField; readonly head: string } | undefined;
}

/** A filter saved under a name. */
interface KeptFilter {
  readonly name: string;
  readonly text: string;
}

/** A value of a field and the number of rows that have it. */
export interface FieldValue {
  readonly value: string;
  readonly count: number;
}

export interface Completion {
  readonly key: string;
  /** New text of the draft; for a saved filter, of the whole filter. */
  readonly text: string;
  readonly kind: 'field' | 'value' | 'keyword' | 'saved';
  /** Dimmed before the label: the field of a value. */
  readonly head: string;
  readonly label: string;
  readonly detail: string;
}

const MAX_SHOWN = 12;

export function completionPlace(draft: string, language: FilterLanguage): CompletionPlace {
  const lead = /^\s*(?:(?:not\s+|[-!](?=[a-z"]))*)/i.exec(draft)?.[0] ?? '';
  const typed = draft.slice(lead.length);
  const head = TERM_HEAD.exec(typed);
  const known = head?.[1] === undefined ? undefined : language.findField(head[1]);
  if (head === null || known === undefined) return { lead, typed, field: undefined };
  return { lead, typed: typed.slice(head[0].length).replaceAll('"', ''), field: { known, head: head[0] } };
}

/** The field whose values must be read from the rows, if any. */
export function fieldToLookUp(place: CompletionPlace): string | undefined {
  const { field } = place;
  if (field === undefined) return undefined;
  return isMeasure(field.known) || !/[:=]$/.test(field.head) ? undefined : field.known.name;
}

export interface CompletionSources {
  readonly language: FilterLanguage;
  /** Name of a row, singular and plural. */
  readonly unit: readonly [one: string, several: string];
  readonly place: CompletionPlace;
  /** Values of the field, most frequent first. */
  readonly values: readonly FieldValue[];
  readonly saved: readonly KeptFilter[];
  /** Whether the filter is otherwise empty. */
  readonly isAlone: boolean;
}

/** Completions for a place in a filter. */
export function completions({ language, unit, place, values, saved, isAlone }: CompletionSources): readonly Completion[] {
  const { lead, typed, field } = place;
  const wanted = typed.toLowerCase();
  if (field === undefined) {
    const fields = language.fields
      .filter(({ name, aliases = [] }) => [name, ...aliases].some((entry) => entry.startsWith(wanted)))
      .map(
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
      ? (known.choices ?? []).map((value) => ({ value, count: values.find((entry) => entry.value === value)?.count }))
      : isMeasure(known)
        ? offersOf(known)
            .filter(() => head.endsWith(':'))
            .map((value) => ({ value, count: undefined }))
        : values;
  return options
    .filter(({ value }) => value.toLowerCase().includes(wanted))
    .slice(0, MAX_SHOWN)
    .map(({ value, count }) => ({
      key: `value ${value}`,
      kind: 'value',
      text: `${lead}${head}${quotedValue(value)}`,
      head,
      label: value,
      detail: count === undefined ? '' : `${formatInteger(count)} ${count === 1 ? unit[0] : unit[1]}`,
    }));
}

const KEYWORDS: Readonly<Record<string, string>> = { or: 'either term', not: 'negates the next term' };

const OFFERS: Readonly<Record<'duration' | 'size' | 'epoch', readonly string[]>> = {
  duration: ['>100ms', '>500ms', '>1s', '>5s'],
  size: ['>10kB', '>100kB', '>1MB', '>10MB'],
  epoch: ['<now', '>now', '<+7d', '<+30d', '>-1d'],
};

/** Whether a field has nearly as many values as rows, so that only typical bounds are offered. */
function isMeasure({ kind, offers }: FilterField): boolean {
  return kind === 'duration' || kind === 'size' || kind === 'epoch' || offers !== undefined;
}

function offersOf({ kind, offers }: FilterField): readonly string[] {
  return offers ?? (kind === 'duration' || kind === 'size' || kind === 'epoch' ? OFFERS[kind] : []);
}

function savedCompletion({ name, text }: KeptFilter): Completion {
  return { key: `saved ${name}`, kind: 'saved', text, head: '', label: name, detail: text };
}
