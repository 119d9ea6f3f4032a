/**
 * Messages as texts for QR codes. A signed one that fits a single code is its CBOR as hex in capitals, which any tool reads; an unsigned
 * one is its JSON. A longer one, of JSON the bytes as hex, is split into `SEXTANT:<part>/<parts>:<mark>:<hex>`; the mark is the end of its CID, so that parts of two messages are not
 * mixed. Capitals, because QR codes hold them in little more than half of the space.
 */

import { bytesToHex } from '../../shared/domain/encoding/bytes.ts';

/** Hex digits of one part: about QR version 13, which a phone can read from a screen. */
const PART_DIGITS = 480;
const MAX_PARTS = 999;
const MARK_LENGTH = 8;
export const PART_PATTERN = /SEXTANT:(\d{1,3})\/(\d{1,3}):([A-Z0-9]{8}):([0-9A-F]+)/gi;

/** Texts of the QR codes, in order. */
export function splitSigned(hex: string, signedCid: string): readonly string[] {
  const digits = hex.toUpperCase();
  const count = Math.ceil(digits.length / PART_DIGITS);
  if (count <= 1) return [digits];
  const mark = signedCid.slice(-MARK_LENGTH).toUpperCase();
  return Array.from(
    { length: count },
    (_, index) => `SEXTANT:${index + 1}/${count}:${mark}:${digits.slice(index * PART_DIGITS, (index + 1) * PART_DIGITS)}`,
  );
}

/** JSON up to this length fits one QR code of version 17, which a phone can read from a screen. */
const MAX_JSON_LENGTH = 600;

/** Texts of the QR codes of an unsigned message, in order. */
export function splitUnsigned(json: string, cid: string): readonly string[] {
  return json.length <= MAX_JSON_LENGTH ? [json] : splitSigned(bytesToHex(new TextEncoder().encode(json)), cid);
}

export type JoinedParts =
  /** The text contains no parts; read it as is. */
  { readonly kind: 'whole'; readonly text: string } | { readonly kind: 'incomplete'; readonly words: string };

/** Join the parts of a signed or unsigned message, pasted in any order and with any text between them. */
export function joinSigned(text: string): JoinedParts {
  const found = [...text.matchAll(PART_PATTERN)];
  const [first] = found;
  if (first === undefined) return { kind: 'whole', text };
  const total = Number(first[2]);
  const mark = first[3]?.toUpperCase();
  if (total < 1 || total > MAX_PARTS) return { kind: 'incomplete', words: 'Invalid part numbers. Sextant does not recognise these parts.' };
  const parts = new Map<number, string>();
  for (const [, position, count, otherMark, digits = ''] of found) {
    if (Number(count) !== total || otherMark?.toUpperCase() !== mark) {
      return { kind: 'incomplete', words: 'These parts belong to different messages. Paste the parts of one message.' };
    }
    parts.set(Number(position), digits);
  }
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter((position) => !parts.has(position));
  if (missing.length > 0) {
    const words =
      missing.length === 1 ? `Part ${missing[0]} of ${total} is missing.` : `Parts ${missing.join(', ')} of ${total} are missing.`;
    return { kind: 'incomplete', words };
  }
  const whole = Array.from({ length: total }, (_, index) => parts.get(index + 1)).join('');
  return { kind: 'whole', text: whole };
}
