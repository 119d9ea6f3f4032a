/**
 * Recognizes failures by fragments of their text and extracts figures from it.
 *
 * The text comes from nodes and storage providers and is untrusted: only what a strict pattern matched is shown.
 */

/** A failure recognized by fragments of its text. Texts differ between versions, so rows use fragments, not whole sentences. */
export interface FailureText {
  /** Unique name of the row in its table. */
  readonly id: string;
  /** The row matches if one of these occurs in the text. */
  readonly texts: readonly RegExp[];
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
  readonly figures?: FailureFigures;
}

/** A fix that includes figures from the text. */
export interface FailureFigures {
  /** Every group is bounded and only matches digits, decimal amounts, one alphanumeric word, or a few joined by dots. */
  readonly pattern: RegExp;
  /** Format the fix from the matched groups, in order; undefined for a group without a match. */
  readonly fix: (...values: (string | undefined)[]) => string;
}

/** Maximum text length examined; far above the longest text of a node. */
const MAX_TEXT_LENGTH = 4096;

/** Return the part of a text that patterns are applied to. */
export function boundedText(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH);
}

/** Whether one of the fragments occurs in a text (from `boundedText`). */
export function hasFragment(texts: readonly RegExp[], text: string): boolean {
  return texts.some((fragment) => fragment.test(text));
}

/** Return the fix of a row: with figures from the text if its pattern matches, else the general one. */
export function fixFor(row: { readonly fix: string; readonly figures?: FailureFigures }, text: string): string {
  const found = row.figures?.pattern.exec(text);
  return row.figures === undefined || found === null || found === undefined ? row.fix : row.figures.fix(...found.slice(1));
}
