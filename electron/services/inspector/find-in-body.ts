/**
 * Finds a text in a recorded body, and the value that contains it.
 *
 * Accepts any bytes and any text. ASCII letters are compared case-insensitively, anything else exactly. Called on the main thread for small
 * bodies and in the body worker for large ones.
 */
import { writeBodyPath } from '../../../shared/inspector/body-path.ts';
import type { FoundInBody } from '../../../shared/ipc/schemas/inspector.ts';
import { stepsTo } from './body-tree.ts';

export interface FindQuestion {
  readonly text: string;
  /** Index of the match, from 0. */
  readonly index: number;
}

const PIECE_BYTES = 4 * 1024 * 1024;
/** Maximum length of a path; a longer one is cut. */
const MAX_PATH_LENGTH = 1000;
/** Maximum number of counted matches. */
const MAX_MATCHES = 10_000;

export function findInBody(source: Uint8Array, { text, index }: FindQuestion): FoundInBody {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const isAscii = /^\p{ASCII}*$/u.test(text);
  const written = Buffer.from(text).toString('latin1');
  const wanted = isAscii ? written.toLowerCase() : written;
  let count = 0;
  let found: number | undefined;
  if (wanted === '') return { count, isCountExact: true };
  // One character per byte; matches are also found across the boundaries of pieces.
  for (let from = 0, next = 0; from < bytes.length; from += PIECE_BYTES) {
    const raw = bytes.toString('latin1', from, from + PIECE_BYTES + wanted.length - 1);
    const piece = isAscii ? raw.toLowerCase() : raw;
    for (let at = piece.indexOf(wanted, Math.max(0, next - from)); at !== -1; at = piece.indexOf(wanted, at + wanted.length)) {
      if (count === MAX_MATCHES) return foundAt(bytes, found, { count, isCountExact: false });
      if (count === index) found = from + at;
      count += 1;
      next = from + at + wanted.length;
    }
  }
  return foundAt(bytes, found, { count, isCountExact: true });
}

function foundAt(bytes: Buffer, offset: number | undefined, counted: Pick<FoundInBody, 'count' | 'isCountExact'>): FoundInBody {
  if (offset === undefined) return counted;
  const steps = stepsTo(bytes, offset);
  while (writeBodyPath(steps).length > MAX_PATH_LENGTH) steps.pop();
  return { ...counted, offset, path: writeBodyPath(steps) };
}
