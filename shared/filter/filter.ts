/**
 * A filter as typed, read: what a text asks for, where its terms stand, and what was not understood.
 *
 *   state:active   size:>1GiB   expires:<+30d   id:17   client:f01000   text   "text with spaces"
 *
 * Terms beside each other must both hold; `or` between them lets either do; `not` or a leading `-` or `!` turns the term or group behind it
 * round. `not` binds tighter than `and` (written or not), which binds tighter than `or`; parentheses group. A text pattern may stand
 * anywhere in the field; with `*` in it, or after `=`, the whole field has to fit. Letter case never matters.
 */
import { FilterReader } from './filter-reader.ts';
import type { ChoiceTerm, NumberTerm, PatternTerm } from './filter-term.ts';

/**
 * How the value of a field is written: a text with `*`, one of several words, a number, a time that something took, an amount of bytes,
 * or an epoch (`2500000`, `now`, `+30d` and `-2h` from the head on, `2026-11-21`).
 */
export type FieldKind = 'pattern' | 'choice' | 'number' | 'duration' | 'size' | 'epoch';

export interface FilterField {
  readonly name: string;
  /** Other names that mean the same. */
  readonly aliases?: readonly string[];
  readonly kind: FieldKind;
  /** A whole term: `size:>1MB`. */
  readonly example: string;
  /** A few words for the list of completions. */
  readonly meaning: string;
  /** All there is to choose from; only of a choice. */
  readonly choices?: readonly string[];
  /** Values worth offering, of a field whose values are not looked up: `>32GiB`. */
  readonly offers?: readonly string[];
  /** A number that is also asked for by its hundred: `5xx`. */
  readonly hasHundreds?: boolean;
}

export interface FilterLanguage {
  /** In the order in which they are offered. */
  readonly fields: readonly FilterField[];
  /** The field that is called so, under any of its names. */
  findField(name: string): FilterField | undefined;
  /** What to do about a name that no field has, one sentence or more; undefined for the usual words. */
  adviceOnName(name: string): string | undefined;
  /** What to do about a word that is none of a field's choices. */
  adviceOnChoice(field: string, value: string): string | undefined;
  /** Why a text can match nothing in a field; undefined where it may. */
  refusePattern(field: string, value: string): string | undefined;
}

/** @param options words of one's own where something is not understood */
export function filterLanguage(
  fields: readonly FilterField[],
  options: Partial<Pick<FilterLanguage, 'adviceOnName' | 'adviceOnChoice' | 'refusePattern'>> = {},
): FilterLanguage {
  const byName = new Map(
    fields.flatMap((entry) => [entry.name, ...(entry.aliases ?? [])].map((name): [string, FilterField] => [name, entry])),
  );
  return {
    fields,
    findField: (name) => byName.get(name.toLowerCase()),
    adviceOnName: options.adviceOnName ?? (() => undefined),
    adviceOnChoice: options.adviceOnChoice ?? (() => undefined),
    refusePattern: options.refusePattern ?? (() => undefined),
  };
}

/** What a filter asks for. */
export type FilterNode =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode }
  | { readonly kind: 'text'; readonly text: string }
  | PatternTerm
  | ChoiceTerm
  | NumberTerm
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

export interface Filter {
  readonly text: string;
  /** Absent where the text asks for nothing: everything fits. */
  readonly node?: FilterNode;
  readonly tokens: readonly FilterToken[];
  /** What was not understood; it matches nothing. */
  readonly problems: readonly FilterProblem[];
}

/** Reads a filter as typed. Never throws: what is not understood is told in `problems`. */
export function parseFilter(text: string, language: FilterLanguage): Filter {
  return new FilterReader(text, language).read();
}
