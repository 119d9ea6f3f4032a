/** Text of a recorded body, which is read piece by piece. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { parseLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { MASK } from '../../../shared/text/mask.ts';
import type { RecordedBody } from './call-source.ts';

const PIECE_BYTES = 256 * 1024;

/** The recorded bytes in order. Ends early where the recording was dropped in between. */
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

/** The same of a body that may be dropped while others are read: what is gone is left out. */
async function* remainingPieces(body: RecordedBody): AsyncGenerator<Uint8Array> {
  try {
    yield* bodyPieces(body);
  } catch (error) {
    if (!(error instanceof SextantError) || error.code !== 'not-found') {
      throw error;
    }
  }
}

/** Text pieces of a body that may be dropped while they are read. Returns whether they were all there was. */
export async function* remainingText(body: RecordedBody, pieceBytes: number): AsyncGenerator<string, boolean> {
  let readBytes = 0;
  for await (const text of textPieces(remainingPieces(body), pieceBytes)) {
    // Bytes that are no UTF-8 become longer ones, never shorter.
    readBytes += Buffer.byteLength(text);
    yield text;
  }
  return readBytes >= body.facts.recordedBytes;
}

/** The whole text; undefined where the recording holds more than `maxBytes`. */
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

/** The value of a text; undefined where it is not JSON, or beyond what is read. */
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

/** Whether something in a recorded text was masked. */
export function isMasked(text: string): boolean {
  return text.includes(MASK);
}

/** Text of at most `pieceBytes` at a time, cut between characters; none is empty. */
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
