/**
 * RFC 4648 base32 in lower case and without padding, as go-address writes it: one text for every byte string.
 *
 * Written by hand over lookup tables because every address of every message passes through it.
 */

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
/** Value of each ASCII code; 32 where it is no letter of the alphabet. */
const VALUES = new Uint8Array(128).fill(32);
for (const [value, code] of CODES.entries()) VALUES[code] = value;

/** The base32 text of bytes: of addresses and CIDs, at most some hundred (all letters are handed to one call). */
export function encodeBase32(bytes: Uint8Array): string {
  const codes = new Array<number>(Math.ceil((bytes.length * 8) / 5));
  writeBase32(codes, 0, bytes);
  return String.fromCharCode.apply(undefined, codes);
}

/** Writes the ASCII codes of the letters from `at` on, for texts that are never made. Returns the place behind the last one. */
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
 * The bytes of a base32 text from `start` on, after `headLength` zero bytes that the caller fills. Undefined where no encoder writes
 * this text: another character, a length that no number of bytes gives, or bits set beyond the last byte.
 */
export function decodeBase32(text: string, start = 0, headLength = 0): Uint8Array | undefined {
  const textBits = (text.length - start) * 5;
  // The last letter has a bit of the last byte at least.
  if (textBits % 8 >= 5) return undefined;
  const bytes = new Uint8Array(headLength + Math.floor(textBits / 8));
  return fillFromBase32(bytes, headLength, text, start) === 0 ? bytes : undefined;
}

/**
 * Fills bytes from `at` to their end with what the text says from `start` on. Returns the bits of the last letter that are left,
 * undefined for a character that is no letter of base32 or where the text ends before.
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
