/**
 * Writes recorded calls as an HTTP archive (HAR 1.2), for tools without JSON-RPC support.
 *
 * Each HTTP exchange is an entry. A WebSocket is one entry with its messages in `_webSocketMessages`, like in Chrome's developer tools. The
 * calls of a batch share one entry. Masked values of the recording stay masked.
 * Sources: the HAR 1.2 specification (Jan Odvarko), Chrome DevTools' `HARLog`.
 */

import { STATUS_CODES } from 'node:http';
import { defined } from '../../../shared/collections/defined.ts';
import type { CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import type { RecordedBody, RecordedCall } from './call-source.ts';
import { remainingText } from './recorded-text.ts';

export interface HarOptions {
  readonly version: string;
  /** Oldest first. */
  readonly summaries: readonly CallSummary[];
  /** Returns undefined if the call was dropped meanwhile. */
  readonly callOf: (id: number) => Promise<RecordedCall | undefined>;
}

const HTTP_VERSION = 'HTTP/1.1';
const PIECE_BYTES = 64 * 1024;
const TEXT_OPCODE = 1;
/** The latest time of a Date. */
const LAST_DATE_MS = 8.64e15;
const CREATOR_COMMENT = 'Tokens and signatures were masked when the calls were recorded.';

/** A WebSocket message: the text of a call or a frame, with its time. */
interface SocketMessage {
  readonly id: number;
  readonly atMs: number;
  readonly type: 'send' | 'receive';
}

/** Yield the text of the file in pieces. */
export async function* harText(options: HarOptions): AsyncGenerator<string> {
  const { version, summaries } = options;
  const log = { version: '1.2', creator: { name: 'Sextant', version, comment: CREATOR_COMMENT }, pages: [] };
  yield `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  let separator = '\n';
  for (const entry of entriesOf(summaries)) {
    const text = Array.isArray(entry) ? socketEntry(entry, options) : httpEntry(entry, options);
    let isBegun = false;
    for await (const piece of text) {
      yield isBegun ? piece : separator + piece;
      isBegun = true;
    }
    separator = isBegun ? ',\n' : separator;
  }
  yield '\n]}}\n';
}

/** Group calls into entries, ordered by their first call: one HTTP exchange, or all calls of a WebSocket. */
function entriesOf(summaries: readonly CallSummary[]): (CallSummary | CallSummary[])[] {
  const batches = new Set(summaries.filter(({ kind }) => kind === 'batch').map(({ id }) => id));
  const sockets = new Map<string, CallSummary[]>();
  const entries: (CallSummary | CallSummary[])[] = [];
  for (const summary of summaries) {
    const { kind, transport, connectionId, parentId } = summary;
    const isInBatch = kind === 'call' && parentId !== undefined && batches.has(parentId);
    if (kind === 'event' || isInBatch) {
      continue;
    }
    if (transport !== 'ws') {
      entries.push(summary);
      continue;
    }
    const known = sockets.get(connectionId);
    if (known === undefined) {
      const calls = [summary];
      sockets.set(connectionId, calls);
      entries.push(calls);
    } else {
      known.push(summary);
    }
  }
  return entries;
}

async function* httpEntry({ id }: CallSummary, { callOf }: HarOptions): AsyncGenerator<string> {
  const call = await callOf(id);
  if (call === undefined) {
    return;
  }
  const { summary } = call;
  const { timings, time } = timingsOf(call);
  const entry = {
    startedDateTime: dateText(summary.atMs),
    time,
    cache: {},
    timings,
    comment: commentOf(call),
    ...(summary.transport === 'cache' ? { _fromCache: 'disk' } : {}),
    ...defined({ _error: summary.errorMessage }),
  };
  yield `${JSON.stringify(entry).slice(0, -1)},"request":${JSON.stringify(requestHead(call)).slice(0, -1)}`;
  if (call.request.facts.recordedBytes > 0) {
    const mimeType = headerOf(call.requestHeaders, 'content-type') ?? 'application/json';
    yield `,"postData":${JSON.stringify({ mimeType, params: [], ...bodyComment(call.request) }).slice(0, -1)},"text":`;
    yield* jsonText(call.request);
    yield '}';
  }
  yield `},"response":${JSON.stringify(responseHead(call)).slice(0, -1)},"content":`;
  const { response } = call;
  const mimeType = headerOf(call.responseHeaders ?? {}, 'content-type') ?? 'x-unknown';
  const content = { size: response?.facts.sizeBytes ?? 0, mimeType, ...(response === undefined ? {} : bodyComment(response)) };
  yield JSON.stringify(content).slice(0, -1);
  if (response !== undefined && response.facts.recordedBytes > 0) {
    yield ',"text":';
    yield* jsonText(response);
  }
  yield '}}}';
}

async function* socketEntry(summaries: readonly CallSummary[], { callOf }: HarOptions): AsyncGenerator<string> {
  const first = await firstCall(summaries, callOf);
  if (first === undefined) {
    return;
  }
  const messages = summaries.flatMap(messagesOf).sort((left, right) => left.atMs - right.atMs);
  const startMs = messages[0]?.atMs ?? first.summary.atMs;
  const entry = {
    startedDateTime: dateText(startMs),
    time: 0,
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 },
    comment: `WebSocket of ${first.summary.connectionName}`,
    _resourceType: 'websocket',
    request: { ...requestHead(first), method: 'GET', bodySize: 0 },
    response: {
      ...responseHead(first),
      status: 101,
      statusText: 'Switching Protocols',
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      bodySize: 0,
    },
  };
  yield `${JSON.stringify(entry).slice(0, -1)},"_webSocketMessages":[`;
  let separator = '';
  for (const message of messages) {
    const call = await callOf(message.id);
    const body = message.type === 'send' ? call?.request : call?.response;
    if (call === undefined || body === undefined || body.facts.recordedBytes === 0) {
      continue;
    }
    const { comment = '' } = bodyComment(body);
    const head = {
      type: message.type,
      time: message.atMs / 1000,
      opcode: TEXT_OPCODE,
      comment: `${commentOf(call)}${comment === '' ? '' : ` ${comment}`}`,
    };
    yield `${separator}${JSON.stringify(head).slice(0, -1)},"data":`;
    yield* jsonText(body);
    yield '}';
    separator = ',';
  }
  yield ']}';
}

async function firstCall(summaries: readonly CallSummary[], callOf: HarOptions['callOf']): Promise<RecordedCall | undefined> {
  for (const { id } of summaries) {
    const call = await callOf(id);
    if (call !== undefined) return call;
  }
  return undefined;
}

/** A call is sent at its start and answered at its end; a frame arrives when it is recorded. */
function messagesOf({ id, kind, atMs, tookMs }: CallSummary): SocketMessage[] {
  return kind === 'frame'
    ? [{ id, atMs, type: 'receive' }]
    : [
        { id, atMs, type: 'send' },
        { id, atMs: atMs + (tookMs ?? 0), type: 'receive' },
      ];
}

function requestHead({ url, requestHeaders, request }: RecordedCall) {
  return {
    method: 'POST',
    url: url.replace(/#.*$/s, ''),
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: headersOf(requestHeaders),
    queryString: queryOf(url),
    headersSize: -1,
    bodySize: request.facts.sizeBytes,
  };
}

/** The response without its content. A call without an answer has status 0, as in Chrome. */
function responseHead({ summary, responseHeaders = {}, response }: RecordedCall) {
  const status = summary.httpStatus ?? 0;
  // The transferred size of a compressed answer is unknown.
  const isPacked = headerOf(responseHeaders, 'content-encoding') !== undefined;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: headersOf(responseHeaders),
    redirectURL: '',
    headersSize: -1,
    bodySize: summary.transport === 'cache' ? 0 : isPacked || response === undefined ? -1 : response.facts.sizeBytes,
  };
}

/** `connect` includes `ssl`, and `time` is the sum of the phases, as the specification requires. */
function timingsOf({ summary, phases = {} }: RecordedCall) {
  const { queuedMs, dnsMs, connectMs, tlsMs, sendMs, waitMs, readMs } = phases;
  const connect = connectMs === undefined && tlsMs === undefined ? undefined : (connectMs ?? 0) + (tlsMs ?? 0);
  const hasPhases = [queuedMs, dnsMs, connect, sendMs, waitMs, readMs].some((ms) => ms !== undefined);
  const timings = {
    blocked: phase(queuedMs),
    dns: phase(dnsMs),
    connect: phase(connect),
    ssl: phase(tlsMs),
    send: Math.max(0, sendMs ?? 0),
    wait: Math.max(0, waitMs ?? (hasPhases ? 0 : (summary.tookMs ?? 0))),
    receive: Math.max(0, readMs ?? 0),
  };
  const { blocked, dns, send, wait, receive } = timings;
  const time = [blocked, dns, timings.connect, send, wait, receive].reduce((sum, ms) => sum + Math.max(0, ms), 0);
  return { timings, time };
}

/** −1 for a phase that did not happen. */
function phase(ms: number | undefined): number {
  return ms === undefined ? -1 : Math.max(0, ms);
}

/** Describe the call, with the user's note. */
function commentOf({ summary, note }: RecordedCall): string {
  const { method, cause, connectionName, kind, attempt } = summary;
  const what = kind === 'batch' ? `batch of ${method}` : kind === 'frame' ? `frame of ${method}` : method;
  return `${what}, for ${cause}, to ${connectionName}${attempt === undefined ? '' : `, attempt ${attempt}`}${note === undefined ? '' : `. Note: ${note}`}`;
}

function bodyComment({ facts }: RecordedBody): { comment?: string } {
  return facts.isTruncated ? { comment: `${facts.recordedBytes} of ${facts.sizeBytes} bytes were recorded.` } : {};
}

function headersOf(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1];
}

function queryOf(url: string): { name: string; value: string }[] {
  const start = url.indexOf('?');
  const query = start === -1 ? '' : url.slice(start + 1).replace(/#.*$/s, '');
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

function dateText(atMs: number): string {
  return new Date(Math.abs(atMs) <= LAST_DATE_MS ? atMs : 0).toISOString();
}

/** Write a body as a JSON string, with an extra field if it was dropped while being written. */
async function* jsonText(body: RecordedBody): AsyncGenerator<string> {
  yield '"';
  const pieces = remainingText(body, PIECE_BYTES);
  let piece = await pieces.next();
  for (; piece.done !== true; piece = await pieces.next()) {
    yield JSON.stringify(piece.value).slice(1, -1);
  }
  yield piece.value ? '"' : '","_isTruncated":true';
}
