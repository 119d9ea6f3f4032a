/**
 * Subscriptions over one WebSocket with go-jsonrpc's channel protocol: registration by id, items by channel, cancellation. Ethereum
 * subscriptions have a string id and arrive as calls from the node. Plain calls also use it, concurrently.
 *
 * Frames are untrusted: they are limited and recorded, unreadable or unmatched ones are ignored, a silent server counts as lost, and calls
 * from the node are not answered. Opens when first needed, and again after a drop once its backoff has passed; nothing is resumed, so
 * callers must subscribe again. Used by the node client.
 */
import { defined } from '../../shared/collections/defined.ts';
import { LruMap } from '../../shared/collections/lru-map.ts';
import { MAX_STREAM_ITEMS } from '../../shared/inspector/hand-stream.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { parseLosslessJson } from '../../shared/rpc/lossless-json.ts';
import { formatInteger } from '../../shared/text/format.ts';
import type { Clock } from '../platform/ports.ts';
import { AsyncQueue } from './async-queue.ts';
import { backoffMs } from './backoff.ts';
import { CallFailureError, toSextantError } from './call-failure.ts';
import type { CallTap } from './call-tap.ts';
import { defaultTimeoutMs } from './call-timeouts.ts';
import type { CallPlace, EndpointLimits } from './endpoint-limits.ts';
import { bareName, settle } from './http-caller.ts';
import { cancelledFailure, networkFailure, timeoutFailure } from './network-failure.ts';
import type { CallOptions, NodeAnswer } from './node-client.ts';
import { openWebSocket, type SocketConnection } from './open-web-socket.ts';
import { readReply } from './read-reply.ts';
import { type Credentials, credentialHeaders, recordedCredentials, sendsToken } from './request-headers.ts';
import { SocketRecorder } from './socket-recorder.ts';

const RECONNECT = { baseMs: 250, ceilingMs: 15_000 } as const;
/** After a connection of this duration, the next attempt does not wait. */
const GOOD_CONNECTION_MS = 10_000;
/** Limits of queued items of a subscription. */
const MAX_WAITING_ITEMS = 1000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Finished requests to remember, to classify late and duplicate replies. */
const MAX_REMEMBERED = 500;
/** Items that arrived before the reply that assigns them. */
const MAX_EARLY_ITEMS = 32;

export interface RpcSocketOptions extends Credentials {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly wsUrl: string;
  readonly tap: CallTap;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limits: EndpointLimits;
  readonly timeoutMs?: number;
  readonly maxReplyBytes?: number;
}

export interface SocketCallOptions extends Pick<CallOptions, 'cause'> {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  readonly tipsetKey?: readonly string[] | undefined;
}

export interface SocketAnswer {
  readonly value: unknown;
  /** Id of the recording. */
  readonly id: number;
  readonly atMs: number;
  readonly tookMs: number;
  readonly responseBytes: number;
}

/** A number for a go-jsonrpc channel, a string for an Ethereum subscription. */
type ChannelId = number | string;

interface PendingCall {
  readonly callId: number;
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: CallFailureError) => void;
}

interface Channel {
  readonly method: string;
  readonly cause: string;
  /** The recording of the registration. */
  readonly callId: number;
  readonly requestId: number;
  /** False if the reader is too slow. */
  readonly deliver: (item: NodeAnswer<unknown>, sizeBytes: number) => boolean;
  /** Ends normally, or with an error. */
  readonly end: (error?: SextantError) => void;
}

interface Item {
  readonly id: ChannelId;
  readonly value: unknown;
  readonly bytes: Buffer;
}

/** An open connection with its requests and subscriptions. */
interface Link {
  readonly connection: SocketConnection;
  readonly openedMs: number;
  readonly pending: Map<number, PendingCall>;
  /** Recordings of finished requests, and whether they were answered. */
  readonly over: Map<number, { readonly callId: number; readonly isAnswered: boolean }>;
  readonly channels: Map<ChannelId, Channel>;
  early: Item[];
}

export class RpcSocket {
  readonly #options: RpcSocketOptions;
  readonly #recorder: SocketRecorder;
  readonly #host: string;
  readonly #hasToken: boolean | undefined;
  readonly #closed = new AbortController();
  #link: Link | undefined;
  #opening: Promise<Link> | undefined;
  #failures = 0;
  #notBeforeMs = 0;
  #lastRequestId = 0;

  constructor(options: RpcSocketOptions) {
    this.#options = options;
    this.#recorder = new SocketRecorder(options);
    this.#host = URL.parse(options.wsUrl)?.host ?? 'the endpoint';
    this.#hasToken = sendsToken(options, options.wsUrl);
  }

  /** Opens a channel method and yields its items; see `NodeClient.subscribe`. */
  async *subscribe(method: string, paramsText: string, options: CallOptions): AsyncGenerator<NodeAnswer<unknown>, void> {
    const queue = new AsyncQueue<{ readonly item: NodeAnswer<unknown>; readonly sizeBytes: number }>(MAX_WAITING_ITEMS);
    let waitingBytes = 0;
    const leave = await this.#open(method, paramsText, options, {
      deliver: (item, sizeBytes) => {
        const hasRoom = waitingBytes === 0 || waitingBytes + sizeBytes <= MAX_WAITING_BYTES;
        waitingBytes += sizeBytes;
        return hasRoom && queue.push({ item, sizeBytes });
      },
      end: (error) => (error === undefined ? queue.end() : queue.fail(error)),
    });
    const stop = (): void => queue.end();
    options.signal?.addEventListener('abort', stop, { once: true });
    if (options.signal?.aborted === true) {
      stop();
    }
    try {
      for await (const { item, sizeBytes } of queue) {
        waitingBytes -= sizeBytes;
        yield item;
      }
    } finally {
      options.signal?.removeEventListener('abort', stop);
      leave();
    }
  }

  /**
   * Opens a subscription whose items are only recorded, until the signal aborts, it ends, or the item limit is reached. Resolves with
   * the recording of the registration, also of a failed one.
   */
  async watch(method: string, paramsText: string, options: CallOptions): Promise<number> {
    let callId: number | undefined;
    let count = 0;
    let leave = (): void => undefined;
    const stop = (): void => {
      const reason: unknown = options.signal?.reason;
      if (typeof reason === 'string') this.#recorder.event('stream ended', { parentId: callId, words: reason });
      leave();
    };
    const over = (): void => options.signal?.removeEventListener('abort', stop);
    try {
      leave = await this.#open(
        method,
        paramsText,
        options,
        {
          deliver: () => {
            count += 1;
            if (count < MAX_STREAM_ITEMS) return true;
            const words = `Stopped after ${formatInteger(count)} items, the limit of a manually opened subscription.`;
            this.#recorder.event('stream ended', { parentId: callId, words });
            return false;
          },
          end: over,
        },
        (began) => {
          callId = began;
        },
      );
      options.signal?.addEventListener('abort', stop, { once: true });
      if (options.signal?.aborted === true) {
        stop();
      }
    } catch (error) {
      if (!(error instanceof SextantError) || callId === undefined) {
        throw error;
      }
    }
    if (callId === undefined) {
      throw new Error('A subscription was opened without a recording.');
    }
    return callId;
  }

  /**
   * Whether plain calls may use it: it is open, or has not failed to open. After a failure only subscriptions reopen it; a call would wait
   * for each failed attempt.
   */
  get isPromising(): boolean {
    return this.#link !== undefined || this.#failures === 0;
  }

  /**
   * One call that is not a subscription.
   *
   * @throws SextantError for every expected failure, with the recording's id
   */
  async call(method: string, paramsText: string, options: SocketCallOptions): Promise<SocketAnswer> {
    let responseBytes = 0;
    const { callId, ...answer } = await this.#request(method, paramsText, options, (body, { requestId }) => {
      responseBytes = body.length;
      return readReply({ body: body.toString('utf8'), host: this.#host, method, hasToken: this.#hasToken, requestId });
    });
    return { ...answer, id: callId, responseBytes };
  }

  close(): void {
    this.#closed.abort();
    this.#link?.connection.close();
  }

  /** Registers a subscription; returns a function that cancels it. Recorded like any call. `onBegun` is set for console calls. */
  async #open(
    method: string,
    paramsText: string,
    options: CallOptions,
    reader: Pick<Channel, 'deliver' | 'end'>,
    onBegun?: (callId: number) => void,
  ): Promise<() => void> {
    const registered = await this.#request(
      method,
      paramsText,
      options,
      (body, { link, callId, requestId }) => {
        const id = this.#readChannelId(body, method, requestId);
        // In the same tick as the reply: the first item may be in the next frame.
        this.#addChannel(link, id, { ...reader, method, cause: options.cause, callId, requestId });
        return { id, link };
      },
      onBegun,
    );
    const { id, link } = registered.value;
    return () => {
      const channel = link.channels.get(id);
      if (channel !== undefined) {
        this.#leave(link, id, channel);
        channel.end();
      }
    };
  }

  /** One recorded request; `read` runs in the tick in which its reply arrives. */
  async #request<T>(
    method: string,
    paramsText: string,
    options: SocketCallOptions,
    read: (body: Buffer, at: { readonly link: Link; readonly callId: number; readonly requestId: number }) => T,
    onBegun?: (callId: number) => void,
  ): Promise<{ readonly value: T; readonly callId: number; readonly atMs: number; readonly tookMs: number }> {
    const { tap, clock, limits, connectionId, connectionName, wsUrl } = this.#options;
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    const paramsPart = paramsText.trim() === '' ? '' : `,"params":${paramsText}`;
    const request = `{"jsonrpc":"2.0","id":${requestId},"method":${JSON.stringify(method)}${paramsPart}}`;
    const { tipsetKey } = options;
    const callId = tap.begin({
      connectionId,
      connectionName,
      method,
      transport: 'ws',
      kind: 'call',
      url: wsUrl,
      requestHeaders: recordedCredentials(this.#options),
      request,
      paramsText,
      cause: options.cause,
      ...defined({ tipsetKey }),
    });
    onBegun?.(callId);
    const atMs = clock.nowMs();
    const startedMs = clock.monotonicMs();
    let place: CallPlace | undefined;
    let response: Buffer | undefined;
    const seen = (): object => ({
      ...defined({ response }),
      ...(place === undefined || place.queuedMs === 0 ? {} : { phases: { queuedMs: place.queuedMs } }),
    });
    try {
      place = limits.tryEnter(onBegun !== undefined) ?? (await limits.enter(options.cause, options.signal));
      const link = await this.#requireLink(options.signal);
      const value = await this.#exchange(link, { callId, requestId, method, request }, options, (body) => {
        response = body;
        return read(body, { link, callId, requestId });
      });
      place.succeeded();
      const tookMs = clock.monotonicMs() - startedMs;
      tap.end(callId, { tookMs, ...seen() });
      return { value, callId, atMs, tookMs };
    } catch (error) {
      const failed = error instanceof CallFailureError ? error : networkFailure(error, this.#host);
      const { failure } = failed;
      settle(place, failure);
      tap.end(callId, { tookMs: clock.monotonicMs() - startedMs, ...seen(), failure });
      throw toSextantError(failed, { method: bareName(method), callId });
    }
  }

  /** Sends one request and waits for its reply; `read` runs in the tick in which the reply arrives. */
  #exchange<T>(
    link: Link,
    call: { readonly callId: number; readonly requestId: number; readonly method: string; readonly request: string },
    options: SocketCallOptions,
    read: (body: Buffer) => T,
  ): Promise<T> {
    const { clock } = this.#options;
    const { callId, requestId } = call;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? defaultTimeoutMs(call.method);
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const giveUp = (error: CallFailureError): void => {
      if (link.pending.delete(requestId)) {
        link.over.set(requestId, { callId, isAnswered: false });
        this.#cancel(link, requestId, callId);
        reject(error);
      }
    };
    link.pending.set(requestId, {
      callId,
      reject,
      resolve: (body) => {
        try {
          resolve(read(body));
        } catch (error) {
          reject(error);
        }
      },
    });
    const cancel = (): void => giveUp(cancelledFailure(options.signal?.reason));
    const stopTimer = clock.after(timeoutMs, () =>
      giveUp(
        timeoutFailure(
          `${this.#host} did not respond within ${timeoutMs < 1000 ? `${timeoutMs} ms` : `${Math.round(timeoutMs / 1000)} s`}.`,
        ),
      ),
    );
    options.signal?.addEventListener('abort', cancel, { once: true });
    if (options.signal?.aborted === true) {
      cancel();
    } else {
      link.connection.send(call.request);
    }
    return promise.finally(() => {
      stopTimer();
      options.signal?.removeEventListener('abort', cancel);
    });
  }

  #readChannelId(body: Buffer, method: string, requestId: number): ChannelId {
    const value = readReply({ body: body.toString('utf8'), host: this.#host, method, hasToken: this.#hasToken, requestId });
    if (typeof value === 'number' || (isEthSubscribe(method) && typeof value === 'string' && value.length <= 200)) {
      return value as ChannelId;
    }
    throw new CallFailureError({
      layer: 'rpc',
      code: 'endpoint-bad-reply',
      message: `${this.#host} answered ${bareName(method)} without opening a channel.`,
      retryable: false,
      isTransient: false,
    });
  }

  #addChannel(link: Link, id: ChannelId, channel: Channel): void {
    link.channels.set(id, channel);
    const early = link.early;
    link.early = [];
    for (const item of early) {
      this.#takeItem(link, item);
    }
  }

  /** Removes a subscription and cancels it at the node. */
  #leave(link: Link, id: ChannelId, channel: Channel): void {
    link.channels.delete(id);
    if (typeof id === 'number') {
      this.#cancel(link, channel.requestId, channel.callId);
      return;
    }
    this.#lastRequestId += 1;
    const unsubscribe = channel.method.replace(/subscribe$/, 'unsubscribe').replace(/Subscribe$/, 'Unsubscribe');
    this.#notify(
      link,
      `{"jsonrpc":"2.0","id":${this.#lastRequestId},"method":"${unsubscribe}","params":[${JSON.stringify(id)}]}`,
      channel.callId,
    );
    link.over.set(this.#lastRequestId, { callId: channel.callId, isAnswered: false });
  }

  #cancel(link: Link, requestId: number, callId: number): void {
    this.#notify(link, `{"jsonrpc":"2.0","method":"xrpc.cancel","params":[${requestId}]}`, callId);
  }

  #notify(link: Link, text: string, callId: number): void {
    link.connection.send(text);
    this.#recorder.event('cancelled', { parentId: callId, sent: text });
  }

  async #requireLink(signal: AbortSignal | undefined): Promise<Link> {
    if (this.#link !== undefined) {
      return this.#link;
    }
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined;
    });
    if (signal === undefined) {
      return this.#opening;
    }
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(cancelledFailure(signal.reason));
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) {
      leave();
    }
    try {
      return await Promise.race([this.#opening, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async #connect(): Promise<Link> {
    const { clock, wsUrl, maxReplyBytes } = this.#options;
    await clock.sleep(Math.max(0, this.#notBeforeMs - clock.monotonicMs()), this.#closed.signal);
    if (this.#closed.signal.aborted) {
      throw cancelledFailure();
    }
    const startedMs = clock.monotonicMs();
    try {
      // A link may be closed before it is open.
      let link: Link | undefined;
      let earlyEnd: CallFailureError | undefined;
      const connection = await openWebSocket({
        url: wsUrl,
        headers: credentialHeaders(this.#options),
        clock,
        onFrame: (bytes) => {
          if (link !== undefined) {
            this.#takeFrame(link, bytes);
          }
        },
        onClosed: (reason, how) => {
          earlyEnd = reason;
          const { failure } = reason;
          this.#recorder.event('closed', { words: how, ...(this.#closed.signal.aborted ? {} : { failure }) });
          if (link !== undefined) {
            this.#takeClose(link, reason);
          }
        },
        ...defined({ maxFrameBytes: maxReplyBytes }),
      });
      if (this.#closed.signal.aborted) {
        connection.close();
        throw cancelledFailure();
      }
      if (earlyEnd !== undefined) {
        throw earlyEnd;
      }
      link = {
        connection,
        openedMs: clock.monotonicMs(),
        pending: new Map(),
        over: new LruMap({ maxEntries: MAX_REMEMBERED }),
        channels: new Map(),
        early: [],
      };
      this.#link = link;
      this.#recorder.event('opened', { tookMs: link.openedMs - startedMs });
      return link;
    } catch (error) {
      this.#countFailure();
      throw error;
    }
  }

  #countFailure(): void {
    this.#notBeforeMs = this.#options.clock.monotonicMs() + backoffMs(this.#failures, RECONNECT, this.#options.random());
    this.#failures += 1;
  }

  #takeClose(link: Link, reason: CallFailureError): void {
    if (this.#link === link) {
      this.#link = undefined;
    }
    if (this.#options.clock.monotonicMs() - link.openedMs >= GOOD_CONNECTION_MS) {
      this.#failures = 0;
      this.#notBeforeMs = 0;
    } else {
      this.#countFailure();
    }
    for (const call of link.pending.values()) {
      call.reject(reason);
    }
    link.pending.clear();
    for (const channel of link.channels.values()) {
      if (this.#closed.signal.aborted) {
        // Closed by Sextant: not a failure.
        channel.end();
        continue;
      }
      const callId = this.#recorder.frame(channel, { failure: reason.failure });
      channel.end(toSextantError(reason, { method: bareName(channel.method), callId }));
    }
    link.channels.clear();
  }

  #takeFrame(link: Link, bytes: Buffer): void {
    let content: unknown;
    try {
      content = parseLosslessJson(bytes.toString('utf8'));
    } catch {
      // The waiting call will time out.
      this.#recorder.event('unreadable frame', { received: bytes });
      return;
    }
    if (typeof content !== 'object' || content === null || Array.isArray(content)) {
      this.#recorder.event('unmatched frame', { received: bytes });
      return;
    }
    const { id, method, params }: { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown } = content;
    if (method === undefined) {
      this.#takeReply(link, id, bytes);
    } else if (method === 'xrpc.ch.val' && Array.isArray(params) && params.length === 2 && typeof params[0] === 'number') {
      this.#takeItem(link, { id: params[0], value: params[1], bytes });
    } else if (method === 'xrpc.ch.close' && Array.isArray(params) && typeof params[0] === 'number') {
      this.#takeEnd(link, params[0], bytes);
    } else {
      this.#takeNodeCall(link, method, params, bytes);
    }
  }

  #takeReply(link: Link, id: unknown, bytes: Buffer): void {
    const call = typeof id === 'number' ? link.pending.get(id) : undefined;
    if (typeof id === 'number' && call !== undefined) {
      link.pending.delete(id);
      link.over.set(id, { callId: call.callId, isAnswered: true });
      call.resolve(bytes);
      return;
    }
    const over = typeof id === 'number' ? link.over.get(id) : undefined;
    const name = over === undefined ? 'unmatched frame' : over.isAnswered ? 'duplicate reply' : 'late reply';
    this.#recorder.event(name, { parentId: over?.callId, received: bytes });
  }

  #takeEnd(link: Link, id: number, bytes: Buffer): void {
    const channel = link.channels.get(id);
    link.channels.delete(id);
    this.#recorder.event('stream ended', { parentId: channel?.callId, received: bytes });
    channel?.end();
  }

  /** Calls from the node are recorded, not answered; `eth_subscription` calls are items of a subscription. */
  #takeNodeCall(link: Link, method: unknown, params: unknown, bytes: Buffer): void {
    if (method === 'eth_subscription' && typeof params === 'object' && params !== null && !Array.isArray(params)) {
      const { subscription, result }: { readonly subscription?: unknown; readonly result?: unknown } = params;
      if (typeof subscription === 'string') {
        const item = { id: subscription, value: result, bytes };
        // The node may send the first item before the reply with the subscription id.
        if (!link.channels.has(subscription) && link.pending.size > 0 && link.early.length < MAX_EARLY_ITEMS) {
          link.early.push(item);
        } else {
          this.#takeItem(link, item);
        }
        return;
      }
    }
    this.#recorder.event(typeof method === 'string' ? 'call from the node' : 'unmatched frame', { received: bytes });
  }

  #takeItem(link: Link, { id, value, bytes }: Item): void {
    const channel = link.channels.get(id);
    if (channel === undefined) {
      this.#recorder.event('unmatched frame', { received: bytes });
      return;
    }
    const method = bareName(channel.method);
    const callId = this.#recorder.frame(channel, { response: bytes, value });
    const call = { id: callId, method, tookMs: 0, atMs: this.#options.clock.nowMs(), isCached: false, isFrame: true } as const;
    if (!channel.deliver({ value, call }, bytes.length)) {
      this.#leave(link, id, channel);
      channel.end(
        new SextantError('endpoint-bad-reply', `${this.#host} sent items of ${method} faster than they could be read.`, {
          details: { method, callId },
          retryable: true,
        }),
      );
    }
  }
}

function isEthSubscribe(method: string): boolean {
  return /(?:^|\.)(?:eth_subscribe|EthSubscribe)$/.test(method);
}
