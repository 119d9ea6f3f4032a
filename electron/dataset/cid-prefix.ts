/**
 * The first 8 bytes of a CID's digest, the order of the look-up table `cids`.
 *
 * Works on the bytes of a file without creating strings or arrays, because every label of the market passes through here.
 */
import { type Cid, cidParts } from '../../shared/domain/encoding/cid.ts';

const PREFIX_BYTES = 8;
const MAX_TEXT = 200;
const SHA2_256 = 0x12;
const NONE = 255;

/** Base32 value by character code; negative for other characters. */
const BASE32 = Int32Array.from(valuesOf('abcdefghijklmnopqrstuvwxyz234567'), (value) => (value === NONE ? -1 : value));
const BASE58 = valuesOf('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const BASE64 = valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const BASE64_URL = valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

/** As in `cids.prefix`: big-endian, signed, padded with zeros. */
export function digestPrefix(cid: Cid): bigint {
  const { digest } = cidParts(cid);
  const padded = new Uint8Array(PREFIX_BYTES);
  padded.set(digest.subarray(0, PREFIX_BYTES));
  return new DataView(padded.buffer).getBigInt64(0);
}

/** Parses CIDs from text bytes; the latest result is in its fields. */
export class CidReader {
  /** The upper and lower word of the prefix. */
  high = 0;
  low = 0;
  /** The binary form, in its first `length` bytes. */
  readonly bytes = new Uint8Array(MAX_TEXT);
  length = 0;
  readonly #limbs = new Float64Array(64);

  /**
   * Whether the text is a CID: version 0, or version 1 in base32, base58 or base64 (`m`, `u`), which clients also use in labels.
   */
  read(text: Uint8Array, from: number, to: number): boolean {
    if (to - from < 8 || to - from > MAX_TEXT) return false;
    switch (text[from]) {
      case 0x62:
        return this.#readBase32(text, from + 1, to) && this.#readVersion1();
      case 0x6d:
        return this.#readBase64(text, from + 1, to, BASE64) && this.#readVersion1();
      case 0x75:
        return this.#readBase64(text, from + 1, to, BASE64_URL) && this.#readVersion1();
      case 0x51:
        return to - from === 46 && this.#readBase58(text, from, to) && this.#readVersion0();
      case 0x7a:
        return this.#readBase58(text, from + 1, to) && this.#readVersion1();
      default:
        return false;
    }
  }

  /** Whether these bytes are a CID. */
  readBinary(cid: Uint8Array): boolean {
    if (cid.length > MAX_TEXT - PREFIX_BYTES) return false;
    this.bytes.set(cid);
    this.length = cid.length;
    return this.#readVersion1() || this.#readVersion0();
  }

  /** Fast path for base32, used by nearly every label and piece: eight characters are five bytes. */
  #readBase32(text: Uint8Array, from: number, to: number): boolean {
    const { bytes } = this;
    let at = from;
    let length = 0;
    let check = 0;
    for (; at + 8 <= to; at += 8) {
      const a = BASE32[text[at] as number] as number;
      const b = BASE32[text[at + 1] as number] as number;
      const c = BASE32[text[at + 2] as number] as number;
      const d = BASE32[text[at + 3] as number] as number;
      const e = BASE32[text[at + 4] as number] as number;
      const f = BASE32[text[at + 5] as number] as number;
      const g = BASE32[text[at + 6] as number] as number;
      const h = BASE32[text[at + 7] as number] as number;
      check |= a | b | c | d | e | f | g | h;
      bytes[length] = (a << 3) | (b >> 2);
      bytes[length + 1] = (b << 6) | (c << 1) | (d >> 4);
      bytes[length + 2] = (d << 4) | (e >> 1);
      bytes[length + 3] = (e << 7) | (f << 2) | (g >> 3);
      bytes[length + 4] = (g << 5) | h;
      length += 5;
    }
    let buffer = 0;
    let bits = 0;
    for (; at < to; at += 1) {
      const value = BASE32[text[at] as number] as number;
      check |= value;
      buffer = ((buffer & 0xff) << 5) | value;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes[length++] = buffer >>> bits;
      }
    }
    this.length = length;
    return check >= 0 && bits < 5 && (buffer & ((1 << bits) - 1)) === 0;
  }

  #readBase64(text: Uint8Array, from: number, to: number, values: Uint8Array): boolean {
    const { bytes } = this;
    let buffer = 0;
    let bits = 0;
    let length = 0;
    for (let at = from; at < to; at += 1) {
      const value = values[text[at] as number] as number;
      if (value === NONE) return false;
      buffer = ((buffer & 0xff) << 6) | value;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes[length++] = buffer >>> bits;
      }
    }
    this.length = length;
    // The remaining bits must be fewer than a character, and zero.
    return bits < 6 && (buffer & ((1 << bits) - 1)) === 0;
  }

  #readBase58(text: Uint8Array, from: number, to: number): boolean {
    const limbs = this.#limbs;
    let used = 0;
    // Four characters at a time into limbs of 24 bits: products stay exact in a double.
    for (let at = from; at < to; ) {
      let carry = 0;
      let factor = 1;
      for (const end = Math.min(at + 4, to); at < end; at += 1) {
        const value = BASE58[text[at] as number] as number;
        if (value === NONE) return false;
        carry = carry * 58 + value;
        factor *= 58;
      }
      for (let limb = 0; limb < used; limb += 1) {
        const sum = (limbs[limb] as number) * factor + carry;
        carry = Math.floor(sum / 0x1000000);
        limbs[limb] = sum - carry * 0x1000000;
      }
      while (carry > 0) {
        const rest = Math.floor(carry / 0x1000000);
        limbs[used++] = carry - rest * 0x1000000;
        carry = rest;
      }
    }
    // A leading 1 is a zero byte, with which no CID starts.
    if (used === 0 || text[from] === 0x31) return false;
    const { bytes } = this;
    let length = 0;
    for (let limb = used - 1; limb >= 0; limb -= 1) {
      const value = limbs[limb] as number;
      if (length > 0 || value >= 0x10000) bytes[length++] = value >>> 16;
      if (length > 0 || value >= 0x100) bytes[length++] = (value >>> 8) & 0xff;
      bytes[length++] = value & 0xff;
    }
    this.length = length;
    return true;
  }

  #readVersion0(): boolean {
    if (this.length !== 34 || this.bytes[0] !== SHA2_256 || this.bytes[1] !== 32) return false;
    this.#takePrefix(2);
    return true;
  }

  #readVersion1(): boolean {
    const { bytes } = this;
    if (bytes[0] !== 1) return false;
    let at = 1;
    let number = 0;
    // Codec, hash and digest length: minimal varints of at most 4 bytes.
    for (let field = 0; field < 3; field += 1) {
      number = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[at++] as number;
        if (at > this.length || shift > 21) return false;
        number |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
          if (byte === 0 && shift > 0) return false;
          break;
        }
      }
    }
    if (at + number !== this.length) return false;
    this.#takePrefix(at);
    return true;
  }

  #takePrefix(at: number): void {
    const { bytes, length } = this;
    for (let index = length; index < at + PREFIX_BYTES; index += 1) bytes[index] = 0;
    this.high = wordAt(bytes, at);
    this.low = wordAt(bytes, at + 4);
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] as number) << 24) | ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)) >>> 0
  );
}

function valuesOf(alphabet: string): Uint8Array {
  const values = new Uint8Array(256).fill(NONE);
  for (const [value, letter] of [...alphabet].entries()) values[letter.charCodeAt(0)] = value;
  return values;
}
