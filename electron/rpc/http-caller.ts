/**
 * Sends one recorded request over HTTP within the endpoint's limits and reads the reply.
 *
 * Token and custom headers are only used as headers. Every exchange is recorded by the tap before its answer is used. Used by the node
 * client.
 */
import { defined } from '../../shared/collections/defined.ts';
import { type CallFailure, CallFailureError, toSextantError } from './call-failure.ts';
import type { CallStart } from './call-tap.ts';
import type { CallPlace, EndpointLimits } from './endpoint-limits.ts';
import type { ExchangeTrace, HttpReply, HttpTransport } from './http-transport.ts';
import type { JsonRpcClientOptions } from './json-rpc-client.ts';
import { networkFailure } from './network-failure.ts';
import type { RawReply } from './read-reply.ts';
import { credentialHeaders, recordedCredentials, sendsToken } from './request-headers.ts';
import { retryAfterMs } from './retry-after.ts';

export interface HttpCall<T> {
  /** As sent; for a batch a summary. */
  readonly method: string;
  /** All methods of a batch. */
  readonly methods?: string;
  readonly body: string;
  readonly paramsText: string;
  readonly kind: 'call' | 'batch';
  readonly cause: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Overrides the connection's URL. */
  readonly maxReplyBytes?: number | undefined;
  /** Uses a new connection. */
  readonly isFreshConnection: boolean;
  /** Sent from the console, before waiting calls. */
  readonly isByHand: boolean;
  readonly requestId: number;
  readonly parentId?: number | undefined;
  readonly attempt?: number | undefined;
  readonly tipsetKey?: readonly string[] | undefined;
  /** Called when the recording has started. */
  readonly onBegun?: (id: number) => void;
  /** @throws CallFailureError if the reply is not a result */
  readonly read: (reply: HttpReply, raw: Omit<RawReply, 'body'>) => T | Promise<T>;
}

export interface HttpAnswer<T> {
  readonly value: T;
  readonly id: number;
  readonly atMs: number;
  readonly tookMs: number;
}

const CONTENT_TYPE = { 'Content-Type': 'application/json' };

export class HttpCaller {
  readonly #options: JsonRpcClientOptions;
  readonly #http: HttpTransport;
  readonly #limits: EndpointLimits;
  readonly #host: string;
  readonly #headers: Readonly<Record<string, string>>;
  /** As recorded. */
  readonly recordedHeaders: Readonly<Record<string, string>>;
  readonly #hasToken: boolean | undefined;

  constructor(options: JsonRpcClientOptions, http: HttpTransport, limits: EndpointLimits) {
    this.#options = options;
    this.#http = http;
    this.#limits = limits;
    this.#host = URL.parse(options.httpUrl)?.host ?? 'the endpoint';
    this.#headers = { ...CONTENT_TYPE, ...credentialHeaders(options) };
    this.recordedHeaders = { ...CONTENT_TYPE, ...recordedCredentials(options) };
    this.#hasToken = sendsToken(options, options.httpUrl);
  }

  /** @throws SextantError for every expected failure, with the recording's id */
  async send<T>(call: HttpCall<T>): Promise<HttpAnswer<T>> {
    const { tap, clock, httpUrl } = this.#options;
    const { method, signal, requestId } = call;
    const id = tap.begin(this.#startOf(call));
    call.onBegun?.(id);
    const atMs = clock.nowMs();
    const startedMs = clock.monotonicMs();
    const trace: ExchangeTrace = {};
    let place: CallPlace | undefined;
    let reply: HttpReply | undefined;
    try {
      place = this.#limits.tryEnter(call.isByHand) ?? (await this.#limits.enter(call.cause, signal));
      const { timeoutMs, isFreshConnection, body } = call;
      const maxReplyBytes = call.maxReplyBytes ?? this.#options.maxReplyBytes;
      const limits = maxReplyBytes === undefined ? {} : { maxReplyBytes };
      reply = await this.#http.send({ url: httpUrl, headers: this.#headers, body, timeoutMs, signal, isFreshConnection, ...limits }, trace);
      const { status, headers } = reply;
      const value = await call.read(reply, {
        status,
        host: this.#host,
        method,
        hasToken: this.#hasToken,
        requestId,
        location: headers.location,
        retryAfterMs: retryAfterMs(headers['retry-after'], atMs),
      });
      place.succeeded();
      const tookMs = clock.monotonicMs() - startedMs;
      tap.end(id, { tookMs, ...seenOf(trace, place), response: reply.body });
      return { value, id, atMs, tookMs };
    } catch (error) {
      const tookMs = clock.monotonicMs() - startedMs;
      const received = reply?.body ?? trace.received;
      const response = received === undefined || (reply === undefined && received.length === 0) ? {} : { response: received };
      if (reply !== undefined && !(error instanceof CallFailureError)) {
        // The reply was complete, so an error in reading it is a bug.
        place?.left();
        tap.end(id, { tookMs, ...seenOf(trace, place), ...response });
        throw error;
      }
      const failed = error instanceof CallFailureError ? error : networkFailure(error, this.#host);
      settle(place, failed.failure);
      tap.end(id, { tookMs, ...seenOf(trace, place), failure: failed.failure, ...response });
      throw toSextantError(failed, { method: bareName(method), callId: id });
    }
  }

  #startOf(call: HttpCall<unknown>): CallStart {
    const { connectionId, connectionName, httpUrl, isV2 } = this.#options;
    const { method, methods, kind, body, paramsText, cause, parentId, attempt, tipsetKey } = call;
    return {
      connectionId,
      connectionName,
      method,
      transport: 'http',
      kind,
      url: httpUrl,
      requestHeaders: this.recordedHeaders,
      request: body,
      paramsText,
      cause,
      ...(isV2 === true ? { isV2 } : {}),
      ...defined({ methods, parentId, attempt, tipsetKey }),
    };
  }
}

/** Ends a slot according to a failure. */
export function settle(place: CallPlace | undefined, failure: CallFailure): void {
  if (failure.code === 'endpoint-rate-limited') {
    place?.refused(failure.retryAfterMs);
  } else if (failure.layer === 'rpc' || failure.layer === 'json') {
    place?.succeeded();
  } else {
    place?.left();
  }
}

function seenOf(trace: ExchangeTrace, place: CallPlace | undefined): object {
  const queuedMs = place?.queuedMs ?? 0;
  const { phases, isConnectionReused, status, headers } = trace;
  return {
    ...(phases === undefined && queuedMs === 0 ? {} : { phases: queuedMs === 0 ? phases : { queuedMs, ...phases } }),
    ...defined({ isConnectionReused, httpStatus: status, responseHeaders: headers }),
  };
}

/** A method name without its namespace. */
export function bareName(method: string): string {
  return method.slice(method.indexOf('.') + 1);
}
