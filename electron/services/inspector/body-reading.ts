/** Reads parts of recorded bodies for a document: a value with its children, or a piece of the text. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BodySide, FoundInBody } from '../../../shared/ipc/schemas/inspector.ts';
import { type BodyQuestion, type OpenedBody, openBody } from './body-tree.ts';
import type { RecordedBody, RecordedCall } from './call-source.ts';
import { type FindQuestion, findInBody } from './find-in-body.ts';

/** Maximum size read of bodies whose source has no tree of its own. */
const MAX_READ_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

/** @throws SextantError `not-found` if nothing was recorded on this side */
export function bodyOf(call: RecordedCall, side: BodySide): RecordedBody {
  const body = side === 'request' ? call.request : call.response;
  if (body === undefined) {
    throw new SextantError('not-found', 'No answer was recorded for this call.');
  }
  return body;
}

export async function openRecordedBody(body: RecordedBody, question: BodyQuestion): Promise<OpenedBody> {
  if (body.open !== undefined) {
    return body.open(question);
  }
  const bytes = await beginningOf(body);
  const opened = openBody(bytes, question);
  return opened.problem === undefined || bytes.length >= body.facts.recordedBytes
    ? opened
    : { ...opened, problem: `${opened.problem} The tree ends after the first ${MAX_READ_BYTES / (1024 * 1024)} MiB of this body.` };
}

export async function findInRecordedBody(body: RecordedBody, question: FindQuestion): Promise<FoundInBody> {
  if (body.find !== undefined) {
    return body.find(question);
  }
  const bytes = await beginningOf(body);
  const found = findInBody(bytes, question);
  return { ...found, isCountExact: found.isCountExact && bytes.length >= body.facts.recordedBytes };
}

async function beginningOf(body: RecordedBody): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  while (sizeBytes < MAX_READ_BYTES) {
    const piece = await body.read(sizeBytes, PIECE_BYTES);
    if (piece.length === 0) break;
    pieces.push(piece);
    sizeBytes += piece.length;
  }
  return Buffer.concat(pieces);
}

/** Read text from an offset on, cut between characters. `next` is absent at the end. */
export async function readRecordedText(
  body: RecordedBody,
  offset: number,
  lengthBytes: number,
): Promise<{ text: string; next?: number; recordedBytes: number }> {
  // A character has at most four bytes; with fewer, only a part of one could be read.
  const bytes = await body.read(offset, Math.max(4, lengthBytes));
  const { recordedBytes } = body.facts;
  const isAtEnd = bytes.length === 0 || offset + bytes.length >= recordedBytes;
  const from = offset === 0 ? 0 : continuationBytes(bytes);
  const to = isAtEnd ? bytes.length : bytes.length - unfinishedBytes(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', from, to);
  return { text, recordedBytes, ...(isAtEnd ? {} : { next: offset + Math.max(to, 1) }) };
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

/** Count the bytes at the start that belong to the previous character. */
function continuationBytes(bytes: Uint8Array): number {
  let count = 0;
  while (count < 3 && isContinuation(bytes[count])) count += 1;
  return count;
}

/** Count the bytes at the end that begin an incomplete character. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
