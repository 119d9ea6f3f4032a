/**
 * Subscriptions over one WebSocket with go-jsonrpc's channel protocol: registration by id, items by channel, cancellation.
 *
 * Trusts nothing that arrives: frames are capped, frames that cannot be read or belong to nobody are dropped, a server that falls
 * silent counts as gone. Opens when first needed and again when needed after a drop, not before its backoff has passed; nothing
 * is resumed, so whoever was subscribed subscribes again. Called by the node client.
 */
import { z } from 'zod';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { parseLosslessJson } from '../../shared/rpc/lossless-json.ts';
import type { Clock } from '../platform/ports.ts';
import { AsyncQueue } from './async-queue.ts';
import { backoffMs } from './backoff.ts';
import { type CallFailure, CallFailureError, toSextantError } from './call-failure.ts';
import type { CallTap } from './call-tap.ts';
import { cancelledFailure, networkFailure, timeoutFailure } from './network-failure.ts';
import type { CallOptions, NodeAnswer } from './node-client.ts';
import { openWebSocket, type SocketConnection } from './open-web-socket.ts';
import { readReply } from './read-reply.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const RECONNECT = { baseMs: 250, ceilingMs: 15_000 } as const;
/** A connection that lived this long was a good one: the next attempt does not wait. */
const GOOD_CONNECTION_MS = 10_000;
/** Items of a subscription that may wait for their reader. */
const MAX_WAITING_ITEMS = 1000;

const zFrame = z.object({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
});
const zChannelItem = z.tuple([z.number(), z.unknown()]);
const zChannelEnd = z.tuple([z.number()]).rest(z.unknown());

export interface RpcSocketOptions {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly wsUrl: string;
  readonly token?: string;
  readonly tap: CallTap;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timeoutMs?: number;
  readonly maxReplyBytes?: number;
}

interface PendingCall {
  readonly resolve: (body: string) => void;
  readonly reject: (error: CallFailureError) => void;
}

interface Channel {
  readonly method: string;
  readonly cause: string;
  readonly queue: AsyncQueue<NodeAnswer<unknown>>;
  lastItemMs: number;
}

/** One open connection and what hangs on it. */
interface Link {
  readonly connection: SocketConnection;
  readonly openedMs: number;
  readonly pending: Map<number, PendingCall>;
  readonly channels: Map<number, Channel>;
}

export class RpcSocket {
  readonly #options: RpcSocketOptions;
  readonly #host: string;
  readonly #closed = new AbortController();
  #link: Link | undefined;
  #opening: Promise<Link> | undefined;
  #failures = 0;
  #notBeforeMs = 0;
  #lastRequestId = 0;

  constructor(options: RpcSocketOptions) {
    this.#options = options;
    this.#host = URL.parse(options.wsUrl)?.host ?? 'the address';
  }

  /** Opens a channel method and yields its items; see `NodeClient.subscribe`. */
  async *subscribe(method: string, paramsText: string, options: CallOptions): AsyncGenerator<NodeAnswer<unknown>, void> {
    const queue = new AsyncQueue<NodeAnswer<unknown>>(MAX_WAITING_ITEMS);
    const {
      link,
      requestId,
      answer: channelId,
    } = await this.#exchange(method, paramsText, options, (onLink, body, requestId) => {
      const value = this.#readResult(body, method, requestId);
      if (typeof value !== 'number') {
        throw new CallFailureError({
          layer: 'rpc',
          code: 'endpoint-bad-reply',
          message: `${this.#host} answered ${bareName(method)} without opening a channel.`,
          retryable: false,
          isTransient: false,
        });
      }
      // In the same turn as the reply: the first item may be in the next frame.
      onLink.channels.set(value, { method, cause: options.cause, queue, lastItemMs: this.#options.clock.monotonicMs() });
      return value;
    });
    const leave = (): void => queue.end();
    options.signal?.addEventListener('abort', leave, { once: true });
    if (options.signal?.aborted === true) {
      leave();
    }
    try {
      yield* queue;
    } finally {
      options.signal?.removeEventListener('abort', leave);
      if (link.channels.delete(channelId)) {
        link.connection.send(`{"jsonrpc":"2.0","method":"xrpc.cancel","params":[${requestId}]}`);
      }
    }
  }

  close(): void {
    this.#closed.abort();
    this.#link?.connection.close();
  }

  /** Sends one request and waits for its reply; `read` runs in the same turn in which the reply arrives. */
  async #exchange<T>(
    method: string,
    paramsText: string,
    options: CallOptions,
    read: (link: Link, body: string, requestId: number) => T,
  ): Promise<{ link: Link; requestId: number; answer: T }> {
    const { tap, clock, connectionId, connectionName, wsUrl } = this.#options;
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    const request = `{"jsonrpc":"2.0","id":${requestId},"method":${JSON.stringify(method)},"params":${paramsText}}`;
    const id = tap.begin({
      connectionId,
      connectionName,
      method,
      transport: 'ws',
      kind: 'call',
      url: wsUrl,
      requestHeaders: this.#headers(),
      request,
      paramsText,
      cause: options.cause,
    });
    const startedMs = clock.monotonicMs();
    let response: string | undefined;
    try {
      const link = await this.#requireLink(options.signal);
      const answer = await this.#waitForReply(link, requestId, request, options, (body) => {
        response = body;
        return read(link, body, requestId);
      });
      tap.end(id, { tookMs: clock.monotonicMs() - startedMs, ...(response === undefined ? {} : { response }) });
      return { link, requestId, answer };
    } catch (error) {
      const failed = error instanceof CallFailureError ? error : networkFailure(error, this.#host);
      const tookMs = clock.monotonicMs() - startedMs;
      tap.end(id, { tookMs, failure: failed.failure, ...(response === undefined ? {} : { response }) });
      throw toSextantError(failed, { method: bareName(method), callId: id });
    }
  }

  #waitForReply<T>(link: Link, requestId: number, request: string, options: CallOptions, read: (body: string) => T): Promise<T> {
    const { clock } = this.#options;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const giveUp = (error: CallFailureError): void => {
      if (link.pending.delete(requestId)) {
        link.connection.send(`{"jsonrpc":"2.0","method":"xrpc.cancel","params":[${requestId}]}`);
        reject(error);
      }
    };
    link.pending.set(requestId, {
      reject,
      resolve: (body) => {
        try {
          resolve(read(body));
        } catch (error) {
          reject(error);
        }
      },
    });
    const cancel = (): void => giveUp(cancelledFailure());
    const stopTimer = clock.after(timeoutMs, () =>
      giveUp(timeoutFailure(`${this.#host} did not answer within ${Math.round(timeoutMs / 1000)} s.`)),
    );
    options.signal?.addEventListener('abort', cancel, { once: true });
    if (options.signal?.aborted === true) {
      cancel();
    } else {
      link.connection.send(request);
    }
    return promise.finally(() => {
      stopTimer();
      options.signal?.removeEventListener('abort', cancel);
    });
  }

  #readResult(body: string, method: string, requestId: number): unknown {
    return readReply({ body, host: this.#host, method, requestId });
  }

  #headers(): Record<string, string> {
    const { token } = this.#options;
    return token === undefined || token === '' ? {} : { Authorization: `Bearer ${token}` };
  }

  async #requireLink(signal: AbortSignal | undefined): Promise<Link> {
    if (this.#link !== undefined) {
      return this.#link;
    }
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    if (signal === undefined) {
      return this.#opening;
    }
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(cancelledFailure());
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

  async #open(): Promise<Link> {
    const { clock, wsUrl, maxReplyBytes } = this.#options;
    await clock.sleep(Math.max(0, this.#notBeforeMs - clock.monotonicMs()), this.#closed.signal);
    if (this.#closed.signal.aborted) {
      throw cancelledFailure();
    }
    try {
      // Nothing can be waiting on a link that is not made yet, but it can be closed that early.
      let link: Link | undefined;
      let earlyEnd: CallFailureError | undefined;
      const connection = await openWebSocket({
        url: wsUrl,
        headers: this.#headers(),
        clock,
        onFrame: (text) => {
          if (link !== undefined) {
            this.#takeFrame(link, text);
          }
        },
        onClosed: (reason) => {
          earlyEnd = reason;
          if (link !== undefined) {
            this.#takeClose(link, reason);
          }
        },
        ...(maxReplyBytes === undefined ? {} : { maxFrameBytes: maxReplyBytes }),
      });
      if (this.#closed.signal.aborted) {
        connection.close();
        throw cancelledFailure();
      }
      if (earlyEnd !== undefined) {
        throw earlyEnd;
      }
      link = { connection, openedMs: clock.monotonicMs(), pending: new Map(), channels: new Map() };
      this.#link = link;
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
        // Closed by us: nothing was lost that the inspector should show as a failure.
        channel.queue.end();
        continue;
      }
      const callId = this.#recordItem(channel, { failure: reason.failure });
      channel.queue.fail(toSextantError(reason, { method: bareName(channel.method), callId }));
    }
    link.channels.clear();
  }

  #takeFrame(link: Link, text: string): void {
    let content: unknown;
    try {
      content = parseLosslessJson(text);
    } catch {
      // What cannot be read cannot be answered either: whoever waits for it has a timeout.
      return;
    }
    const frame = zFrame.safeParse(content);
    if (!frame.success) {
      return;
    }
    const { id, method, params } = frame.data;
    if (method === undefined) {
      if (typeof id === 'number') {
        const call = link.pending.get(id);
        link.pending.delete(id);
        call?.resolve(text);
      }
      return;
    }
    if (method === 'xrpc.ch.val') {
      const item = zChannelItem.safeParse(params);
      const channel = item.success ? link.channels.get(item.data[0]) : undefined;
      if (item.success && channel !== undefined) {
        this.#takeItem(link, item.data[0], channel, item.data[1], text);
      }
    } else if (method === 'xrpc.ch.close') {
      const end = zChannelEnd.safeParse(params);
      const channel = end.success ? link.channels.get(end.data[0]) : undefined;
      if (end.success && channel !== undefined) {
        link.channels.delete(end.data[0]);
        channel.queue.end();
      }
    }
  }

  #takeItem(link: Link, channelId: number, channel: Channel, value: unknown, text: string): void {
    const tookMs = this.#options.clock.monotonicMs() - channel.lastItemMs;
    const id = this.#recordItem(channel, { response: text });
    const call = { id, method: bareName(channel.method), tookMs, atMs: this.#options.clock.nowMs(), isCached: false };
    if (!channel.queue.push({ value, call })) {
      link.channels.delete(channelId);
      channel.queue.fail(
        new SextantError('endpoint-bad-reply', `${this.#host} sent more than could be read of ${bareName(channel.method)}.`, {
          details: { method: bareName(channel.method), callId: id },
          retryable: true,
        }),
      );
    }
  }

  /** An item, or the end by which a subscription was lost. It has no request: the time since the item before it says more than zero. */
  #recordItem(channel: Channel, what: { readonly response: string } | { readonly failure: CallFailure }): number {
    const { tap, clock, connectionId, connectionName, wsUrl } = this.#options;
    const id = tap.begin({
      connectionId,
      connectionName,
      method: channel.method,
      transport: 'ws',
      kind: 'frame',
      url: wsUrl,
      requestHeaders: {},
      request: '',
      paramsText: '',
      cause: channel.cause,
    });
    const nowMs = clock.monotonicMs();
    tap.end(id, { tookMs: nowMs - channel.lastItemMs, ...what });
    channel.lastItemMs = nowMs;
    return id;
  }
}

function bareName(method: string): string {
  return method.slice(method.indexOf('.') + 1);
}
