/**
 * Opens a WebSocket to a node and monitors it.
 *
 * Refuses redirects and frames beyond the limit. Any inbound frame counts as alive, including pings, because old servers do not answer
 * ours. Used by the RPC socket.
 */
import WebSocket from 'isomorphic-ws';
import type { Clock } from '../platform/ports.ts';
import { CallFailureError } from './call-failure.ts';
import { networkFailure, timeoutFailure } from './network-failure.ts';
import { readReply } from './read-reply.ts';
import { retryAfterMs } from './retry-after.ts';

const HANDSHAKE_TIMEOUT_MS = 15_000;
const PING_INTERVAL_MS = 15_000;
/** Silence after which the connection counts as lost. */
const SILENCE_LIMIT_MS = 45_000;
const DEFAULT_MAX_FRAME_BYTES = 128 * 1024 * 1024;

export interface SocketConnection {
  send(text: string): void;
  close(): void;
}

export interface OpenWebSocketOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** The receiver owns the bytes. */
  readonly onFrame: (bytes: Buffer) => void;
  /** Called once, only for an opened connection. `how` is the close code with the server's reason. */
  readonly onClosed: (reason: CallFailureError, how: string) => void;
  readonly maxFrameBytes?: number;
}

/** @throws CallFailureError if the connection could not be opened */
export function openWebSocket(options: OpenWebSocketOptions): Promise<SocketConnection> {
  const { clock } = options;
  const { host } = new URL(options.url);
  const { promise, resolve, reject } = Promise.withResolvers<SocketConnection>();
  const socket = new WebSocket(options.url, {
    headers: options.headers,
    followRedirects: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  let isOpen = false;
  let lastError: unknown;
  let lastLifeMs = clock.monotonicMs();
  let stopWatch = (): void => undefined;

  const alive = (): void => {
    lastLifeMs = clock.monotonicMs();
  };
  const watch = (): void => {
    if (clock.monotonicMs() - lastLifeMs > SILENCE_LIMIT_MS) {
      lastError = timeoutFailure(`${host} sent nothing for ${SILENCE_LIMIT_MS / 1000} s.`);
      socket.terminate();
      return;
    }
    socket.ping();
    stopWatch = clock.after(PING_INTERVAL_MS, watch);
  };

  socket.on('open', () => {
    isOpen = true;
    alive();
    stopWatch = clock.after(PING_INTERVAL_MS, watch);
    resolve({
      send(text) {
        if (socket.readyState === WebSocket.OPEN) {
          socket.send(text);
        }
      },
      close: () => socket.close(1000),
    });
  });
  socket.on('unexpected-response', (_request, response) => {
    const { location, 'retry-after': retryAfter } = response.headers;
    const pauseMs = retryAfterMs(retryAfter, clock.nowMs());
    try {
      readReply({ status: response.statusCode ?? 0, body: '', host, method: '', requestId: 0, location, retryAfterMs: pauseMs });
    } catch (error) {
      lastError = error;
    }
    response.destroy();
    socket.terminate();
  });
  socket.on('message', (data) => {
    alive();
    options.onFrame(Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data));
  });
  socket.on('ping', alive);
  socket.on('pong', alive);
  socket.on('error', (error) => {
    lastError ??= error;
  });
  socket.on('close', (code, words) => {
    stopWatch();
    const reason = closeReason(lastError, code, host);
    if (isOpen) {
      const said = words.length === 0 ? '' : ` ${words.toString('utf8')}`;
      options.onClosed(reason, `${code}${said}`);
    } else {
      reject(reason);
    }
  });
  return promise;
}

function closeReason(error: unknown, code: number, host: string): CallFailureError {
  if (error instanceof CallFailureError) {
    return error;
  }
  if (error === undefined) {
    return new CallFailureError({
      layer: 'network',
      code: 'endpoint-unreachable',
      message: `${host} closed the WebSocket (code ${code}).`,
      retryable: true,
      isTransient: true,
    });
  }
  return networkFailure(error, host);
}
