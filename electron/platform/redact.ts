/**
 * Masks secrets in logs and recordings, by field name and by the form of the text.
 *
 * Prefers false positives: text that looks like a token is masked. Called by the logger and the call tap.
 */

import { wordlist } from '@scure/bip39/wordlists/english.js';
import { MASK } from '../../shared/text/mask.ts';

/** Endings of field names whose values are always secrets. */
const SECRET_ENDING =
  '(?:tokens?|authorization|authentication|passphrase|password|passwd|mnemonics?|phrase|secrets?|(?:private|priv|secret|access|api|auth)[_-]?keys?|jwt|cookie)';
const SECRET_NAME = new RegExp(`(?:${SECRET_ENDING}|^ticket)$`, 'i');
const PARAMETER_ENDING = String.raw`(?:${SECRET_ENDING}|(?:[?&;]|\\u0026)(?:ticket|key|sig))`;
const SECRET_PARAMETER = new RegExp(`${PARAMETER_ENDING}$`, 'i');
/** The longest of these endings. */
const ENDING_LENGTH = 14;

/** Range of a secret; undefined if the match is none. */
type Finding = { readonly from: number; readonly to: number } | undefined;

// Repetitions are bounded: the text may be a hostile node's and 100 million characters long.
// `mayMatch` is a cheap test that avoids a costly pattern for most texts, since every answer of a node is checked.
const PATTERNS: readonly {
  readonly pattern: RegExp;
  /** @param sparedTo end of the last match of this pattern that was no secret */
  readonly find: (match: RegExpExecArray, text: string, sparedTo: number) => Finding;
  readonly mayMatch?: (text: string) => boolean;
}[] = [
  // A JSON web token, also truncated or after other letters.
  { pattern: /(?:(?<![A-Za-z0-9_-])eyJ|eyJhbGciOi|eyJ0eXAiOi)[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,2}/g, find: webToken },
  // The same in base64, as AuthNew answers.
  { pattern: /(?<![A-Za-z0-9+/_-])ZXlK[A-Za-z0-9+/_-]{16,}/g, find: whole },
  { pattern: /(?<![A-Za-z0-9_])Bearer(?:[\s:+]|%20)+([^\s"',;\\]+)/gi, find: bearer },
  { pattern: /(?<![A-Za-z0-9_])Basic(?:\s|%20)+([A-Za-z0-9+/_-]{4,}={0,2})/gi, find: userAndPassword },
  {
    pattern: new RegExp(String.raw`${PARAMETER_ENDING}=([^&\s"'#\\]+)`, 'gi'),
    find: group,
    mayMatch: hasSecretParameter,
  },
  // User and password of a URL.
  { pattern: /:(?:\\*\/){2}([^/\s"'@\\]{1,500})@/g, find: group, mayMatch: (text) => text.includes('@') },
  // A Lotus key export, in hex, in base64 at any of its three shifts, and hex in base64.
  { pattern: /507269766174654b6579[0-9a-f]{16,}/gi, find: inRunOf(/[0-9a-f]/i) },
  { pattern: /(?:UHJpdmF0ZUtleS|ByaXZhdGVLZX|Qcml2YXRlS2V5)[A-Za-z0-9+/_-]{16,}/g, find: inRunOf(/[A-Za-z0-9+/_-]/) },
  { pattern: /N2IyMjU0Nzk3MDY1[A-Za-z0-9+/_-]{16,}/g, find: whole },
  // An extended private key.
  { pattern: /(?<![A-Za-z0-9])[a-z]prv[1-9A-HJ-NP-Za-km-z]{40,}/g, find: whole },
  // A private key in hex. Other 32-byte values have the prefix 0x or a telling name.
  { pattern: /(?<![0-9A-Za-z_])[0-9a-fA-F]{64}(?![0-9A-Za-z_])/g, find: key, mayMatch: hasKeyLength },
  // The value of a field with a secret's name, in JSON and in JSON inside a JSON string.
  { pattern: new RegExp(String.raw`${SECRET_ENDING}(\\*)"\s*:\s*(\\*)"`, 'gi'), find: field, mayMatch: hasSecretField },
  // Words of a recovery phrase, in one text or as a list. In UTF-8 read as bytes, a no-break space follows \xc2.
  { pattern: /(?<![A-Za-z])[a-z]{3,8}(?:(?:[\s\u00c2,;.|_+-]|\\+[nrt])+[a-z]{3,8}){11,}/gi, find: phrase, mayMatch: hasRunOfWords },
  { pattern: /"[a-z]{3,8}\\*"(?:\s*,\s*\\*"[a-z]{3,8}\\*"){11,}/gi, find: phrase, mayMatch: hasRunOfQuotedWords },
  // The same, numbered.
  {
    pattern: /(?<!\d)(?:\d{1,2}[.):]?\s{0,8}[a-z]{3,8}(?:[\s,;]|\\+[nrt])+){11,}\d{1,2}[.):]?\s{0,8}[a-z]{3,8}/gi,
    find: phrase,
    mayMatch: isNumbered,
  },
];

const WORD = /[a-z]+/gi;
const WORDS: ReadonlySet<string> = new Set(wordlist);
/** Length of the shortest recovery phrase. */
const MIN_WORDS = 12;
const KIND_OF_AN_ID =
  '(?:hash|id|cid|root|topic|digest|sha256|checksum|randomness|beacon|commitment|state|parent|block|tx|transaction|signature|pub(?:lic)?[_-]?key)(?:e?s)?';
const NAME_OF_AN_ID = new RegExp(String.raw`${KIND_OF_AN_ID}(?:\\*"\s*:\s*\[?\s*\\*"|[/:-])$`, 'i');
const NEXT_OF_A_LIST = /^\\*"\s{0,40},\s{0,40}\\*"$/;
/** Words after Bearer in prose about it. */
const ABOUT_BEARER = /^(?:tokens?|auth\w*|schemes?|headers?|realm=.*|error=.*|and|as|for|in|is|not|or|was|with)[.:)]?$/i;

const KEY_DIGITS = 64;
/** Length of the signature of a Lotus token. */
const SIGNATURE_LETTERS = 43;
const MAX_TOKEN_LINES = 8;
const TOKEN_GAP = /(?:\s|\\+[nrt])+/y;
const TOKEN_LINE = /[A-Za-z0-9_.-]+/y;

/** Twelve words of three letters, with one character between them. */
const PHRASE_LENGTH = 4 * MIN_WORDS - 1;
/** The same, quoted and separated by commas. */
const QUOTED_PHRASE_LENGTH = 6 * MIN_WORDS - 1;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\\ \n\r\t\v\f';
const OF_WORDS = tableOf(`${LETTERS},;.|_+-`);
const OF_QUOTED_WORDS = tableOf(`${LETTERS}",`);
const HEX_DIGITS = tableOf('0123456789abcdefABCDEF');

/** 1 at the character codes of the letters. */
function tableOf(letters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const letter of letters) table[letter.charCodeAt(0)] = 1;
  return table;
}

function hasKeyLength(text: string): boolean {
  return hasRun(text, KEY_DIGITS, HEX_DIGITS, false);
}

function hasRunOfWords(text: string): boolean {
  return hasRun(text, PHRASE_LENGTH, OF_WORDS, true);
}

function hasRunOfQuotedWords(text: string): boolean {
  return hasRun(text, QUOTED_PHRASE_LENGTH, OF_QUOTED_WORDS, true);
}

/** Whether the text has a run of so many characters of a kind. Skips ahead, so that texts without one are read sparsely. */
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

/** Whether the text may have a field with a secret's name. Fast for JSON without whitespace and escapes, as nodes write it. */
function hasSecretField(text: string): boolean {
  return /[\s\\]/.test(text) || hasNameBefore('":"', SECRET_NAME, text);
}

function hasSecretParameter(text: string): boolean {
  return hasNameBefore('=', SECRET_PARAMETER, text);
}

function hasNameBefore(sign: string, name: RegExp, text: string): boolean {
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) {
    if (name.test(text.slice(Math.max(0, at - ENDING_LENGTH), at))) return true;
  }
  return false;
}

/** Whether the text has a word numbered 12. */
function isNumbered(text: string): boolean {
  return /(?<!\d)12[.):\s]\s{0,8}[a-z]{3,8}/i.test(text);
}

function whole(match: RegExpExecArray): Finding {
  return { from: match.index, to: match.index + match[0].length };
}

/** The range of the group, which is at the end of the match or before one character. */
function group(match: RegExpExecArray): Finding {
  const from = match.index + match[0].lastIndexOf(match[1] ?? '');
  return { from, to: from + (match[1] ?? '').length };
}

/** Excludes prose about Bearer tokens. */
function bearer(match: RegExpExecArray): Finding {
  return ABOUT_BEARER.test(match[1] ?? '') ? undefined : group(match);
}

/** Excludes words that do not decode to user:password. */
function userAndPassword(match: RegExpExecArray): Finding {
  const said = Buffer.from(match[1] ?? '', 'base64').toString();
  return /^[^\p{Cc}\ufffd]*:[^\p{Cc}\ufffd]*$/u.test(said) ? group(match) : undefined;
}

/** The whole run of characters around the match. */
function inRunOf(letter: RegExp): (match: RegExpExecArray, text: string) => Finding {
  return (match, text) => {
    let from = match.index;
    while (from > 0 && letter.test(text.charAt(from - 1))) from -= 1;
    return { from, to: match.index + match[0].length };
  };
}

/** A token with all its lines if it is wrapped, up to its signature. */
function webToken(match: RegExpExecArray, text: string): Finding {
  const from = match.index;
  let to = from + match[0].length;
  const parts = match[0].split('.');
  let dots = parts.length - 1;
  let signatureLetters = dots === 2 ? (parts[2] ?? '').length : 0;
  // Most tokens are not wrapped.
  if (dots < 2 && !text.slice(to, to + 400).includes('.')) return { from, to };
  let at = to;
  let isBroken = false;
  for (let lines = 0; lines < MAX_TOKEN_LINES && signatureLetters < SIGNATURE_LETTERS; lines += 1) {
    TOKEN_GAP.lastIndex = at;
    const gap = TOKEN_GAP.exec(text)?.[0] ?? '';
    // After a complete token, other words may follow on the same line.
    if (!isBroken && signatureLetters > 0 && !/[\nnr\r]/.test(gap)) break;
    TOKEN_LINE.lastIndex = at + gap.length;
    const line = TOKEN_LINE.exec(text)?.[0];
    if (line === undefined || (gap === '' && lines > 0)) break;
    isBroken = true;
    at += gap.length + line.length;
    const pieces = line.split('.');
    dots += pieces.length - 1;
    if (dots > 2) break;
    if (dots === 2) {
      signatureLetters += (pieces.at(-1) ?? '').length;
      if (signatureLetters > 0) to = at;
    }
  }
  return { from, to };
}

function key(match: RegExpExecArray, text: string, sparedTo: number): Finding {
  const before = text.slice(Math.max(sparedTo, match.index - 100), match.index);
  // The name before a list applies to all its items.
  const isSpared = (sparedTo > 0 && NEXT_OF_A_LIST.test(before)) || NAME_OF_AN_ID.test(before.slice(-40));
  return isSpared ? undefined : whole(match);
}

/** Up to the closing quote, or to the end of the text. */
function field(match: RegExpExecArray, text: string): Finding {
  const level = (match[2] ?? '').length;
  const from = match.index + match[0].length;
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (slashes < at - from && text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    // In nested JSON the closing quote has as many backslashes as the opening one; deeper quotes have more.
    const isClosing = level === 0 ? slashes % 2 === 0 : slashes <= level;
    if (isClosing) return { from, to: at - (level === 0 ? 0 : slashes) };
  }
  return { from, to: text.length };
}

/** At least twelve consecutive words of the BIP-39 list. */
function phrase(match: RegExpExecArray): Finding {
  const [found] = match;
  let count = 0;
  let from = 0;
  let hasOther = false;
  for (const word of found.matchAll(WORD)) {
    // Skip the letter of an escape, as in \nabandon.
    const skipped = found.charAt(word.index - 1) === '\\' ? 1 : 0;
    if (!WORDS.has(word[0].slice(skipped).toLowerCase())) {
      if (count >= MIN_WORDS) break;
      count = 0;
      hasOther = false;
      continue;
    }
    if (count === 0) from = word.index + skipped;
    count += 1;
    // true and false are BIP-39 words, and nodes return lists of them.
    hasOther ||= !/^(?:true|false)$/i.test(word[0]);
  }
  // Words that follow are masked too: they may be a second phrase.
  return count >= MIN_WORDS && hasOther ? { from: match.index + from, to: match.index + found.search(/[a-z][^a-z]*$/i) + 1 } : undefined;
}

/** Mask what looks like a secret in free text or JSON. */
export function redactText(text: string): string {
  const plain = withoutEscapes(text);
  const redacted = plain === text ? text : redactPlain(plain);
  // Keep the original escapes if they hide no secret.
  return redacted === plain ? redactPlain(text) : redacted;
}

/** A Unicode escape in JSON or in nested JSON. */
const ESCAPE = /(?<!\\)(\\+)u([0-9a-f]{4})/gi;

/** Decodes escapes of characters that occur in secrets and field names; quotes stay escaped. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\u')) {
    return text;
  }
  return text.replace(ESCAPE, (written, slashes: string, digits: string) => {
    const letter = String.fromCharCode(Number.parseInt(digits, 16));
    if (letter === '"') return `${'\\'.repeat(2 * slashes.length - 1)}"`;
    return /[A-Za-z0-9_.=+/:?-]/.test(letter) ? letter : /\s/.test(letter) ? ' ' : written;
  });
}

function redactPlain(text: string): string {
  const found: { readonly from: number; readonly to: number }[] = [];
  for (const { pattern, find, mayMatch } of PATTERNS) {
    if (mayMatch?.(text) === false) continue;
    pattern.lastIndex = 0;
    let sparedTo = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const finding = find(match, text, sparedTo);
      if (finding === undefined || finding.to <= finding.from) {
        sparedTo = pattern.lastIndex;
        continue;
      }
      found.push(finding);
      // Do not rescan masked text: a hostile text could force a scan for each of its quotes.
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
    // Mask overlapping secrets once.
    if (from >= at) parts.push(text.slice(at, from), MASK);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Whether the value of a field with this name is always a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A copy of a value for logs: secrets masked, errors as plain objects, depth limited. */
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
    result[redactText(name)] = isSecretName(name) ? maskAll(field, depth + 1) : redactValue(field, depth + 1);
  }
  return result;
}

/** Masks all texts and numbers below a secret name; booleans are kept. */
function maskAll(value: unknown, depth: number): unknown {
  if (value === undefined || value === null || typeof value === 'boolean') {
    return value;
  }
  if (typeof value === 'object' && depth < 8 && !(value instanceof Uint8Array)) {
    return Array.isArray(value)
      ? value.map((item) => maskAll(item, depth + 1))
      : Object.fromEntries(Object.entries(value).map(([name, field]) => [redactText(name), maskAll(field, depth + 1)]));
  }
  return MASK;
}
