/** Words that no screen may show: what a program says of a value that it does not have. */
const BROKEN: readonly RegExp[] = [
  /\bNaN\b/,
  /\bundefined\b/,
  // A round without blocks is called so by everybody; anything else that is null is a mistake of ours.
  /\bnull\b(?! rounds?\b)/i,
  /\[object\b/,
  /\bInvalid Date\b/,
  /\bInfinity\b/,
  /\$\{/,
  // Nothing is less than nothing by nothing.
  /(?<![\w.)])[-\u2212]0(?:\.0+)?(?![.,]?\d|[:\w-])/,
];
const AROUND = 40;

/** Every such word of a text, and every match of what else is forbidden, with what stands around it. */
export function brokenWords(text: string, forbidden: readonly RegExp[] = []): string[] {
  return [...BROKEN, ...forbidden].flatMap((pattern) => {
    const at = pattern.exec(text)?.index;
    return at === undefined ? [] : [text.slice(Math.max(0, at - AROUND), at + AROUND).replace(/\s+/g, ' ')];
  });
}
