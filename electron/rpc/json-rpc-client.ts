/**
 * The node client over HTTP, with subscriptions over WebSocket.
 *
 * Replies are untrusted (see `read-reply.ts`). Reads with temporary failures are retried, immutable answers are cached, equal calls in
 * progress are shared. Created by the connections service; used by services.
 */

import type { z } from 'zod';
import { defined } from '../../shared/collections/defined.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import { writeLosslessJson } from '../../shared/rpc/lossless-json.ts';
import { fullMethodName } from '../../shared/rpc/methods.ts';
import { saysBlockMissing, saysTipsetMissing } from '../../shared/rpc/refusal-text.ts';
import type { Clock } from '../platform/ports.ts';
import { redactText } from '../platform/redact.ts';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';
import type { AnswerStore } from './answer-store.ts';
import { BackendHeads } from './backend-heads.ts';
import { backoffMs } from './backoff.ts';
import { type CallFailure, CallFailureError, toSextantError } from './call-failure.ts';
import { isImmutable, isNegative, isPush, isRepeatableRead, isStream } from './call-policy.ts';
import type { CallTap } from './call-tap.ts';
import { defaultTimeoutMs } from './call-timeouts.ts';
import { EndpointLimits, type EndpointLimitsState } from './endpoint-limits.ts';
import { bareName, HttpCaller } from './http-caller.ts';
import { HttpTransport } from './http-transport.ts';
import { cancelledFailure } from './network-failure.ts';
import type { CallOptions, NodeAnswer, NodeClient, RawCallOptions, SchemaCallOptions } from './node-client.ts';
import { type BatchEntry, batchFailure, partsFailure, readBatch } from './raw-batch.ts';
import { readReply } from './read-reply.ts';
import type { Credentials } from './request-headers.ts';
import { RpcSocket } from './rpc-socket.ts';
import { SharedCalls } from './shared-calls.ts';
import { shortenReply } from './shorten-reply.ts';
import { staysOneValue } from './stays-one-value.ts';
import { tipsetKeyOf } from './tipset-key-of.ts';

const READ_ATTEMPTS = 3;
/** Attempts of a read before all backends are assumed to lack its tipset. */
const BEHIND_ATTEMPTS = 4;
const BEHIND_PAUSE_MS = 50;
const RETRY = { baseMs: 300, ceilingMs: 5000 } as const;
const CACHE = { maxEntries: 4000, maxBytes: 48 * 1024 * 1024 } as const;
/** Calls in one batch; providers have limits too. */
const MAX_BATCH = 100;
const MAX_BATCH_NAME = 200;
/** Longer parameters are not used as a key. */
const MAX_KEPT_PARAMS = 64 * 1024;

export interface JsonRpcClientOptions extends Credentials {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly httpUrl: string;
  readonly wsUrl?: string;
  /** Namespace of every method name. */
  readonly namespace: string;
  /** Whether the URL is a v2 API. */
  readonly isV2?: true;
  readonly tap: CallTap;
  readonly clock: Clock;
  /** For the jitter of delays. */
  readonly random?: () => number;
  /** Default timeout; absent: by method. */
  readonly timeoutMs?: number;
  readonly maxReplyBytes?: number;
  /** Cache of immutable answers on disk; absent for a node with a temporary chain. */
  readonly answers?: AnswerStore;
}

const MAX_SUBJECT_LENGTH = 200;
/** Its keys are untrusted. */
const MAX_PLACE_LENGTH = 200;

interface Attempt {
  readonly value: unknown;
  readonly call: CallRef;
  readonly responseBytes: number;
}

interface Outgoing {
  /** Full name. */
  readonly method: string;
  readonly paramsText: string;
  readonly tipsetKey: readonly string[] | undefined;
  readonly cause: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxReplyBytes: number | undefined;
  readonly isFreshConnection: boolean;
  readonly prefersSocket: boolean;
  /** Key of the answer on disk. */
  readonly storeKey?: string | undefined;
}

export class JsonRpcClient implements NodeClient {
  readonly urls: readonly string[];
  readonly heads: BackendHeads;
  readonly #options: JsonRpcClientOptions;
  readonly #http = new HttpTransport();
  readonly #limits: EndpointLimits;
  readonly #caller: HttpCaller;
  readonly #socket: RpcSocket | undefined;
  readonly #shared = new SharedCalls<Attempt>();
  readonly #cache: AnswerCache;
  readonly #closed = new AbortController();
  readonly #random: () => number;
  #lastRequestId = 0;

  constructor(options: JsonRpcClientOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.heads = new BackendHeads(() => options.clock.nowMs());
    this.#limits = new EndpointLimits(options.clock);
    this.#caller = new HttpCaller(options, this.#http, this.#limits);
    this.#cache = new AnswerCache({ ...CACHE, onDropped: ({ call }) => options.tap.release(call.id) });
    const { wsUrl } = options;
    this.urls = wsUrl === undefined ? [options.httpUrl] : [options.httpUrl, wsUrl];
    const limits = this.#limits;
    this.#socket = wsUrl === undefined || wsUrl === '' ? undefined : new RpcSocket({ ...options, wsUrl, random: this.#random, limits });
  }

  get hasStream(): boolean {
    return this.#socket !== undefined;
  }

  get limits(): EndpointLimitsState {
    return this.#limits.state;
  }

  call<S extends z.ZodType>(method: string, params: readonly unknown[], options: SchemaCallOptions<S>): Promise<NodeAnswer<z.output<S>>>;
  call(method: string, params: readonly unknown[], options: CallOptions): Promise<NodeAnswer<unknown>>;
  async call(
    method: string,
    params: readonly unknown[],
    options: CallOptions & { readonly schema?: z.ZodType },
  ): Promise<NodeAnswer<unknown>> {
    const paramsText = writeLosslessJson(params);
    const { value, call } = await this.#answer(method, params, paramsText, options);
    if (method === 'ChainHead') this.heads.noteHead(value, call);
    const subject = subjectOf(params);
    const answer = { value, call: subject === undefined ? call : { ...call, subject } };
    if (options.schema === undefined) {
      return answer;
    }
    const checked = options.schema.safeParse(answer.value);
    if (checked.success) {
      return { value: checked.data, call: answer.call };
    }
    const place = checked.error.issues[0]?.path.join('.') ?? '';
    const failure: CallFailure = {
      layer: 'json',
      code: 'endpoint-bad-reply',
      message: `The node answered ${method} in an unexpected shape${place === '' ? '' : ` at ${redactText(place).slice(0, MAX_PLACE_LENGTH)}`}.`,
      retryable: false,
      isTransient: false,
    };
    // The recorded call succeeded; record why its result was rejected. The body stays.
    this.#options.tap.end(call.id, { tookMs: call.tookMs, failure });
    throw toSextantError(new CallFailureError(failure), { method, callId: call.id });
  }

  subscribe(method: string, params: readonly unknown[], options: CallOptions): AsyncIterable<NodeAnswer<unknown>> {
    if (this.#socket === undefined) {
      throw new SextantError('capability-missing', `${method} is a subscription, and this connection has no WebSocket URL.`, {
        details: { method },
      });
    }
    return this.#socket.subscribe(this.#fullName(method), writeLosslessJson(params), options);
  }

  async sendRaw(method: string, paramsText: string, options: RawCallOptions): Promise<{ id: number }> {
    requireOneValue(paramsText);
    const full = this.#fullName(method);
    if (isStream(method) && this.#socket !== undefined) {
      const streamId = await this.#socket.watch(full, paramsText, options);
      options.onBegun?.(streamId);
      return { id: streamId };
    }
    const requestId = this.#nextRequestId();
    const id = await recordingOf(
      (onBegun) =>
        this.#caller.send({
          method: full,
          body: requestText(requestId, full, paramsText),
          paramsText,
          kind: 'call',
          cause: options.cause,
          signal: options.signal,
          timeoutMs: this.#timeoutOf(method, options),
          isFreshConnection: true,
          isByHand: true,
          requestId,
          onBegun,
          read: async (reply, raw) => {
            readReply({ ...raw, body: await shortenReply(reply.body) });
          },
        }),
      options.onBegun,
    );
    return { id };
  }

  async sendRawBatch(
    calls: readonly { readonly method: string; readonly paramsText: string }[],
    options: RawCallOptions,
  ): Promise<{ id: number }> {
    if (calls.length === 0 || calls.length > MAX_BATCH) {
      throw new SextantError('invalid-input', `A batch must have 1 to ${MAX_BATCH} calls.`);
    }
    const entries = calls.map(({ method, paramsText }): BatchEntry => {
      requireOneValue(paramsText);
      const requestId = this.#nextRequestId();
      const full = this.#fullName(method);
      return { requestId, method: full, paramsText, request: requestText(requestId, full, paramsText) };
    });
    const children: number[] = [];
    const names = entries.map(({ method }) => method).join(', ');
    const id = await recordingOf(
      (onBegun) =>
        this.#caller.send({
          method: names.length > MAX_BATCH_NAME ? `${names.slice(0, MAX_BATCH_NAME)}…` : names,
          methods: names,
          body: `[${entries.map(({ request }) => request).join(',')}]`,
          paramsText: entries.map(({ paramsText }) => paramsText).join(', '),
          kind: 'batch',
          cause: options.cause,
          signal: options.signal,
          timeoutMs: options.timeoutMs ?? Math.max(...calls.map(({ method }) => this.#timeoutOf(method, options))),
          isFreshConnection: true,
          isByHand: true,
          requestId: 0,
          onBegun: (parentId) => {
            onBegun(parentId);
            children.push(...entries.map((entry) => this.#beginPart(entry, parentId, options.cause)));
          },
          read: async (reply, raw) => {
            const { parts, problems } = await readBatch(entries, reply.body, raw);
            const tookMs = (reply.phases.waitMs ?? 0) + (reply.phases.readMs ?? 0);
            for (const [index, child] of children.splice(0).entries()) {
              this.#options.tap.end(child, { tookMs, httpStatus: reply.status, ...parts[index] });
            }
            if (problems.length > 0) {
              throw new CallFailureError(batchFailure(raw, problems));
            }
            const failedCount = parts.filter(({ failure }) => failure !== undefined).length;
            if (failedCount > 0) {
              throw new CallFailureError(partsFailure(failedCount, entries.length, raw));
            }
          },
        }),
      options.onBegun,
      // The whole batch failed, and so did each of its calls.
      (failure) => {
        for (const child of children.splice(0)) {
          this.#options.tap.end(child, { tookMs: 0, failure });
        }
      },
    );
    return { id };
  }

  #beginPart({ method, request, paramsText }: BatchEntry, parentId: number, cause: string): number {
    const { tap, connectionId, connectionName, httpUrl, isV2 } = this.#options;
    const { recordedHeaders } = this.#caller;
    const where = { connectionId, connectionName, url: httpUrl, requestHeaders: recordedHeaders, ...(isV2 === true ? { isV2 } : {}) };
    return tap.begin({ ...where, method, transport: 'http', kind: 'call', parentId, request, paramsText, cause });
  }

  close(): void {
    this.#closed.abort();
    this.#limits.close();
    this.#socket?.close();
    this.#http.close();
    this.#cache.clear();
  }

  async #answer(method: string, params: readonly unknown[], paramsText: string, options: CallOptions): Promise<CachedAnswer> {
    if (!isRepeatableRead(method)) {
      return this.#change(method, paramsText, options);
    }
    const key = `${method} ${paramsText}`;
    const canKeep = options.isKeptByCaller !== true && isImmutable(method, params) && paramsText.length <= MAX_KEPT_PARAMS;
    const known = canKeep ? this.#cache.get(key) : undefined;
    if (known !== undefined) {
      return { value: known.value, call: { ...known.call, isCached: true } };
    }
    const storeKey = canKeep && this.#options.answers !== undefined ? this.#storeKey(key) : undefined;
    return this.#shared.join(
      key,
      async (signal) => {
        const outgoing = this.#outgoing(method, paramsText, { ...options, signal }, { params, storeKey });
        const attempt = (await this.#stored(outgoing)) ?? (await this.#retrying(outgoing));
        if (canKeep && !isNegative(attempt.value) && !this.#closed.signal.aborted) {
          this.#keep(key, attempt);
        }
        return attempt;
      },
      options.signal,
      () => toSextantError(cancelledFailure(), { method }),
    );
  }

  #keep(key: string, { value, call, responseBytes }: Attempt): void {
    // Retain the recording as long as the answer, so that values derived from it can show their call.
    this.#options.tap.keep(call.id);
    if (!this.#cache.set(key, { value, call }, responseBytes)) {
      this.#options.tap.release(call.id);
    }
  }

  /** Key of an answer on disk, specific to connection and URL. */
  #storeKey(key: string): string {
    const { connectionId, httpUrl, namespace } = this.#options;
    return JSON.stringify([connectionId, httpUrl, namespace, key]);
  }

  /** An answer of an earlier run, recorded as cached. */
  async #stored(outgoing: Outgoing): Promise<Attempt | undefined> {
    const { answers, tap, clock, connectionId, connectionName, httpUrl } = this.#options;
    const { storeKey, method, paramsText, cause, tipsetKey } = outgoing;
    if (storeKey === undefined || answers === undefined) {
      return undefined;
    }
    const startedMs = clock.monotonicMs();
    const found = await answers.get(storeKey);
    if (found === undefined) {
      return undefined;
    }
    const { requestId, keptAtMs, body } = found;
    let value: unknown;
    try {
      value = readReply({ body: Buffer.from(body).toString('utf8'), host: '', method, requestId });
    } catch (error) {
      if (!(error instanceof CallFailureError)) {
        throw error;
      }
      // Cached by a version with another schema: call again.
      return undefined;
    }
    const id = tap.begin({
      connectionId,
      connectionName,
      method,
      transport: 'cache',
      kind: 'call',
      url: httpUrl,
      requestHeaders: {},
      request: requestText(requestId, method, paramsText),
      paramsText,
      cause,
      ...defined({ tipsetKey }),
    });
    const tookMs = clock.monotonicMs() - startedMs;
    const responseBytes = body.length;
    tap.end(id, { tookMs, response: body });
    return { value, call: { id, method: bareName(method), tookMs, atMs: keptAtMs, isCached: true }, responseBytes };
  }

  /** Sends once; retries only with the documented misspelling of MpoolPush for services that know no other. */
  async #change(method: string, paramsText: string, options: CallOptions): Promise<Attempt> {
    const send = (name: string): Promise<Attempt> =>
      this.#attempt({ ...this.#outgoing(name, paramsText, options, {}), isFreshConnection: isPush(name), prefersSocket: false });
    try {
      return await send(method);
    } catch (error) {
      // Not served means not executed, so this cannot push twice.
      const isUnknown = error instanceof SextantError && error.code === 'method-not-served';
      if (method !== 'MpoolPush' || !isUnknown) {
        throw error;
      }
      return send('MPoolPush');
    }
  }

  async #retrying(outgoing: Outgoing): Promise<Attempt> {
    let firstId: number | undefined;
    for (let attempt = 1; ; attempt += 1) {
      let pauseMs: number | undefined;
      try {
        return await this.#attempt(outgoing, attempt === 1 ? undefined : { attempt, parentId: firstId });
      } catch (error) {
        const isEnded = this.#closed.signal.aborted || outgoing.signal?.aborted === true;
        if (isEnded || !(error instanceof SextantError) || !(error.cause instanceof CallFailureError)) {
          throw error;
        }
        pauseMs = this.#pauseBefore(attempt + 1, error.cause.failure);
        if (pauseMs === undefined) {
          throw error;
        }
        firstId ??= error.details?.callId;
      }
      const signals = outgoing.signal === undefined ? [this.#closed.signal] : [outgoing.signal, this.#closed.signal];
      await this.#options.clock.sleep(pauseMs, AbortSignal.any(signals));
    }
  }

  /** Delay before a read is retried; undefined if a retry cannot help. */
  #pauseBefore(attempt: number, { isTransient, nodeMessage = '' }: CallFailure): number | undefined {
    if (isTransient) return attempt <= READ_ATTEMPTS ? backoffMs(attempt - 2, RETRY, this.#random()) : undefined;
    const isBehind = (saysTipsetMissing(nodeMessage) || saysBlockMissing(nodeMessage)) && this.heads.lagEpochs > 0;
    return isBehind && attempt <= BEHIND_ATTEMPTS ? BEHIND_PAUSE_MS : undefined;
  }

  #fullName(method: string): string {
    return fullMethodName(method, this.#options.namespace);
  }

  #nextRequestId(): number {
    this.#lastRequestId += 1;
    return this.#lastRequestId;
  }

  #timeoutOf(method: string, options: CallOptions): number {
    return options.timeoutMs ?? this.#options.timeoutMs ?? defaultTimeoutMs(method);
  }

  #outgoing(
    method: string,
    paramsText: string,
    options: CallOptions,
    { params, storeKey }: { params?: readonly unknown[]; storeKey?: string | undefined },
  ): Outgoing {
    return {
      method: this.#fullName(method),
      paramsText,
      tipsetKey: params === undefined ? undefined : tipsetKeyOf(params),
      cause: options.cause,
      signal: options.signal,
      timeoutMs: this.#timeoutOf(method, options),
      maxReplyBytes: options.maxReplyBytes,
      isFreshConnection: false,
      prefersSocket: options.prefersSocket === true,
      storeKey,
    };
  }

  async #attempt(outgoing: Outgoing, again?: { attempt: number; parentId: number | undefined }): Promise<Attempt> {
    const { method, paramsText, storeKey } = outgoing;
    if (outgoing.prefersSocket && again === undefined && this.#socket?.isPromising === true) {
      try {
        const { value, id, atMs, tookMs, responseBytes } = await this.#socket.call(method, paramsText, outgoing);
        return { value, call: { id, method: bareName(method), tookMs, atMs, isCached: false }, responseBytes };
      } catch (error) {
        if (!isUnheard(error)) throw error;
      }
    }
    const requestId = this.#nextRequestId();
    let responseBytes = 0;
    const { value, id, atMs, tookMs } = await this.#caller.send<unknown>({
      ...outgoing,
      ...again,
      body: requestText(requestId, method, paramsText),
      kind: 'call',
      isByHand: false,
      requestId,
      read: ({ body }, raw) => {
        const result = readReply({ ...raw, body: body.toString('utf8') });
        responseBytes = body.length;
        if (storeKey !== undefined && !isNegative(result)) {
          // A copy, since the recording owns the bytes.
          this.#options.answers?.set(storeKey, { body: Uint8Array.from(body), requestId, keptAtMs: this.#options.clock.nowMs() });
        }
        return result;
      },
    });
    return { value, call: { id, method: bareName(method), tookMs, atMs, isCached: false }, responseBytes };
  }
}

/** Whether a call failed only because of the WebSocket, so that HTTP may still work. */
function isUnheard(error: unknown): boolean {
  if (!(error instanceof SextantError) || !(error.cause instanceof CallFailureError)) return false;
  const { layer, code } = error.cause.failure;
  return (
    (layer === 'dns' || layer === 'tls' || layer === 'network' || layer === 'http') &&
    code !== 'cancelled' &&
    code !== 'endpoint-rate-limited'
  );
}

/** Subject of a call: an address, number or CID as its first parameter. */
function subjectOf([first]: readonly unknown[]): string | undefined {
  if (typeof first === 'string') return redactText(first).slice(0, MAX_SUBJECT_LENGTH);
  if (typeof first === 'number' || typeof first === 'bigint') return String(first);
  const cid: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, '/') : undefined;
  return typeof cid === 'string' ? cid.slice(0, MAX_SUBJECT_LENGTH) : undefined;
}

/** The request body. Empty parameters are omitted, so that this can be tested too. */
function requestText(requestId: number, method: string, paramsText: string): string {
  const paramsPart = paramsText.trim() === '' ? '' : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0","id":${requestId},"method":${JSON.stringify(method)}${paramsPart}}`;
}

function requireOneValue(paramsText: string): void {
  if (!staysOneValue(paramsText)) {
    const sentence = 'Parameters must be a single JSON value, usually an array.';
    throw new SextantError('invalid-input', sentence, { details: { fields: { params: sentence } } });
  }
}

/** The recording's id of a console call, also of a failed one. */
async function recordingOf(
  send: (onBegun: (id: number) => void) => Promise<unknown>,
  tellBegun: RawCallOptions['onBegun'],
  onFailed?: (failure: CallFailure) => void,
): Promise<number> {
  let id: number | undefined;
  try {
    await send((began) => {
      id = began;
      tellBegun?.(began);
    });
  } catch (error) {
    if (!(error instanceof SextantError) || !(error.cause instanceof CallFailureError) || id === undefined) {
      throw error;
    }
    onFailed?.(error.cause.failure);
  }
  if (id === undefined) {
    throw new Error('A call ended without a recording.');
  }
  return id;
}
