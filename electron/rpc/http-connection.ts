/**
 * A keep-alive connection to a node over HTTP, with the timing of its opening.
 *
 * Does not follow redirects (the token would be sent along) and does not resume lost exchanges. Used by the HTTP transport, one exchange
 * at a time.
 */
import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';

const CONNECT_TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 64 * 1024;

/** Timestamps of opening a connection, from `performance.now()`. */
export interface Opening {
  readonly startedMs: number;
  resolvedMs?: number;
  connectedMs?: number;
  securedMs?: number;
}

export class HttpConnection {
  readonly client: Client;
  /** Of the latest opening: an idle connection closed by the server is reopened. */
  opening: Opening | undefined;

  constructor(origin: string) {
    const connector = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
    this.client = new Client(origin, {
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The exchange has its own timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        const opening: Opening = { startedMs: performance.now() };
        this.opening = opening;
        // The connector returns the socket, which its type omits.
        const socket = (connector as (...args: Parameters<typeof connector>) => unknown)(options, callback) as Socket;
        socket.once('lookup', () => {
          opening.resolvedMs = performance.now();
        });
        // Before the client's listeners, which send the request in the same tick: phases must not overlap.
        socket.prependOnceListener('connect', () => {
          opening.connectedMs = performance.now();
        });
        socket.prependOnceListener('secureConnect', () => {
          opening.securedMs = performance.now();
        });
      },
    });
    // The exchange reports the failure; a listener avoids an unhandled error.
    this.client.on('connectionError', () => undefined);
  }

  destroy(): void {
    // Resolves when the socket is closed.
    void this.client.destroy();
  }
}
