/**
 * RFC 4648 base32 in lower case and without padding, as go-address writes it: exactly one text for every byte string.
 *
 * Uses lookup tables because every address of every message passes through it.
 */

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
/** Value of each ASCII code; 32 if it is not in the alphabet. */
const VALUES = new Uint8Array(128).fill(32);
for (const [value, code] of CODES.entries()) VALUES[code] = value;

/** Encode the bytes of an address or CID, at most a few hundred bytes (all characters are arguments of one call). */
export function encodeBase32(bytes: Uint8Array): string {
  const codes = new Array<number>(Math.ceil((bytes.length * 8) / 5));
  writeBase32(codes, 0, bytes);
  return String.fromCharCode.apply(undefined, codes);
}

/** Write the ASCII codes of the text from `at` on, without creating a string. Returns the position after the last one. */
export function writeBase32(codes: { [index: number]: number }, at: number, bytes: Uint8Array): number {
  let end = at;
  let buffer = 0;
  let bits = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    buffer = ((buffer & 0x1f) << 8) | (bytes[index] ?? 0);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      codes[end++] = CODES[(buffer >>> bits) & 0x1f] ?? 0;
    }
  }
  if (bits > 0) codes[end++] = CODES[(buffer << (5 - bits)) & 0x1f] ?? 0;
  return end;
}

/**
 * Decode a base32 text from `start` on, after `headLength` zero bytes that the caller fills. Undefined for text that is not
 * canonical: another character, an impossible length, or bits set beyond the last byte.
 */
export function decodeBase32(text: string, start = 0, headLength = 0): Uint8Array | undefined {
  const textBits = (text.length - start) * 5;
  // The last character contains at least one bit of the last byte.
  if (textBits % 8 >= 5) return undefined;
  const bytes = new Uint8Array(headLength + Math.floor(textBits / 8));
  return fillFromBase32(bytes, headLength, text, start) === 0 ? bytes : undefined;
}

/**
 * Decode a text from `start` on into bytes from `at` to their end. Returns the unused bits of the last character; undefined for a
 * character outside the alphabet or a text that is too short.
 */
export function fillFromBase32(bytes: Uint8Array, at: number, text: string, start: number): number | undefined {
  let buffer = 0;
  let bits = 0;
  for (let index = start; at < bytes.length; index += 1) {
    const value = VALUES[text.charCodeAt(index)] ?? 32;
    if (value === 32) return undefined;
    buffer = ((buffer & 0xff) << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = buffer >>> bits;
    }
  }
  return buffer & ((1 << bits) - 1);
}
