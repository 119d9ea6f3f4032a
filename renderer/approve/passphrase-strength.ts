/**
 * Rates the strength of a passphrase before a vault is encrypted with it, with reasons.
 * Advice only: the privileged side decides what it accepts.
 */
type StrengthLevel = 'weak' | 'fair' | 'good' | 'strong';

export interface PassphraseStrength {
  readonly level: StrengthLevel;
  /** 0 to 4, for the meter. */
  readonly score: number;
  /** Suggestions for improvement; may be empty. */
  readonly reasons: readonly string[];
}

const MINIMUM_LENGTH = 10;
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];
const COMMON = ['password', 'passphrase', 'letmein', 'filecoin', 'lotus', 'sextant', 'secret', 'welcome', 'admin', 'iloveyou'];

export function assessPassphrase(passphrase: string): PassphraseStrength {
  const text = passphrase.toLowerCase();
  const reasons: string[] = [];
  const characters = [...passphrase];
  const distinct = new Set(text).size;
  const wordCount = passphrase.split(/[\s\-_.,]+/).filter((word) => word.length > 2).length;
  if (characters.length < MINIMUM_LENGTH) reasons.push(`Use at least ${MINIMUM_LENGTH} characters; this has ${characters.length}.`);
  if (distinct < Math.min(6, characters.length)) reasons.push('Too few different characters.');
  if (hasRun(text)) reasons.push('Contains a keyboard sequence, such as 1234 or qwer.');
  const common = COMMON.find((word) => text.includes(word));
  if (common !== undefined && characters.length < 20) reasons.push(`“${common}” is one of the first guesses of an attacker.`);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(passphrase)).length;
  const isLong = characters.length >= 16 || wordCount >= 4;
  if (reasons.length === 0 && !isLong && kinds < 3) reasons.push('Use four or more unrelated words: easy to type, hard to guess.');
  const score = Math.max(
    1,
    Math.min(4, Math.floor(characters.length / 6) + (kinds >= 3 ? 1 : 0) + (wordCount >= 4 ? 1 : 0) - reasons.length),
  );
  const level = (['weak', 'weak', 'fair', 'good', 'strong'] as const)[score] ?? 'weak';
  return { level: characters.length === 0 ? 'weak' : level, score: characters.length === 0 ? 0 : score, reasons };
}

function hasRun(text: string): boolean {
  for (let start = 0; start + 4 <= text.length; start += 1) {
    const piece = text.slice(start, start + 4);
    const reversed = [...piece].reverse().join('');
    if (KEYBOARD_ROWS.some((row) => row.includes(piece) || row.includes(reversed))) return true;
  }
  return false;
}
