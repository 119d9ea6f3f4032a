/**
 * Reads a result or a failure from an HTTP response or a WebSocket frame.
 *
 * Untrusted: a body is parsed as JSON-RPC whatever its status, the id must match, and texts of the node are passed on only as data. Used by
 * the node client and the socket.
 */
import type { ErrorCode } from '../../shared/ipc/envelope.ts';
import { JsonCapError, parseLosslessJson } from '../../shared/rpc/lossless-json.ts';
import { NOT_IN_PLAN, RATE_LIMITED, saysNotServed } from '../../shared/rpc/refusal-text.ts';
import { type CallFailure, CallFailureError } from './call-failure.ts';

/** Limit of a node's text in an error; the inspector has the whole reply. */
const MAX_NODE_MESSAGE = 4000;
const MAX_SERVICE_TEXT = 2000;

interface ErrorObject {
  readonly code: number;
  readonly message: string;
}

/** A body: a reply, other JSON, or not readable. */
type Reading =
  | {
      readonly kind: 'reply';
      readonly id: unknown;
      readonly result: unknown;
      readonly hasResult: boolean;
      readonly error: ErrorObject | undefined;
    }
  | { readonly kind: 'other' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'beyond'; readonly reason: string };

export interface RawReply {
  /** Absent over WebSocket. */
  readonly status?: number;
  readonly body: string;
  /** Target of a redirect. */
  readonly location?: string | undefined;
  /** `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Host and port, for error messages. */
  readonly host: string;
  /** Method as sent, with its namespace. */
  readonly method: string;
  /** Whether a token was sent; absent if unknown. */
  readonly hasToken?: boolean | undefined;
  /** A number for Sextant's calls; any JSON for pasted ones. */
  readonly requestId: unknown;
}

/**
 * The result of a reply.
 *
 * @throws CallFailureError for anything other than a result
 */
export function readReply(reply: RawReply): unknown {
  const { status, requestId } = reply;
  const reading = readBody(reply.body);
  if (reading.kind === 'reply') {
    const { id, error } = reading;
    // An error about an unreadable request has no id.
    const isOurs = id === requestId || (error !== undefined && (id === null || id === undefined));
    if (!isOurs) {
      throw new CallFailureError(badReply(reply, 'json', `${reply.host} answered with the id of another call.`, true));
    }
    if (error !== undefined && reading.hasResult && reading.result !== null) {
      throw new CallFailureError(badReply(reply, 'json', `${reply.host} answered with both a result and an error.`));
    }
    if (error !== undefined) {
      throw new CallFailureError(readNodeError(error, reply));
    }
    if (reading.hasResult && isReplyStatus(status)) {
      return reading.result;
    }
  }
  if (reading.kind === 'other' && status !== 429 && saysRateLimited(reply.body)) {
    throw new CallFailureError(readRateLimit(reply));
  }
  if (status !== undefined && (status < 200 || status > 299)) {
    throw new CallFailureError(readStatus(reply, status));
  }
  throw new CallFailureError(readNonsense(reply, reading));
}

/** HTTP statuses of Lotus' JSON-RPC replies (go-jsonrpc, rpcError); its client reads results with any of them. */
function isReplyStatus(status: number | undefined): boolean {
  return status === undefined || (status >= 200 && status <= 299) || status === 400 || status === 500;
}

function readBody(body: string): Reading {
  // Cheaper than a failing parse.
  if (!/^\s*[{[]/.test(body)) {
    return { kind: 'other' };
  }
  try {
    return readContent(parseLosslessJson(body));
  } catch (error) {
    return error instanceof JsonCapError ? { kind: 'beyond', reason: error.message } : { kind: 'broken' };
  }
}

/** A JSON-RPC reply; a missing version is accepted, as in Lotus' client. */
function readContent(content: unknown): Reading {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return { kind: 'other' };
  }
  const fields: { readonly jsonrpc?: unknown; readonly id?: unknown; readonly result?: unknown; readonly error?: unknown } = content;
  const hasResult = Object.hasOwn(fields, 'result');
  const error = Object.hasOwn(fields, 'error') ? fields.error : undefined;
  const isVersionOther = fields.jsonrpc !== undefined && fields.jsonrpc !== '2.0';
  if (isVersionOther || (!hasResult && error === undefined)) {
    return { kind: 'other' };
  }
  const { id, result } = fields;
  if (error === undefined || error === null) {
    return { kind: 'reply', id, result, hasResult, error: undefined };
  }
  return isErrorObject(error) ? { kind: 'reply', id, result, hasResult, error } : { kind: 'other' };
}

function isErrorObject(value: unknown): value is ErrorObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

function badReply(reply: RawReply, layer: 'http' | 'json', message: string, isTransient = false): CallFailure {
  return {
    layer,
    code: 'endpoint-bad-reply',
    message,
    retryable: isTransient,
    isTransient,
    ...(reply.status === undefined ? {} : { httpStatus: reply.status }),
  };
}

/** Some services report rate limits in their own body, even with HTTP 200. Longer bodies are web pages. */
function saysRateLimited(body: string): boolean {
  return body.length <= MAX_SERVICE_TEXT && RATE_LIMITED.some((text) => text.test(body));
}

function readRateLimit(reply: RawReply): CallFailure {
  const { host, status } = reply;
  return {
    layer: 'http',
    code: 'endpoint-rate-limited',
    message: `${host} is rate-limiting calls.`,
    retryable: true,
    isTransient: true,
    ...(status === undefined ? {} : { httpStatus: status }),
    ...pauseOf(reply),
  };
}

function readNonsense(reply: RawReply, reading: Reading): CallFailure {
  const { body, host } = reply;
  const text = body.trim();
  if (text === '') {
    return badReply(reply, 'json', `${host} answered with an empty body.`);
  }
  if (text.startsWith('<')) {
    return badReply(reply, 'json', `${host} answered with a web page, not with JSON-RPC. Check the path of the URL.`);
  }
  if (reading.kind === 'beyond') {
    return badReply(reply, 'json', `The reply of ${host} exceeds a limit: ${reading.reason}`);
  }
  if (reading.kind === 'broken') {
    return badReply(reply, 'json', `${host} answered with incomplete or malformed JSON.`);
  }
  return badReply(reply, 'json', `${host} answered with something that is not JSON-RPC. Check the path of the URL.`);
}

function tokenWords(hasToken: boolean | undefined): string {
  if (hasToken === false) return 'no token was sent';
  return `${hasToken === true ? 'the token' : 'none was sent, or it'} is invalid, expired, revoked or from another node`;
}

function readStatus(reply: RawReply, status: number): CallFailure {
  const { host, location } = reply;
  if (status === 401 || status === 403) {
    const message =
      status === 401
        ? `${host} requires a valid token (HTTP 401): ${tokenWords(reply.hasToken)}.`
        : `${host} does not allow this call (HTTP 403).`;
    return { layer: 'http', code: 'endpoint-unauthorised', message, retryable: false, isTransient: false, httpStatus: status };
  }
  if (status === 429) {
    const message = `${host} received too many requests from this machine (HTTP 429).`;
    return {
      layer: 'http',
      code: 'endpoint-rate-limited',
      message,
      retryable: true,
      isTransient: true,
      httpStatus: status,
      ...pauseOf(reply),
    };
  }
  if (status >= 300 && status < 400) {
    const target = location === undefined ? '' : ` to ${hostOf(location)}`;
    const message = `${host} redirects${target}. Sextant does not follow redirects, because the token would be sent there. Enter the final URL.`;
    return badReply(reply, 'http', message);
  }
  if (status === 404) {
    return badReply(reply, 'http', `${host} has nothing at this path (HTTP 404). A node serves /rpc/v1 and /rpc/v0.`);
  }
  if (status === 405) {
    return badReply(reply, 'http', `${host} does not accept POST at this path (HTTP 405).`);
  }
  if (status === 413) {
    return badReply(reply, 'http', `${host} refused the request as too large (HTTP 413).`);
  }
  if (status >= 502 && status <= 504) {
    const message = `The node behind ${host} does not respond (HTTP ${status}).`;
    return {
      layer: 'http',
      code: 'endpoint-unreachable',
      message,
      retryable: true,
      isTransient: true,
      httpStatus: status,
      ...pauseOf(reply),
    };
  }
  return badReply(reply, 'http', `${host} answered with HTTP ${status}.`);
}

function pauseOf({ retryAfterMs }: RawReply): { retryAfterMs?: number } {
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}

function hostOf(location: string): string {
  return URL.parse(location)?.host ?? 'another path';
}

function deniedWords({ host, status, hasToken }: RawReply, bare: string): string {
  if (status === 403) return `${host} does not allow ${bare} (HTTP 403).`;
  if (hasToken === false) return `No token was sent to ${host}: ${bare} needs one.`;
  return `The token for ${host} does not allow ${bare}${hasToken === true ? '' : ', or no token was sent'}.`;
}

function readNodeError(error: ErrorObject, reply: RawReply): CallFailure {
  const { status, method, host } = reply;
  const nodeMessage = error.message.slice(0, MAX_NODE_MESSAGE);
  const bare = method.slice(method.indexOf('.') + 1);
  const kind = kindOfNodeError(error.code, nodeMessage, status);
  const sentences: Record<NodeErrorKind, string> = {
    'method-not-served': `${host} does not serve ${bare}.`,
    'needs-stream': `${bare} is a subscription and needs a WebSocket connection.`,
    unauthorised: deniedWords(reply, bare),
    'not-in-plan': `The plan for ${host} does not include ${bare}.`,
    'rate-limited': `${host} is rate-limiting calls: it is busy.`,
    'outside-history': `${bare} is beyond the lookback limit of ${host}.`,
    'not-found': `${bare} found nothing.`,
    other: `The node refused ${bare}.`,
  };
  const codes: Record<NodeErrorKind, ErrorCode> = {
    'method-not-served': 'method-not-served',
    'needs-stream': 'method-not-served',
    unauthorised: 'endpoint-unauthorised',
    'not-in-plan': 'endpoint-unauthorised',
    'rate-limited': 'endpoint-rate-limited',
    'outside-history': 'outside-history',
    'not-found': 'not-found',
    other: 'node-error',
  };
  const isBusy = kind === 'rate-limited';
  return {
    layer: 'rpc',
    code: codes[kind],
    message: sentences[kind],
    retryable: isBusy || /could not find|block not found|failed to load message/i.test(nodeMessage),
    isTransient: isBusy,
    nodeCode: error.code,
    nodeMessage,
    ...(status === undefined ? {} : { httpStatus: status }),
    ...(isBusy ? pauseOf(reply) : {}),
  };
}

type NodeErrorKind =
  | 'method-not-served'
  | 'needs-stream'
  | 'unauthorised'
  | 'not-in-plan'
  | 'rate-limited'
  | 'outside-history'
  | 'not-found'
  | 'other';

/** Codes first, then text fragments: a wrapped error loses its code, and texts differ between versions. */
function kindOfNodeError(code: number, message: string, status: number | undefined): NodeErrorKind {
  if (/not supported in this mode|connection doesn't support callbacks|only available on websocket/i.test(message)) {
    return 'needs-stream';
  }
  if (NOT_IN_PLAN.some((text) => text.test(message))) {
    return 'not-in-plan';
  }
  if (code === -32601 || saysNotServed(message)) {
    return 'method-not-served';
  }
  if (status === 401 || status === 403 || /^missing permission to invoke/i.test(message)) {
    return 'unauthorised';
  }
  if (status === 429 || /server busy|connection limited\./i.test(message) || RATE_LIMITED.some((text) => text.test(message))) {
    return 'rate-limited';
  }
  if (/lookbacks of more than/i.test(message)) {
    return 'outside-history';
  }
  if (code === 11 || /actor not found|^deal \d+ not found/i.test(message)) {
    return 'not-found';
  }
  return 'other';
}
