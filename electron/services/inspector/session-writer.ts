/** Writes recorded calls as the lines of a saved session. Bodies are written in pieces, never loaded as a whole. */
import { createHash } from 'node:crypto';
import type { BodySide } from '../../../shared/ipc/schemas/inspector.ts';
import type { RecordedBody, RecordedCall } from './call-source.ts';
import { remainingText } from './recorded-text.ts';
import { PIECE_BYTES, SESSION_FORMAT, SESSION_VERSION, type SessionHeader, type SessionLine } from './session-format.ts';

export interface SessionWriterOptions {
  readonly version: string;
  readonly savedAtMs: number;
  /** Expected number of calls. */
  readonly callCount: number;
  /** Oldest first. */
  readonly calls: Iterable<RecordedCall> | AsyncIterable<RecordedCall>;
}

/** Yield lines with line ends, to be gzipped. */
export async function* sessionLines({ version, savedAtMs, callCount, calls }: SessionWriterOptions): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const counted = (line: string): string => {
    hash.update(line);
    return line;
  };
  const header: SessionHeader = { format: SESSION_FORMAT, version: SESSION_VERSION, sextantVersion: version, savedAtMs, callCount };
  yield counted(`${JSON.stringify(header)}\n`);
  let writtenCount = 0;
  for await (const call of calls) {
    writtenCount += 1;
    const request = remainingText(call.request, PIECE_BYTES);
    const response = call.response === undefined ? undefined : remainingText(call.response, PIECE_BYTES);
    yield counted(lineOf(await callLine(call, request, response)));
    for await (const line of moreLines('request', request)) {
      yield counted(line);
    }
    for await (const line of response === undefined ? [] : moreLines('response', response)) {
      yield counted(line);
    }
  }
  yield lineOf({ type: 'end', callCount: writtenCount, sha256: hash.digest('hex') });
}

/** Yield the rest of a body after its first piece. */
async function* moreLines(side: BodySide, pieces: TextPieces): AsyncGenerator<string> {
  let piece = await pieces.next();
  for (; piece.done !== true; piece = await pieces.next()) {
    yield lineOf({ type: 'more', side, text: piece.value });
  }
  // A finished generator returns nothing.
  if (piece.value === false) {
    yield lineOf({ type: 'more', side, text: '', isTruncated: true });
  }
}

async function callLine(call: RecordedCall, request: TextPieces, response: TextPieces | undefined): Promise<SessionLine> {
  const { summary, url, requestHeaders, tokenPermissions, responseHeaders, isConnectionReused, phases, failure, note } = call;
  return {
    type: 'call',
    summary,
    url,
    requestHeaders: { ...requestHeaders },
    ...(tokenPermissions === undefined ? {} : { tokenPermissions: [...tokenPermissions] }),
    ...(responseHeaders === undefined ? {} : { responseHeaders: { ...responseHeaders } }),
    ...(isConnectionReused === undefined ? {} : { isConnectionReused }),
    ...(phases === undefined ? {} : { phases }),
    ...(failure === undefined ? {} : { failure }),
    ...(note === undefined ? {} : { note }),
    request: await savedBody(call.request, request),
    ...(call.response === undefined || response === undefined ? {} : { response: await savedBody(call.response, response) }),
  };
}

async function savedBody(body: RecordedBody, pieces: TextPieces) {
  const first = await pieces.next();
  const text = first.done === true ? '' : first.value;
  const { sizeBytes, isTruncated, isJson, recordedBytes } = body.facts;
  return { sizeBytes, isTruncated: isTruncated || (text === '' && recordedBytes > 0), isJson, text };
}

type TextPieces = AsyncGenerator<string, boolean | undefined>;

function lineOf(line: SessionLine): string {
  return `${JSON.stringify(line)}\n`;
}
