/**
 * Makes untrusted text safe to display.
 *
 * Invisible characters, bidi controls and cursor movements become visible marks, stacks of combining marks are cut, and the length is
 * limited. Used by `UntrustedText` and wherever a node's text is part of a title or a sentence. It does not escape markup: the result
 * is plain text.
 */

interface TextSegment {
  readonly kind: 'text' | 'mark';
  /** The text to show; for a mark its name, for example `U+202E`. */
  readonly text: string;
}

export interface SanitisedText {
  readonly segments: readonly TextSegment[];
  /** Number of omitted code points. */
  readonly cutCount: number;
}

const DEFAULT_MAXIMUM_LENGTH = 2000;
/** More combining marks on one character would overlap neighbouring lines. */
const MAXIMUM_COMBINING_MARKS = 3;

/** Invisible or reordering: controls, format characters (bidi, zero width, tags), line separators, unpaired surrogates, private use. */
const HIDDEN = /^(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u00AD\u115F\u1160\u3164\uFFA0]|[\u{E0100}-\u{E01EF}])$/u;
const COMBINING = /^\p{M}$/u;

/**
 * Splits text into safe parts and marks for unsafe characters, up to `maximumLength` code points.
 *
 * @param keepsLines whether to keep line breaks
 */
export function sanitise(text: string, maximumLength: number = DEFAULT_MAXIMUM_LENGTH, keepsLines = false): SanitisedText {
  const segments: TextSegment[] = [];
  let plain = '';
  let combiningCount = 0;
  let shownCount = 0;
  let cutCount = 0;

  function addMark(character: string): void {
    if (plain !== '') segments.push({ kind: 'text', text: plain });
    plain = '';
    segments.push({ kind: 'mark', text: nameOf(character) });
  }

  for (const character of keepsLines ? text.replaceAll('\r\n', '\n') : text) {
    if (shownCount >= maximumLength) {
      cutCount += 1;
      continue;
    }
    shownCount += 1;
    if (HIDDEN.test(character) && !(keepsLines && character === '\n')) {
      combiningCount = 0;
      addMark(character);
      continue;
    }
    combiningCount = COMBINING.test(character) ? combiningCount + 1 : 0;
    if (combiningCount > MAXIMUM_COMBINING_MARKS) addMark(character);
    else plain += character;
  }
  if (plain !== '') segments.push({ kind: 'text', text: plain });
  return { segments, cutCount };
}

/** As one line of text with marks in angle brackets, for titles, labels and sentences. */
export function sanitiseToText(text: string, maximumLength: number = DEFAULT_MAXIMUM_LENGTH): string {
  const { segments, cutCount } = sanitise(text, maximumLength);
  const shown = segments.map((segment) => (segment.kind === 'mark' ? `⟨${segment.text}⟩` : segment.text)).join('');
  return cutCount === 0 ? shown : `${shown}…`;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
