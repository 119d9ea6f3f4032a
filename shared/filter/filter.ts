/**
 * Parses a filter as typed, into a tree, tokens and problems.
 *
 *   state:active   size:>1GiB   expires:<+30d   id:17   client:f01000   text   "text with spaces"
 *
 * Adjacent terms are combined with `and`; `not`, or a leading `-` or `!`, negates the next term or group. `not` binds tighter than `and`,
 * which binds tighter than `or`; parentheses group. A text pattern matches anywhere in the field; with `*`, or after `=`, it must match
 * the whole field. Case-insensitive.
 */
import { FilterReader } from './filter-reader.ts';
import type { ChoiceTerm, NumberTerm, PatternTerm } from './filter-term.ts';

/**
 * Kind of a field's values: text with `*`, one of several choices, number, duration, size in bytes, or epoch (`2500000`, `now`, `+30d` and
 * `-2h` relative to the head, `2026-11-21`).
 */
export type FieldKind = 'pattern' | 'choice' | 'number' | 'duration' | 'size' | 'epoch';

export interface FilterField {
  readonly name: string;
  /** Alternative names. */
  readonly aliases?: readonly string[];
  readonly kind: FieldKind;
  /** A complete term: `size:>1MB`. */
  readonly example: string;
  /** Shown in the list of completions. */
  readonly meaning: string;
  /** The values of a `choice`. */
  readonly choices?: readonly string[];
  /** Suggested values: `>32GiB`. */
  readonly offers?: readonly string[];
  /** Whether the number may be given as `5xx`. */
  readonly hasHundreds?: boolean;
}

export interface FilterLanguage {
  /** In the order of completions. */
  readonly fields: readonly FilterField[];
  /** A field by its name or an alias. */
  findField(name: string): FilterField | undefined;
  /** The problem text for an unknown field; undefined for the default text. */
  adviceOnName(name: string): string | undefined;
  /** Advice for a value that is not one of the choices. */
  adviceOnChoice(field: string, value: string): string | undefined;
  /** Why a pattern cannot match in a field; undefined if it can. */
  refusePattern(field: string, value: string): string | undefined;
}

/** @param options own texts for problems */
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

/** The tree of a filter. */
export type FilterNode =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode }
  | { readonly kind: 'text'; readonly text: string }
  | PatternTerm
  | ChoiceTerm
  | NumberTerm
  /** Invalid: matches nothing, even if negated. */
  | { readonly kind: 'nothing' };

export interface FilterToken {
  readonly kind: 'field' | 'operator' | 'value' | 'text' | 'keyword' | 'parenthesis';
  /** Range in the text, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  /** Part of an invalid term. */
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
  /** Absent for an empty filter, which matches everything. */
  readonly node?: FilterNode;
  readonly tokens: readonly FilterToken[];
  /** Invalid terms, which match nothing. */
  readonly problems: readonly FilterProblem[];
}

/** Parses a filter. Never throws; invalid terms are in `problems`. */
export function parseFilter(text: string, language: FilterLanguage): Filter {
  return new FilterReader(text, language).read();
}
