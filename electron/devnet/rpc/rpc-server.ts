/**
 * A loopback server with JSON-RPC over HTTP and WebSocket. It listens before there is anything to serve: requests wait until `serve`
 * is called. Callers are untrusted; web pages are rejected wherever a browser would let them read the reply: over WebSocket, which
 * has no same-origin policy, and under other host names (DNS rebinding).
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { answerHttp } from './http-endpoint.ts';
import type { RpcPath } from './rpc-path.ts';
import { serveSocket } from './socket-endpoint.ts';

export const LOOPBACK = '127.0.0.1';
const MAX_SOCKET_FRAME_BYTES = 104_857_600;

/** Handles other paths; false if the path is unknown. */
type OtherPaths = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

interface Served {
  readonly find: (path: string) => RpcPath | undefined;
  readonly other: OtherPaths;
}

export class RpcServer {
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  #served: Served | undefined;
  #waiting: ((served: Served) => void)[] = [];

  constructor() {
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_SOCKET_FRAME_BYTES,
      handleProtocols: (protocols) => [...protocols][0] ?? false,
    });
    this.#server = createServer((request, response) => this.#whenServed((served) => this.#answer(served, request, response)));
    this.#server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // A client that disconnects while waiting must not crash the node.
      socket.on('error', () => socket.destroy());
      this.#whenServed((served) => this.#upgrade(served, request, socket, head));
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, LOOPBACK, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  /** Start serving, beginning with waiting requests. */
  serve(find: Served['find'], other: OtherPaths): void {
    const served = { find, other };
    this.#served = served;
    for (const answer of this.#waiting) answer(served);
    this.#waiting = [];
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      for (const connection of this.#sockets.clients) connection.terminate();
      if (!this.#server.listening) return resolve();
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #whenServed(answer: (served: Served) => void): void {
    if (this.#served === undefined) this.#waiting.push(answer);
    else answer(this.#served);
  }

  #answer(served: Served, request: IncomingMessage, response: ServerResponse): void {
    if (!isLoopbackHost(request)) {
      request.resume();
      response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' }).end('this node answers under loopback addresses only\n');
      return;
    }
    const target = request.url ?? '/';
    // Fast path: only URLs with a query need the parser.
    const url = target.includes('?') ? parseTarget(target) : undefined;
    const path = url?.pathname ?? target;
    const rpcPath = served.find(path);
    if (rpcPath !== undefined) {
      answerHttp(request, response, url, { path: rpcPath }).catch(() => response.destroy());
    } else if (!served.other(request, response, path)) {
      request.resume();
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('404 page not found\n');
    }
  }

  #upgrade(served: Served, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const isFromPage = request.headers.origin !== undefined || !isLoopbackHost(request);
    const url = parseTarget(request.url ?? '/');
    const path = url === undefined ? undefined : served.find(url.pathname);
    const permissions = path?.permissionsOf(request.headers.authorization, url?.searchParams.get('token') ?? null);
    if (isFromPage || path === undefined || permissions === undefined) {
      refuseUpgrade(socket, isFromPage ? 403 : path === undefined ? 404 : 401);
      return;
    }
    const waitSeconds = path.takeTurn?.();
    if (waitSeconds !== undefined) refuseUpgrade(socket, 429, `Retry-After: ${waitSeconds}\r\n`);
    else this.#sockets.handleUpgrade(request, socket, head, (connection) => serveSocket(connection, path, permissions));
  }
}

function refuseUpgrade(socket: Duplex, status: number, header = ''): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${header}Content-Length: 0\r\nConnection: close\r\n\r\n`);
}

const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

function isLoopbackHost({ headers: { host } }: IncomingMessage): boolean {
  return host === undefined || LOOPBACK_HOST.test(host);
}

/** Invalid URLs (`//?`) have no path and must not crash the node. */
function parseTarget(target: string): URL | undefined {
  return URL.parse(target, `http://${LOOPBACK}`) ?? undefined;
}
