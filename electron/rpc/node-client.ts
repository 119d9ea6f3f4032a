/**
 * One node as the services see it: calls and subscriptions, each with the record of where its answer came from.
 */
import type { z } from 'zod';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import type { BackendHeads } from './backend-heads.ts';
import type { EndpointLimitsState } from './endpoint-limits.ts';

/** A value and the call it came from. */
export interface NodeAnswer<T> {
  readonly value: T;
  readonly call: CallRef;
}

export interface CallOptions {
  /** What made the call, for the inspector: a service's name and reason, such as "overview: head" or "user". */
  readonly cause: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Bytes of the longest reply over HTTP, where less is expected than of other calls. */
  readonly maxReplyBytes?: number;
  /** The caller checks the answer and keeps it: the client keeps it neither in memory nor on disk. */
  readonly isKeptByCaller?: boolean;
  /** A read that goes over the WebSocket, where the connection has one, among many others; sent again over HTTP where that fails. */
  readonly prefersSocket?: boolean;
}

export interface RawCallOptions extends CallOptions {
  /** Told the recording's id as soon as the call is under way, so that a slow one can be stopped. */
  readonly onBegun?: (id: number) => void;
}

export interface SchemaCallOptions<S extends z.ZodType> extends CallOptions {
  /** Checks the answer; a misfit is `endpoint-bad-reply`. */
  readonly schema: S;
}

export interface NodeClient {
  /** Addresses that its calls go to, as the tap is told them. They may hold a secret. */
  readonly urls: readonly string[];

  /** Whether channel methods can be subscribed to: the connection has a WebSocket address. */
  readonly hasStream: boolean;

  /** What has been learned about how many calls the endpoint takes; of this moment. */
  readonly limits: EndpointLimitsState;

  /** Heads of the backends behind the endpoint, as its answers showed them. */
  readonly heads: BackendHeads;

  /**
   * Calls a method by its name without namespace. Integers beyond 2^53 come back as bigint, and bigint parameters are written as
   * bare integers. Reads are retried after transport failures and rate limits, pushes never.
   *
   * @throws SextantError with details (method, callId, nodeCode, nodeMessage, httpStatus) for every expected failure
   */
  call<S extends z.ZodType>(method: string, params: readonly unknown[], options: SchemaCallOptions<S>): Promise<NodeAnswer<z.output<S>>>;
  call(method: string, params: readonly unknown[], options: CallOptions): Promise<NodeAnswer<unknown>>;

  /**
   * Opens a channel method over WebSocket and yields its items in order. Ends when the server closes the channel, the signal
   * aborts or the client is closed; throws SextantError when it cannot be opened or the connection drops. Nothing is resumed: subscribe again and catch
   * up. Leaving the loop cancels the subscription. Opening after a drop waits for the transport's own backoff.
   */
  subscribe(method: string, params: readonly unknown[], options: CallOptions): AsyncIterable<NodeAnswer<unknown>>;

  /**
   * Sends a call exactly as written, without checks, retries or cache: `method` is used as it is when it has a dot, and
   * `paramsText` goes into the body unparsed. Resolves with the recording's id whatever the node answered. A subscription
   * goes over the WebSocket: it resolves once it is registered, and its frames are recorded until the signal aborts or it ends.
   */
  sendRaw(method: string, paramsText: string, options: RawCallOptions): Promise<{ id: number }>;

  /** Several calls in one body, each written as with `sendRaw`; resolves with the recording's id of the batch. */
  sendRawBatch(
    calls: readonly { readonly method: string; readonly paramsText: string }[],
    options: RawCallOptions,
  ): Promise<{ id: number }>;

  /** Closes connections and fails what is under way. */
  close(): void;
}
