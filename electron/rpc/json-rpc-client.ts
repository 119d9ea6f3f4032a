/**
 * The node client over HTTP, with subscriptions over WebSocket.
 *
 * Trusts nothing a node answers (see `read-reply.ts`). The token leaves this file in a header alone. Every attempt is recorded by
 * the tap before its answer is used. Made by the connections service; called by services.
 */
import type { z } from 'zod';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import { writeLosslessJson } from '../../shared/rpc/lossless-json.ts';
import { fullMethodName } from '../../shared/rpc/methods.ts';
import type { Clock } from '../platform/ports.ts';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';
import type { AnswerStore } from './answer-store.ts';
import { backoffMs } from './backoff.ts';
import { type CallFailure, CallFailureError, toSextantError } from './call-failure.ts';
import { isImmutable, isNegative, isPush, isRepeatableRead } from './call-policy.ts';
import type { CallTap } from './call-tap.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { type HttpReply, HttpTransport } from './http-transport.ts';
import { cancelledFailure, networkFailure } from './network-failure.ts';
import type { CallOptions, NodeAnswer, NodeClient, RawCallOptions, SchemaCallOptions } from './node-client.ts';
import { readReply } from './read-reply.ts';
import { RpcSocket } from './rpc-socket.ts';
import { SharedCalls } from './shared-calls.ts';
import { staysOneValue } from './stays-one-value.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
/** Calls on the way to one node at a time. */
const CALLS_AT_ONCE = 16;
const READ_ATTEMPTS = 3;
const RETRY = { baseMs: 300, ceilingMs: 5000 } as const;
const CACHE = { maxEntries: 4000, maxBytes: 48 * 1024 * 1024 } as const;

export interface JsonRpcClientOptions {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly httpUrl: string;
  readonly wsUrl?: string;
  readonly token?: string;
  /** Written before every method name, with a dot. */
  readonly namespace: string;
  readonly tap: CallTap;
  readonly clock: Clock;
  /** For the jitter of waiting times. */
  readonly random?: () => number;
  readonly timeoutMs?: number;
  readonly maxReplyBytes?: number;
  /** Where answers that cannot change outlive this run; absent for a node whose chain does not. */
  readonly answers?: AnswerStore;
}

interface Attempt {
  readonly value: unknown;
  readonly call: CallRef;
  readonly responseBytes: number;
}

interface Outgoing {
  /** Full name. */
  readonly method: string;
  readonly paramsText: string;
  readonly cause: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly isFreshConnection: boolean;
}

export class JsonRpcClient implements NodeClient {
  readonly #options: JsonRpcClientOptions;
  readonly #http = new HttpTransport();
  readonly #socket: RpcSocket | undefined;
  readonly #limit = new ConcurrencyLimit(CALLS_AT_ONCE);
  readonly #shared = new SharedCalls<Attempt>();
  readonly #cache = new AnswerCache(CACHE);
  readonly #closed = new AbortController();
  readonly #random: () => number;
  #lastRequestId = 0;

  constructor(options: JsonRpcClientOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    const { wsUrl } = options;
    this.#socket = wsUrl === undefined || wsUrl === '' ? undefined : new RpcSocket({ ...options, wsUrl, random: this.#random });
  }

  get hasStream(): boolean {
    return this.#socket !== undefined;
  }

  call<S extends z.ZodType>(method: string, params: readonly unknown[], options: SchemaCallOptions<S>): Promise<NodeAnswer<z.output<S>>>;
  call(method: string, params: readonly unknown[], options: CallOptions): Promise<NodeAnswer<unknown>>;
  async call(
    method: string,
    params: readonly unknown[],
    options: CallOptions & { readonly schema?: z.ZodType },
  ): Promise<NodeAnswer<unknown>> {
    const paramsText = writeLosslessJson(params);
    const answer = await this.#answer(method, params, paramsText, options);
    if (options.schema === undefined) {
      return answer;
    }
    const checked = options.schema.safeParse(answer.value);
    if (checked.success) {
      return { value: checked.data, call: answer.call };
    }
    const place = checked.error.issues[0]?.path.join('.') ?? '';
    throw new SextantError(
      'endpoint-bad-reply',
      `The node answered ${method} in an unexpected shape${place === '' ? '' : ` at ${place}`}.`,
      {
        details: { method, callId: answer.call.id },
      },
    );
  }

  subscribe(method: string, params: readonly unknown[], options: CallOptions): AsyncIterable<NodeAnswer<unknown>> {
    if (this.#socket === undefined) {
      throw new SextantError('capability-missing', `${method} is a subscription, and this connection has no WebSocket address.`, {
        details: { method },
      });
    }
    return this.#socket.subscribe(this.#fullName(method), writeLosslessJson(params), options);
  }

  async sendRaw(method: string, paramsText: string, options: RawCallOptions): Promise<{ id: number }> {
    const full = this.#fullName(method);
    if (!staysOneValue(paramsText)) {
      const sentence = 'Parameters are one JSON value, as a rule an array.';
      throw new SextantError('invalid-input', sentence, { details: { fields: { params: sentence } } });
    }
    let id: number | undefined;
    try {
      await this.#attempt(this.#outgoing(full, paramsText, options, true), (began) => {
        id = began;
        options.onBegun?.(began);
      });
    } catch (error) {
      // The recording is the answer, also of a call that failed.
      if (!(error instanceof SextantError) || id === undefined) {
        throw error;
      }
    }
    if (id === undefined) {
      throw new Error('A call ended without a recording.');
    }
    return { id };
  }

  close(): void {
    this.#closed.abort();
    this.#socket?.close();
    this.#http.close();
  }

  async #answer(method: string, params: readonly unknown[], paramsText: string, options: CallOptions): Promise<CachedAnswer> {
    const full = this.#fullName(method);
    if (!isRepeatableRead(method)) {
      return this.#change(method, paramsText, options);
    }
    const key = `${method} ${paramsText}`;
    const canKeep = isImmutable(method, params);
    const known = canKeep ? this.#cache.get(key) : undefined;
    if (known !== undefined) {
      // A figure must be able to show its call: an answer whose recording is gone is asked for again.
      if (this.#options.tap.has(known.call.id)) {
        return { value: known.value, call: { ...known.call, isCached: true } };
      }
      this.#cache.delete(key);
    }
    const attempt = await this.#shared.join(
      key,
      (signal) => this.#retrying(this.#outgoing(full, paramsText, { ...options, signal }, false)),
      options.signal,
      () => toSextantError(cancelledFailure(), { method }),
    );
    if (canKeep && !isNegative(attempt.value)) {
      this.#cache.set(key, { value: attempt.value, call: attempt.call }, attempt.responseBytes);
    }
    return attempt;
  }

  /** Sent once. A service that only knows the documented misspelling of MpoolPush is asked under that name. */
  async #change(method: string, paramsText: string, options: CallOptions): Promise<Attempt> {
    const send = (name: string): Promise<Attempt> =>
      this.#limit.run(() => this.#attempt(this.#outgoing(this.#fullName(name), paramsText, options, isPush(name))));
    try {
      return await send(method);
    } catch (error) {
      // Not served means not run: a second name cannot send anything twice.
      const isUnknown = error instanceof SextantError && error.code === 'method-not-served';
      if (method !== 'MpoolPush' || !isUnknown) {
        throw error;
      }
      return send('MPoolPush');
    }
  }

  async #retrying(outgoing: Outgoing): Promise<Attempt> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#limit.run(() => this.#attempt(outgoing));
      } catch (error) {
        const isLast = attempt + 1 >= READ_ATTEMPTS || this.#closed.signal.aborted;
        if (isLast || !(error instanceof SextantError) || !(error.cause instanceof CallFailureError) || !error.cause.failure.isTransient) {
          throw error;
        }
      }
      const signals = outgoing.signal === undefined ? [this.#closed.signal] : [outgoing.signal, this.#closed.signal];
      await this.#options.clock.sleep(backoffMs(attempt, RETRY, this.#random()), AbortSignal.any(signals));
    }
  }

  #fullName(method: string): string {
    return fullMethodName(method, this.#options.namespace);
  }

  #outgoing(method: string, paramsText: string, options: CallOptions, isFreshConnection: boolean): Outgoing {
    return {
      method,
      paramsText,
      cause: options.cause,
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      isFreshConnection,
    };
  }

  /** One exchange, recorded. */
  async #attempt(outgoing: Outgoing, onBegun?: (id: number) => void): Promise<Attempt> {
    const { tap, clock, httpUrl, token, connectionId, connectionName, maxReplyBytes } = this.#options;
    const { method, paramsText, cause, timeoutMs, isFreshConnection } = outgoing;
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    const paramsPart = paramsText.trim() === '' ? '' : `,"params":${paramsText}`;
    const request = `{"jsonrpc":"2.0","id":${requestId},"method":${JSON.stringify(method)}${paramsPart}}`;
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      ...(token === undefined || token === '' ? {} : { Authorization: `Bearer ${token}` }),
    };
    const id = tap.begin({
      connectionId,
      connectionName,
      method,
      transport: 'http',
      kind: 'call',
      url: httpUrl,
      requestHeaders: headers,
      request,
      paramsText,
      cause,
    });
    onBegun?.(id);
    const atMs = clock.nowMs();
    const startedMs = clock.monotonicMs();
    const bareMethod = method.slice(method.indexOf('.') + 1);
    const signals = outgoing.signal === undefined ? this.#closed.signal : AbortSignal.any([outgoing.signal, this.#closed.signal]);
    let reply: HttpReply | undefined;
    try {
      const limits = maxReplyBytes === undefined ? {} : { maxReplyBytes };
      reply = await this.#http.send({ url: httpUrl, headers, body: request, timeoutMs, signal: signals, isFreshConnection, ...limits });
      const { host } = new URL(httpUrl);
      const { status, body } = reply;
      const location = reply.location === undefined ? {} : { location: reply.location };
      const value = readReply({ status, body, host, method, requestId, ...location });
      const tookMs = clock.monotonicMs() - startedMs;
      tap.end(id, { tookMs, httpStatus: status, response: body });
      return { value, call: { id, method: bareMethod, tookMs, atMs, isCached: false }, responseBytes: reply.bodyBytes };
    } catch (error) {
      const failed = error instanceof CallFailureError ? error : networkFailure(error, hostOf(httpUrl));
      const failure: CallFailure = failed.failure;
      const tookMs = clock.monotonicMs() - startedMs;
      tap.end(id, { tookMs, failure, ...(reply === undefined ? {} : { httpStatus: reply.status, response: reply.body }) });
      throw toSextantError(failed, { method: bareMethod, callId: id });
    }
  }
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the address';
}
