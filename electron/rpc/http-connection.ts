/**
 * One kept connection to a node's HTTP address, and how long it took to open.
 *
 * Follows no redirect (the token would travel along) and resumes nothing: an exchange that a connection loses is lost.
 * Called by the HTTP transport, which gives it one exchange at a time.
 */
import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';

const CONNECT_TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 64 * 1024;

/** When a connection was opened, in the milliseconds of `performance.now()`. */
export interface Opening {
  readonly startedMs: number;
  resolvedMs?: number;
  connectedMs?: number;
  securedMs?: number;
}

export class HttpConnection {
  readonly client: Client;
  /** Of the latest opening; an idle connection that the other side closed is opened again. */
  opening: Opening | undefined;

  constructor(origin: string) {
    const connector = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
    this.client = new Client(origin, {
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The exchange has its own, which tells waiting from reading.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, callback) => {
        const opening: Opening = { startedMs: performance.now() };
        this.opening = opening;
        // The connector returns the socket that it opens, which its type does not say.
        const socket = (connector as (...args: Parameters<typeof connector>) => unknown)(options, callback) as Socket;
        socket.once('lookup', () => {
          opening.resolvedMs = performance.now();
        });
        // Before the client's own listeners, which send the request in the same turn: phases must not overlap.
        socket.prependOnceListener('connect', () => {
          opening.connectedMs = performance.now();
        });
        socket.prependOnceListener('secureConnect', () => {
          opening.securedMs = performance.now();
        });
      },
    });
    // Without a listener a failed connection would count as unhandled; the exchange on it hears of it.
    this.client.on('connectionError', () => undefined);
  }

  destroy(): void {
    // Resolves once the socket is gone, which nobody waits for.
    void this.client.destroy();
  }
}
