/**
 * Opens a WebSocket to a node and watches that it stays alive.
 *
 * Refuses redirects and frames beyond the cap. Any inbound frame counts as a sign of life, pings too: old servers do not answer
 * ours. Called by the RPC socket.
 */
import WebSocket from 'isomorphic-ws';
import type { Clock } from '../platform/ports.ts';
import { CallFailureError } from './call-failure.ts';
import { networkFailure, timeoutFailure } from './network-failure.ts';
import { readReply } from './read-reply.ts';

const HANDSHAKE_TIMEOUT_MS = 15_000;
const PING_INTERVAL_MS = 15_000;
/** Silence after which the other side counts as gone. */
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
  readonly onFrame: (text: string) => void;
  /** Called once, only for a connection that had opened. */
  readonly onClosed: (reason: CallFailureError) => void;
  readonly maxFrameBytes?: number;
}

/** @throws CallFailureError when the connection cannot be opened */
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
      lastError = timeoutFailure(`${host} has been silent for ${SILENCE_LIMIT_MS / 1000} s.`);
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
    const location = response.headers.location === undefined ? {} : { location: response.headers.location };
    try {
      readReply({ status: response.statusCode ?? 0, body: '', host, method: '', requestId: 0, ...location });
    } catch (error) {
      lastError = error;
    }
    response.destroy();
    socket.terminate();
  });
  socket.on('message', (data) => {
    alive();
    options.onFrame(data.toString());
  });
  socket.on('ping', alive);
  socket.on('pong', alive);
  socket.on('error', (error) => {
    lastError ??= error;
  });
  socket.on('close', (code) => {
    stopWatch();
    const reason = closeReason(lastError, code, host);
    if (isOpen) {
      options.onClosed(reason);
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
  return networkFailure(error ?? new Error(`closed with code ${code}`), host);
}
