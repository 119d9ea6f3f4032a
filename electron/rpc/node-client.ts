/**
 * Interface of a node for services: calls and subscriptions, each with its provenance.
 */
import type { z } from 'zod';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import type { BackendHeads } from './backend-heads.ts';
import type { EndpointLimitsState } from './endpoint-limits.ts';

/** A result and its call. */
export interface NodeAnswer<T> {
  readonly value: T;
  readonly call: CallRef;
}

export interface CallOptions {
  /** Cause of the call, for the inspector: service and reason, such as "overview: head" or "user". */
  readonly cause: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Limit of the reply over HTTP in bytes, if lower than the default. */
  readonly maxReplyBytes?: number;
  /** The caller verifies and caches the answer; the client does not cache it. */
  readonly isKeptByCaller?: boolean;
  /** Prefer the WebSocket, for one of many reads; retried over HTTP if that fails. */
  readonly prefersSocket?: boolean;
}

export interface RawCallOptions extends CallOptions {
  /** Receives the recording's id when the call starts, so that it can be stopped. */
  readonly onBegun?: (id: number) => void;
}

export interface SchemaCallOptions<S extends z.ZodType> extends CallOptions {
  /** Validates the result; a mismatch is `endpoint-bad-reply`. */
  readonly schema: S;
}

export interface NodeClient {
  /** URLs of its calls, as passed to the tap. They may contain a secret. */
  readonly urls: readonly string[];

  /** Whether subscriptions are possible: the connection has a WebSocket URL. */
  readonly hasStream: boolean;

  /** Current learned limits of the endpoint. */
  readonly limits: EndpointLimitsState;

  /** Observed heads of the backends behind the endpoint. */
  readonly heads: BackendHeads;

  /**
   * Calls a method by its name without namespace. Integers beyond 2^53 are returned as bigint, and bigint parameters are written as
   * bare integers. Reads are retried after transport failures and rate limits, pushes never.
   *
   * @throws SextantError with details (method, callId, nodeCode, nodeMessage, httpStatus) for every expected failure
   */
  call<S extends z.ZodType>(method: string, params: readonly unknown[], options: SchemaCallOptions<S>): Promise<NodeAnswer<z.output<S>>>;
  call(method: string, params: readonly unknown[], options: CallOptions): Promise<NodeAnswer<unknown>>;

  /**
   * Opens a channel method over WebSocket and yields its items in order. Ends when the server closes the channel, the signal
   * aborts or the client is closed; throws SextantError when it cannot be opened or the connection drops. Nothing is resumed: subscribe again and catch
   * up. Leaving the loop cancels the subscription. Opening after a drop waits for the transport's backoff.
   */
  subscribe(method: string, params: readonly unknown[], options: CallOptions): AsyncIterable<NodeAnswer<unknown>>;

  /**
   * Sends a call exactly as written, without checks, retries or cache: `method` is used as it is when it has a dot, and
   * `paramsText` goes into the body unparsed. Resolves with the recording's id whatever the node answered. A subscription
   * goes over the WebSocket: it resolves once it is registered, and its frames are recorded until the signal aborts or it ends.
   */
  sendRaw(method: string, paramsText: string, options: RawCallOptions): Promise<{ id: number }>;

  /** Several calls in a batch, each as with `sendRaw`; resolves with the recording's id of the batch. */
  sendRawBatch(
    calls: readonly { readonly method: string; readonly paramsText: string }[],
    options: RawCallOptions,
  ): Promise<{ id: number }>;

  /** Closes connections and fails calls in progress. */
  close(): void;
}
