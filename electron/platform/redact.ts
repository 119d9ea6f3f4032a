/**
 * Takes secrets out of what is written to logs and recordings: by the name of a field, and by the look of the text.
 *
 * Refuses to guess kindly: what looks like a token is masked even where it is none. Called by the logger and by the call tap.
 */

import { wordlist } from '@scure/bip39/wordlists/english.js';

export const MASK = '[masked]';

/** Fields whose text is a secret whatever it looks like. */
const SECRET_NAME =
  /^(?:.*tokens?|authorization|.*passphrase|.*password|mnemonics?|(?:seed)?phrase|.*secrets?|private[_-]?keys?|api[_-]?keys?|(?:set-)?cookie|ticket)$/i;

/** What a pattern has found: where the secret lies in it, and whether it is one after all. */
type Finding = { readonly from: number; readonly to: number } | undefined;

// Bounded repetitions: the text may be a hostile node's, and a hundred million letters long.
// `mayHold` is a cheap look that spares a costly pattern most texts: every answer of a node passes here.
const PATTERNS: readonly {
  readonly pattern: RegExp;
  readonly find: (match: RegExpExecArray, text: string) => Finding;
  readonly mayHold?: (text: string) => boolean;
}[] = [
  // A JSON web token, also one that a cut has left without its end.
  { pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,2}/g, find: whole },
  { pattern: /(?<![A-Za-z0-9_])(?:Bearer|Basic)\s+([^\s"',;\\]+)/gi, find: group },
  {
    pattern: /(?:[?&]|\\u0026)(?:token|access_token|api[_-]?key|ticket)=([^&\s"'#\\]+)/gi,
    find: group,
    mayHold: (text) => text.includes('?') || text.includes('&') || text.includes('u0026'),
  },
  // User and password of an address.
  { pattern: /:\/\/([^/\s"'@]{1,500})@/g, find: group, mayHold: (text) => text.includes('://') },
  // A Lotus key export: the hex of {"Type":… or {"PrivateKey":…
  { pattern: /7b22(?:54797065|507269766174654b6579)[0-9a-f]{16,}/gi, find: whole },
  // The same in base64.
  { pattern: /eyJ(?:UeXBl|Qcml2YXRlS2V5)[A-Za-z0-9+/=]{16,}/g, find: whole },
  // A private key in hex. An id has 0x before it, or a name that says what it is.
  { pattern: /(?<![0-9A-Za-z_+/=-])[0-9a-fA-F]{64}(?![0-9A-Za-z_+/=-])/g, find: key, mayHold: hasKeyLength },
  // The text of a field whose name says that it is a secret, in JSON and in JSON within a text of JSON.
  {
    pattern:
      /(?:tokens?|authorization|passphrase|password|mnemonics?|phrase|secrets?|private[_-]?keys?|api[_-]?keys?|cookie)(\\*)"\s*:\s*(\\*)"/gi,
    find: field,
    mayHold: hasSecretField,
  },
  // Words of a recovery phrase, in one text or as a list of texts. Where UTF-8 is read byte by byte, a hard space has \xc2 before it.
  { pattern: /(?<![A-Za-z])[a-z]{3,8}(?:(?:[\s\u00c2]|\\+[nrt])+[a-z]{3,8}){11,}/gi, find: phrase, mayHold: hasGaps },
  { pattern: /"[a-z]{3,8}\\*"(?:\s*,\s*\\*"[a-z]{3,8}\\*"){11,}/gi, find: phrase, mayHold: hasRunOfQuotedWords },
];

const WORD = /[a-z]+/gi;
const WORDS: ReadonlySet<string> = new Set(wordlist);
/** The shortest recovery phrase. */
const LEAST_WORDS = 12;
const NAME_OF_AN_ID = /(?:hash|id|cid|root|topic|digest|randomness|beacon|commitment|state|parent|block)s?\\*"\s*:\s*\[?\s*\\*"$/i;

const KEY_DIGITS = 64;
/** Twelve quoted words of three letters, and the commas between them. */
const QUOTED_PHRASE_LENGTH = 6 * LEAST_WORDS - 1;

/** Everything that a pattern takes for a gap between words: white space, and the backslash of an escaped one. */
const GAPS = [
  ...'\\ \n\r\t\v\f\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
];
const HEX_DIGITS = tableOf('0123456789abcdefABCDEF');
const OF_QUOTED_WORDS = tableOf(`abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",${GAPS.filter((gap) => gap < '\u0080').join('')}`);
const NAME_OF_A_SECRET =
  /(?:tokens?|authorization|passphrase|password|mnemonics?|phrase|secrets?|private[_-]?keys?|api[_-]?keys?|cookie)$/i;
/** The longest of these names. */
const NAME_LENGTH = 13;

/** By code: 1 for the letters given. */
function tableOf(letters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
}

/** Whether there are gaps enough for the words of a recovery phrase. JSON as nodes write it has none. */
function hasGaps(text: string): boolean {
  // Twelve words of three letters and what is between them.
  if (text.length < 4 * LEAST_WORDS - 1) return false;
  let count = 0;
  for (const gap of GAPS) {
    for (let at = text.indexOf(gap); at !== -1; at = text.indexOf(gap, at + 1)) {
      count += 1;
      if (count >= LEAST_WORDS - 1) return true;
    }
  }
  return false;
}

function hasKeyLength(text: string): boolean {
  return hasRun(text, KEY_DIGITS, HEX_DIGITS, false);
}

function hasRunOfQuotedWords(text: string): boolean {
  return hasRun(text, QUOTED_PHRASE_LENGTH, OF_QUOTED_WORDS, true);
}

/** Whether so many letters of a kind follow each other somewhere; where there are none it looks at few of the text's letters. */
function hasRun(text: string, length: number, kind: Uint8Array, isBeyondAscii: boolean): boolean {
  let from = 0;
  let at = length - 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128 ? kind[code] === 1 : isBeyondAscii) {
      if (at === from) return true;
      at -= 1;
    } else {
      from = at + 1;
      at = from + length - 1;
    }
  }
  return false;
}

/** Whether a text of a field is behind a secret's name. Quick for JSON as nodes write it, without white space and escapes. */
function hasSecretField(text: string): boolean {
  if (/[\s\\]/.test(text)) return true;
  for (let at = text.indexOf('":"'); at !== -1; at = text.indexOf('":"', at + 3)) {
    if (NAME_OF_A_SECRET.test(text.slice(Math.max(0, at - NAME_LENGTH), at))) return true;
  }
  return false;
}

function whole(match: RegExpExecArray): Finding {
  return { from: match.index, to: match.index + match[0].length };
}

/** The group stands at the end of what was found, or before one letter. */
function group(match: RegExpExecArray): Finding {
  const from = match.index + match[0].lastIndexOf(match[1] ?? '');
  return { from, to: from + (match[1] ?? '').length };
}

function key(match: RegExpExecArray, text: string): Finding {
  return NAME_OF_AN_ID.test(text.slice(Math.max(0, match.index - 40), match.index)) ? undefined : whole(match);
}

/** Up to the quote that closes the text, or to the end of what there is. */
function field(match: RegExpExecArray, text: string): Finding {
  const level = (match[2] ?? '').length;
  const from = match.index + match[0].length;
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (slashes < at - from && text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    // Within a text of JSON quotes have as many backslashes before them as the one that opened; deeper ones have more.
    const isClosing = level === 0 ? slashes % 2 === 0 : slashes <= level;
    if (isClosing) return { from, to: at - (level === 0 ? 0 : slashes) };
  }
  return { from, to: text.length };
}

/** From the first to the last of at least twelve words in a row that a recovery phrase can have. */
function phrase(match: RegExpExecArray): Finding {
  const [found] = match;
  let count = 0;
  let from = 0;
  for (const word of found.matchAll(WORD)) {
    // The letter of an escape before a word, as in \nabandon, is not part of it.
    const skipped = found.charAt(word.index - 1) === '\\' ? 1 : 0;
    if (!WORDS.has(word[0].slice(skipped).toLowerCase())) {
      if (count >= LEAST_WORDS) break;
      count = 0;
      continue;
    }
    if (count === 0) from = word.index + skipped;
    count += 1;
  }
  // What follows in the same row is masked with it: it may be a second phrase.
  return count >= LEAST_WORDS ? { from: match.index + from, to: match.index + found.search(/[a-z][^a-z]*$/i) + 1 } : undefined;
}

/** Masks what looks like a secret in free text, or in JSON of any kind. */
export function redactText(text: string): string {
  const found: { readonly from: number; readonly to: number }[] = [];
  for (const { pattern, find, mayHold } of PATTERNS) {
    if (mayHold?.(text) === false) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const finding = find(match, text);
      if (finding === undefined || finding.to <= finding.from) continue;
      found.push(finding);
      // What was masked is not looked at again: a hostile text could have it read once for each of its quotes.
      pattern.lastIndex = Math.max(pattern.lastIndex, finding.to);
    }
  }
  return found.length === 0 ? text : masked(text, found);
}

function masked(text: string, found: { readonly from: number; readonly to: number }[]): string {
  found.sort((left, right) => left.from - right.from);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of found) {
    if (to <= at) continue;
    // Secrets that overlap are masked once.
    if (from >= at) parts.push(text.slice(at, from), MASK);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Whether the text of a field with this name is always a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A copy of a value that may be written down: secrets masked, errors as plain objects, depth bounded. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    return redactText(value);
  }
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  }
  if (depth >= 8) {
    return '[deeper]';
  }
  if (value instanceof Uint8Array) {
    return `[${value.length} bytes]`;
  }
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    const code = 'code' in value ? { code: redactValue(value.code, depth + 1) } : {};
    return {
      name,
      message: redactText(message),
      ...code,
      ...(stack === undefined ? {} : { stack: redactText(stack) }),
      ...(cause === undefined ? {} : { cause: redactValue(cause, depth + 1) }),
    };
  }
  if (Array.isArray(value)) {
    return value.map((item) => redactValue(item, depth + 1));
  }
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    result[name] = isSecretName(name) ? maskAll(field, depth + 1) : redactValue(field, depth + 1);
  }
  return result;
}

/** Everything below a secret name: texts and numbers are masked, yes and no are kept. */
function maskAll(value: unknown, depth: number): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') {
    return value;
  }
  if (typeof value === 'object' && depth < 8 && !(value instanceof Uint8Array)) {
    return Array.isArray(value)
      ? value.map((item) => maskAll(item, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([name, field]) => [name, maskAll(field, depth + 1)]));
  }
  return MASK;
}
