/** Text of a recorded body, which is read piece by piece. */
import { MASK } from '../../platform/redact.ts';
import type { RecordedBody } from './call-source.ts';

const PIECE_BYTES = 256 * 1024;

/** The recorded bytes in order. Ends early where the recording was dropped in between. */
export async function* bodyPieces(body: RecordedBody): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < body.facts.recordedBytes; ) {
    const piece = await body.read(offset, PIECE_BYTES);
    if (piece.length === 0) {
      return;
    }
    yield piece;
    offset += piece.length;
  }
}

/** The whole text; undefined where the recording holds more than `maxBytes`. */
export async function bodyText(body: RecordedBody, maxBytes: number): Promise<string | undefined> {
  if (body.facts.recordedBytes > maxBytes) {
    return undefined;
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for await (const piece of bodyPieces(body)) {
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

/** Whether something in a recorded text was masked. */
export function isMasked(text: string): boolean {
  return text.includes(MASK);
}
