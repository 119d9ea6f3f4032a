/** Secrets that were pasted where they do not belong, judged by their form alone: nothing is decoded. */

/** Words of the shortest recovery phrase (BIP-39). */
const PHRASE_WORDS = 12;

const KEY_FORMS: readonly RegExp[] = [
  /** An export of Lotus: JSON in hexadecimal. */
  /^7b22[0-9a-f]{40,}$/i,
  /** JSON with a key in it. */
  /private_?key"?\s*:/i,
  /** 32 bytes in hexadecimal or base64. */
  /^[0-9a-f]{64}$/i,
  /^[a-z0-9+/]{43}=$/i,
  /** An extended private key (BIP-32). */
  /^[xyzt]prv[1-9a-z]{20,}$/i,
  /** An API token. */
  /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]+$/,
];

/** What to say where a text `looksSecret`. Never with the text itself. */
export const SECRET_WORDS = 'This looks like a secret: it belongs in the trusted document only. It was not looked up and is not kept.';

/** Whether a text has the form of a recovery phrase, a private key, a key export or an API token. 0x and 64 digits is taken for a hash. */
export function looksSecret(text: string): boolean {
  const trimmed = text.trim();
  return isPhrase(trimmed) || KEY_FORMS.some((form) => form.test(trimmed));
}

/** Twelve or more words of letters, with or without their numbers before them. */
function isPhrase(text: string): boolean {
  const words = text.split(/[\s,;]+/).flatMap((word) => {
    const letters = word.replace(/^\d{1,2}[.):]?/, '');
    return letters === '' ? [] : [letters];
  });
  return words.length >= PHRASE_WORDS && words.every((word) => /^[\p{L}\p{M}]+$/u.test(word));
}
