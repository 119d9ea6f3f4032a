import type { RunwayWords } from '../../lib/runway-words.ts';

/** Room for the longest words with the padding of the last column. */
export const RUNWAY_PX = 92;

/** How long gas lasts, with how that was computed as a hint. */
export function RunwayText({ words }: { readonly words: RunwayWords | undefined }) {
  return words === undefined ? undefined : (
    <span className={words.isLow ? 'warn m' : words.isKnown ? undefined : 't3'} title={words.why}>
      {words.text}
    </span>
  );
}
