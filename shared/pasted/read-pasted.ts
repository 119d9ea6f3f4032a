/**
 * Recognises a pasted text or a file: an error text, a JSON-RPC request, a reply, both, a curl command with or without its output, a fetch
 * call, raw HTTP, a web page, a HAR file or an entry of one.
 *
 * The text is untrusted and may contain secrets, which the caller must mask. Sizes, depths and counts are limited; nothing here throws,
 * and nothing is fetched.
 */

import { type JsonNode, readJsonText } from '../rpc/json-text.ts';
import { methodFacts } from '../rpc/methods.ts';
import { readCurl } from './curl-command.ts';
import { harCalls } from './har-calls.ts';

/** A request with its response, as far as pasted. Headers and bodies may contain secrets. */
export interface PastedCall {
  readonly httpMethod: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Empty if not pasted. */
  readonly request: string;
  readonly httpStatus?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly response?: string;
  /** An error text without a reply. */
  readonly errorText?: string;
  readonly atMs?: number;
  readonly tookMs?: number;
}

export interface Pasted {
  readonly kind: 'error' | 'reply' | 'request' | 'exchange' | 'curl' | 'http' | 'har';
  readonly calls: readonly PastedCall[];
  /** Parts that could not be used. */
  readonly problems: readonly string[];
}

/** Enough for a day's HAR file. */
export const MAX_PASTED_LENGTH = 64 * 1024 * 1024;
const MAX_VALUES = 200;
/** Limit on characters scanned at brackets that enclose no JSON: for a short text, and as a multiple of the length. */
const MAX_IDLE_LENGTH = 4 * 1024 * 1024;
const MAX_IDLE_PASSES = 4;
const MAX_ERROR_LENGTH = 20_000;

/** Recognises a text; undefined if it is empty. */
export function readPasted(whole: string): Pasted | undefined {
  const text = withoutFence(whole.slice(0, MAX_PASTED_LENGTH));
  if (text === '') return undefined;
  const problems = whole.length > MAX_PASTED_LENGTH ? ['The text is too long. Only its beginning was read.'] : [];
  const har = text.startsWith('{') ? harCalls(text) : undefined;
  if (har !== undefined) return { kind: 'har', calls: har.calls, problems: [...problems, ...har.problems] };
  const curl = readCurl(text);
  if (curl !== undefined) {
    const { url, httpMethod, headers, body } = curl;
    const output = readReplies(text.slice(curl.end));
    const call: PastedCall = { url, httpMethod, requestHeaders: headers, request: body, ...output };
    return { kind: 'curl', calls: [call], problems: [...problems, ...curl.problems] };
  }
  const fetched = readFetch(text);
  if (fetched !== undefined) return { kind: 'request', calls: [fetched], problems };
  if (/^(?:HTTP\/\d|<)/.test(text)) {
    const answer = readReplies(text);
    if (answer.response !== undefined) return { kind: 'http', calls: [{ ...NOTHING, ...answer }], problems };
  }
  const exchange = readExchanges(text);
  if (exchange !== undefined) return { ...exchange, problems };
  const errorText = text.slice(0, MAX_ERROR_LENGTH);
  return { kind: 'error', calls: [{ ...NOTHING, errorText, ...statusIn(text) }], problems };
}

const NOTHING = { httpMethod: 'POST', url: '', requestHeaders: {}, request: '' } as const;

/** Removes a byte order mark, a code fence or quote marks around the text. */
function withoutFence(text: string): string {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const fence = /^```[a-z]{0,10}\r?\n/i.exec(trimmed);
  if (fence === null) return trimmed;
  const end = trimmed.lastIndexOf('```');
  return trimmed.slice(fence[0].length, end > fence[0].length ? end : undefined).trim();
}

const FETCH = /\bfetch\(\s{0,20}"(https?:[^"\s]{1,8000})",\s{0,20}(?=\{)/;

/** A call copied from a browser as `fetch`, with console output after it; undefined if there is none. */
function readFetch(text: string): PastedCall | undefined {
  const start = FETCH.exec(text);
  const url = start?.[1];
  if (start === null || url === undefined) return undefined;
  const from = start.index + start[0].length;
  const to = endOfValue(text, from);
  const reading = to === undefined ? undefined : readJsonText(text.slice(from, to));
  if (to === undefined || reading === undefined || !('node' in reading)) return undefined;
  const { node } = reading;
  const heads = fieldOf(node, 'headers');
  const pairs = heads?.kind === 'object' ? heads.fields.map(({ key, value }) => [key, textOf(value) ?? ''] as const) : [];
  return {
    url,
    httpMethod: textOf(fieldOf(node, 'method')) ?? 'GET',
    requestHeaders: Object.fromEntries(pairs),
    request: textOf(fieldOf(node, 'body')) ?? '',
    ...readReplies(text.slice(to).replace(/^\s*\)?;?/, '')),
  };
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.text : undefined;
}

interface Found {
  readonly kind: 'request' | 'reply';
  readonly text: string;
  readonly from: number;
  readonly id: string;
}

const AN_ERROR = /error|exception|failed|refused|timed? ?out/i;

/** The requests and replies in a text, matched; undefined if there are none. */
function readExchanges(text: string): Pick<Pasted, 'kind' | 'calls'> | undefined {
  const found = jsonValues(text);
  if (found.length === 0) return undefined;
  const [first] = found;
  const head = text.slice(0, first?.from ?? 0);
  const requests = found.filter(({ kind }) => kind === 'request');
  const replies = found.filter(({ kind }) => kind === 'reply');
  const isHttp = /\bHTTP\/\d/.test(text);
  const open = new Set(replies);
  const calls = requests.map((request): PastedCall => {
    const reply = replies.find((candidate) => open.has(candidate) && candidate.id === request.id) ?? nextOf(request);
    if (reply !== undefined) open.delete(reply);
    const before = text.slice(Math.max(0, request.from - 8192), request.from);
    const sent = isHttp ? requestLine(before) : undefined;
    return {
      ...NOTHING,
      ...sent,
      request: request.text,
      ...(reply === undefined
        ? {}
        : { response: reply.text, ...(isHttp ? responseLine(text.slice(Math.max(0, reply.from - 8192), reply.from)) : {}) }),
    };
  });
  /** A reply to an unreadable request has no id; a different id is reported as a failure. */
  function nextOf(request: Found): Found | undefined {
    if (requests.length !== 1) return undefined;
    return replies.find((candidate) => candidate.from > request.from) ?? (replies.length === 1 ? replies[0] : undefined);
  }
  const [only] = calls;
  // Some clients quote the request in their error text.
  if (only !== undefined && found.length === 1 && !isHttp && AN_ERROR.test(text.replace(only.request, ''))) {
    return { kind: 'exchange', calls: [{ ...only, errorText: text.slice(0, MAX_ERROR_LENGTH), ...statusIn(text) }] };
  }
  for (const reply of open) {
    if (requests.length === 1 && calls[0]?.response !== undefined) continue;
    calls.push({ ...NOTHING, response: reply.text, ...(isHttp ? responseLine(head) : {}) });
  }
  const kind = isHttp ? 'http' : requests.length === 0 ? 'reply' : replies.length === 0 ? 'request' : 'exchange';
  return { kind, calls };
}

/** The output after a curl command, with or without headers. */
function readReplies(text: string): Pick<PastedCall, 'response' | 'httpStatus' | 'responseHeaders' | 'errorText'> {
  const plain = text.replace(/^[*<>](?: |(?=\r?$))/gm, '');
  const reply = jsonValues(plain).find(({ kind }) => kind === 'reply');
  if (reply !== undefined) return { response: reply.text, ...responseLine(plain.slice(0, reply.from)) };
  const rest = plain.trim();
  if (rest === '') return {};
  const head = responseLine(plain);
  if (head.httpStatus === undefined) {
    return rest.startsWith('<') ? { response: rest, ...statusIn(rest) } : { errorText: rest.slice(0, MAX_ERROR_LENGTH), ...statusIn(rest) };
  }
  const blank = /\r?\n\r?\n/.exec(rest);
  return { ...head, response: blank === null ? '' : rest.slice(blank.index).trim() };
}

/** The objects and arrays in a text that are requests or replies. */
function jsonValues(text: string): Found[] {
  const found: Found[] = [];
  let at = 0;
  let idle = MAX_IDLE_LENGTH + MAX_IDLE_PASSES * text.length;
  for (let tries = 0; tries < MAX_VALUES && idle > 0; tries += 1) {
    const start = text.slice(at).search(/[{[]/);
    if (start === -1) break;
    const from = at + start;
    const to = endOfValue(text, from);
    if (to === undefined) {
      idle -= text.length - from;
      at = from + 1;
      continue;
    }
    const value = text.slice(from, to);
    const reading = readJsonText(value);
    const kind = 'node' in reading ? kindOf(reading.node) : undefined;
    if (kind === undefined || !('node' in reading)) {
      idle -= to - from;
      at = 'node' in reading ? to : from + 1;
      continue;
    }
    found.push({ kind, from, id: idOf(reading.node), text: kind === 'reply' && isBareError(reading.node) ? wrapped(value) : value });
    at = to;
  }
  return found;
}

/** Offset after the closing bracket of a value; undefined if it is not closed. */
function endOfValue(text: string, from: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function fieldOf(node: JsonNode, name: string): JsonNode | undefined {
  return node.kind === 'object' ? node.fields.findLast(({ key }) => key === name)?.value : undefined;
}

function kindOf(node: JsonNode): Found['kind'] | undefined {
  if (node.kind === 'array') {
    const [first] = node.items;
    return first === undefined || first.kind !== 'object' ? undefined : kindOf(first);
  }
  if (node.kind !== 'object') return undefined;
  if (fieldOf(node, 'method')?.kind === 'string') return 'request';
  const isReply =
    fieldOf(node, 'result') !== undefined || fieldOf(node, 'error') !== undefined || fieldOf(node, 'message')?.kind === 'string';
  return isReply ? 'reply' : undefined;
}

/** The error object of a reply. */
function isBareError(node: JsonNode): boolean {
  return fieldOf(node, 'code')?.kind === 'number' && fieldOf(node, 'message')?.kind === 'string' && fieldOf(node, 'jsonrpc') === undefined;
}

function wrapped(error: string): string {
  return `{"jsonrpc":"2.0","id":null,"error":${error}}`;
}

function idOf(node: JsonNode): string {
  const id = fieldOf(node.kind === 'array' ? (node.items[0] ?? node) : node, 'id');
  if (id?.kind === 'string') return JSON.stringify(id.text);
  return id?.kind === 'number' ? id.digits : '';
}

function headersIn(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split(/\r?\n/).slice(-200)) {
    const [, name, value] = /^([A-Za-z][A-Za-z0-9-]{0,80}):\s*(.{0,4000})$/.exec(line.replace(/^[<>] ?/, '')) ?? [];
    if (name !== undefined) headers[name] = value ?? '';
  }
  return headers;
}

function requestLine(text: string): Pick<PastedCall, 'httpMethod' | 'url' | 'requestHeaders'> | undefined {
  const line = [...text.matchAll(/^(?:> )?([A-Z]{3,7}) (\S{1,2000}) HTTP\/[\d.]+/gm)].at(-1);
  if (line === undefined) return undefined;
  const headers = headersIn(text.slice(line.index));
  const path = line[2] ?? '';
  const host = headers.Host ?? headers.host;
  return {
    httpMethod: line[1] ?? 'POST',
    url: host === undefined || /^https?:/.test(path) ? path : `http://${host}${path}`,
    requestHeaders: headers,
  };
}

function responseLine(text: string): Pick<PastedCall, 'httpStatus' | 'responseHeaders'> {
  const line = [...text.matchAll(/^(?:< )?HTTP\/[\d.]+ ([1-5]\d\d)\b/gm)].at(-1);
  return line === undefined ? {} : { httpStatus: Number(line[1]), responseHeaders: headersIn(text.slice(line.index)) };
}

const STATUS_IN_TEXT = /\b(?:HTTP(?:\/[\d.]+)?|status(?: code)?|returned error)[\s:=]{1,3}([1-5]\d\d)\b/i;
/** An HTTP status before its name, as Go and proxies write it. */
const NAMED_STATUS =
  /\b([45]\d\d):? (?:Unauthorized|Forbidden|Not Found|Method Not Allowed|(?:Request Entity|Payload|Content) Too Large|Too Many Requests|Internal Server Error|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out)\b/i;

function statusIn(text: string): Pick<PastedCall, 'httpStatus'> {
  const status = (STATUS_IN_TEXT.exec(text) ?? NAMED_STATUS.exec(text))?.[1];
  return status === undefined ? {} : { httpStatus: Number(status) };
}

const METHOD_IN_TEXT = /\b(?:Filecoin\.)?([A-Z][A-Za-z0-9]{3,60}|eth_[A-Za-z]{3,60})\b/g;

/** The first catalogued method named in an error text, if any. */
export function methodIn(text: string): string | undefined {
  for (const [whole, name] of text.slice(0, MAX_ERROR_LENGTH).matchAll(METHOD_IN_TEXT)) {
    if (name !== undefined && methodFacts(name) !== undefined) return whole;
  }
  return undefined;
}

/** JSON-RPC codes, and numbers that the text labels as a code. */
const CODE_IN_TEXT = /(-32\d{3})\b|(?<!(?:status|exit)[ _])\b(?:error )?code["']?\s*[:=]?\s*(-?\d{1,6})\b/i;

export function codeIn(text: string): number | undefined {
  const [, code, named] = CODE_IN_TEXT.exec(text.slice(0, MAX_ERROR_LENGTH).replaceAll('−', '-')) ?? [];
  const digits = code ?? named;
  return digits === undefined ? undefined : Number(digits);
}

/** The layer of failure according to a client's error text; `rpc` by default. */
export function layerIn(text: string): 'dns' | 'tls' | 'network' | 'timeout' | 'rpc' {
  const start = text.slice(0, MAX_ERROR_LENGTH);
  return CLIENT_FAILURES.find(([pattern]) => pattern.test(start))?.[1] ?? 'rpc';
}

const CLIENT_FAILURES: readonly (readonly [RegExp, 'dns' | 'tls' | 'network' | 'timeout'])[] = [
  [/no such host|ENOTFOUND|EAI_AGAIN|could not resolve host|could not be resolved|getaddrinfo/i, 'dns'],
  [/x509:|certificate|SSL_ERROR|SSL routines|ERR_TLS|tls: |^A secure connection to /i, 'tls'],
  [/ETIMEDOUT|i\/o timeout|timeout of \d+ ?ms|operation timed out|timeout awaiting response|did not answer within/i, 'timeout'],
  [
    /ECONNREFUSED|connection refused|ECONNRESET|connection reset|socket hang up|broken pipe|empty reply from server|failed to connect to|connection was refused|broke off after \d|closed the connection before|sendRequest failed/i,
    'network',
  ],
];
