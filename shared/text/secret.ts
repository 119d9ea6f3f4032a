/** Recognises secrets pasted into the wrong field by their form, without decoding them. */

/** Length of the shortest recovery phrase (BIP-39), in words. */
const PHRASE_WORDS = 12;

const KEY_FORMS: readonly RegExp[] = [
  /** An export of Lotus: JSON in hexadecimal. */
  /^7b22[0-9a-f]{40,}$/i,
  /** JSON with a private key. */
  /private_?key"?\s*:/i,
  /** 32 bytes in hexadecimal or base64. */
  /^[0-9a-f]{64}$/i,
  /^[a-z0-9+/]{43}=$/i,
  /** An extended private key (BIP-32). */
  /^[xyzt]prv[1-9a-z]{20,}$/i,
  /** An API token. */
  /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]+$/,
];

/** Shown for a text that `looksSecret`, never with the text itself. */
export const SECRET_WORDS =
  'This looks like a secret. Enter secrets only in the approval window. The text was neither searched for nor saved.';

/** Whether a text looks like a recovery phrase, a private key, a key export or an API token. 0x and 64 digits is a hash. */
export function looksSecret(text: string): boolean {
  const trimmed = text.trim();
  return isPhrase(trimmed) || KEY_FORMS.some((form) => form.test(trimmed));
}

/** Twelve or more words, optionally numbered. */
function isPhrase(text: string): boolean {
  const words = text.split(/[\s,;]+/).flatMap((word) => {
    const letters = word.replace(/^\d{1,2}[.):]?/, '');
    return letters === '' ? [] : [letters];
  });
  return words.length >= PHRASE_WORDS && words.every((word) => /^[\p{L}\p{M}]+$/u.test(word));
}
