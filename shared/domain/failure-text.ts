/**
 * What the text of a failure says: fragments to know it by, and the figures in it.
 *
 * The texts come from nodes and storage providers, which may send anything: only what a strict pattern caught is ever shown.
 */

/** A failure known by fragments of its text. Texts differ between versions, so a row names fragments, not whole sentences. */
export interface FailureText {
  /** Names the row, once in its table. */
  readonly id: string;
  /** Matches where one of these occurs in the text. */
  readonly texts: readonly RegExp[];
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
  readonly figures?: FailureFigures;
}

/** A fix that names the figures of the text. */
export interface FailureFigures {
  /** Every group is bounded and catches nothing but digits, decimal amounts, one word of letters and digits, or a few joined by dots. */
  readonly pattern: RegExp;
  /** The fix with what the groups caught, in order; undefined for a group that took no part. */
  readonly fix: (...values: (string | undefined)[]) => string;
}

/** Characters of a text that are looked at: the longest text of a node is far below it. */
const MAX_TEXT_LENGTH = 4096;

/** The part of a text that patterns are tried on. */
export function boundedText(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH);
}

/** Whether one of the fragments occurs in a text (from `boundedText`). */
export function hasFragment(texts: readonly RegExp[], text: string): boolean {
  return texts.some((fragment) => fragment.test(text));
}

/** The fix of a row: with the figures of the text where the pattern finds them, else the general one. */
export function fixFor(row: { readonly fix: string; readonly figures?: FailureFigures }, text: string): string {
  const found = row.figures?.pattern.exec(text);
  return row.figures === undefined || found === null || found === undefined ? row.fix : row.figures.fix(...found.slice(1));
}
