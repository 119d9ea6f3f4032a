/**
 * Detects confusable labels: the skeleton of Unicode Technical Standard #39, section 4, with two differences. Case, whitespace, marks and
 * invisible characters are ignored; and the table has only scripts whose letters look like Latin ones in the bundled font. Full-width,
 * mathematical and circled letters are handled by NFKD.
 */

/** Characters by the lower-case letter or digit they look like. Source: confusables.txt of UTS #39, revision 14. */
const LOOKS_LIKE: Readonly<Record<string, readonly number[]>> = {
  '3': [0x0417, 0x0437, 0x04e0, 0x04e1, 0x01b7, 0x021c],
  '6': [0x0431],
  a: [0x0430, 0x03b1, 0x0251],
  ae: [0x00e6, 0x04d5],
  b: [0x0432, 0x044c, 0x03b2, 0x0185],
  c: [0x0441, 0x03f2, 0x1d04],
  d: [0x0501],
  e: [0x0435, 0x04bd, 0x03b5, 0x212e],
  f: [0x0584, 0x03dd],
  g: [0x0261, 0x0581, 0x050d],
  h: [0x043d, 0x04bb, 0x0397, 0x0570],
  i: [0x0456, 0x04cf, 0x03b9, 0x0131, 0x026a, 0x0269, 0x01c0, 0x2223],
  j: [0x0458, 0x03f3],
  k: [0x043a, 0x03ba, 0x0138],
  m: [0x043c, 0x039c, 0x03fb],
  n: [0x039d, 0x03b7, 0x0578, 0x057c],
  o: [0x043e, 0x03bf, 0x03c3, 0x1d0f, 0x0585],
  oe: [0x0153],
  p: [0x0440, 0x03c1, 0x03f1],
  q: [0x051b, 0x0563],
  r: [0x0433, 0x1d26],
  s: [0x0455, 0xa731],
  t: [0x0442, 0x03c4],
  u: [0x03c5, 0x057d, 0x1d1c, 0x028b, 0x03bc],
  v: [0x0475, 0x03bd, 0x1d20],
  w: [0x051d, 0x0461, 0x1d21],
  x: [0x0445, 0x03c7],
  y: [0x0443, 0x04af, 0x03b3, 0x03a5, 0x028f],
  z: [0x03b6, 0x1d22],
};

const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS_LIKE).flatMap(([letter, points]) => points.map((point) => [String.fromCodePoint(point), letter] as const)),
);

/** Whitespace, marks, controls, invisible characters (zero-width, bidi, variation selectors), and the blank Braille pattern. */
const UNSEEN = /[\s\p{Mark}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The skeleton of a label. Labels with the same skeleton are confusable; an empty one has nothing visible. Only for comparison, never
 * for display.
 */
export function labelSkeleton(label: string): string {
  const letters = [...label.normalize('NFKD').replace(UNSEEN, '')].map((letter) => {
    const small = letter.toLowerCase();
    return LETTER_OF.get(letter) ?? LETTER_OF.get(small) ?? small;
  });
  // Last: Latin letters and digits that look alike.
  return letters
    .join('')
    .replace(/\p{Dash_Punctuation}/gu, '-')
    .replace(/[il1|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w');
}
