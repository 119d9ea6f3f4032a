/** Reads the text of a recorded body in pieces. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { parseLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { MASK } from '../../../shared/text/mask.ts';
import type { RecordedBody } from './call-source.ts';

const PIECE_BYTES = 256 * 1024;

/** Yield the recorded bytes in order. Ends early if the body was dropped meanwhile. */
async function* bodyPieces(body: RecordedBody): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < body.facts.recordedBytes; ) {
    const piece = await body.read(offset, PIECE_BYTES);
    if (piece.length === 0) {
      return;
    }
    yield piece;
    offset += piece.length;
  }
}

/** Yield the bytes of a body that may be dropped meanwhile: missing parts are left out. */
async function* remainingPieces(body: RecordedBody): AsyncGenerator<Uint8Array> {
  try {
    yield* bodyPieces(body);
  } catch (error) {
    if (!(error instanceof SextantError) || error.code !== 'not-found') {
      throw error;
    }
  }
}

/** Yield text pieces of a body that may be dropped meanwhile. Returns whether they were complete. */
export async function* remainingText(body: RecordedBody, pieceBytes: number): AsyncGenerator<string, boolean> {
  let readBytes = 0;
  for await (const text of textPieces(remainingPieces(body), pieceBytes)) {
    // Invalid UTF-8 becomes longer, never shorter.
    readBytes += Buffer.byteLength(text);
    yield text;
  }
  return readBytes >= body.facts.recordedBytes;
}

/** Read the whole text; undefined if it is longer than `maxBytes`. */
export async function bodyText(body: RecordedBody, maxBytes: number): Promise<string | undefined> {
  if (body.facts.recordedBytes > maxBytes) {
    return undefined;
  }
  let text = '';
  for await (const piece of textPieces(bodyPieces(body), PIECE_BYTES)) {
    text += piece;
  }
  return text;
}

/** Parse a text; undefined if it is not JSON or exceeds the limits. */
export function recordedValue(text: string): unknown {
  try {
    return parseLosslessJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** Whether a recorded text has masked parts. */
export function isMasked(text: string): boolean {
  return text.includes(MASK);
}

/** Yield non-empty texts of at most `pieceBytes`, cut between characters. */
async function* textPieces(pieces: AsyncIterable<Uint8Array>, pieceBytes: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const bytes of pieces) {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const text = decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true });
      if (text !== '') {
        yield text;
      }
    }
  }
  const rest = decoder.decode();
  if (rest !== '') {
    yield rest;
  }
}
