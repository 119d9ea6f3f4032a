/** JSON-RPC over HTTP and WebSocket as go-jsonrpc answers it: statuses, error codes, channels. Loopback only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseExactly } from './recorded-json.ts';

/** Thrown by a method to answer with an error. */
export class RpcFailure extends Error {
  readonly code: number;
  readonly httpStatus: number;

  constructor(code: number, message: string, httpStatus = 200) {
    super(message);
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

export interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: readonly unknown[];
  /** v0 or v1, from the path. */
  readonly version: string;
}

export interface RpcHandlers {
  call(request: RpcRequest): unknown;
  /** Returns whether the method opens a channel. */
  isChannel(method: string): boolean;
  subscribed(subscription: Subscription): void;
}

/** One open channel of one WebSocket connection. */
export class Subscription {
  readonly #socket: WebSocket;
  readonly requestId: string | number;
  readonly channel: number;
  isOpen = true;

  constructor(socket: WebSocket, requestId: string | number, channel: number) {
    this.#socket = socket;
    this.requestId = requestId;
    this.channel = channel;
  }

  push(value: unknown): void {
    if (this.isOpen) {
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'xrpc.ch.val', params: [this.channel, value] }));
    }
  }

  close(): void {
    if (this.isOpen) {
      this.isOpen = false;
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'xrpc.ch.close', params: [this.channel] }));
    }
  }
}

export interface RpcServer {
  readonly port: number;
  readonly subscriptions: ReadonlySet<Subscription>;
  /** Breaks every WebSocket without a goodbye, as a proxy's timeout does. */
  dropSockets(): void;
  stop(): Promise<void>;
}

const PING_INTERVAL_MS = 5000;

export async function startRpcServer(handlers: RpcHandlers, port = 0): Promise<RpcServer> {
  const server = createServer((request, response) => void answerHttp(handlers, request, response));
  const sockets = new WebSocketServer({ noServer: true });
  const subscriptions = new Set<Subscription>();
  server.on('upgrade', (request, socket, head) => {
    const version = versionOf(request.url);
    if (version === undefined) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => serveSocket(handlers, webSocket, version, subscriptions));
  });
  const ping = setInterval(() => {
    for (const socket of sockets.clients) {
      socket.ping();
    }
  }, PING_INTERVAL_MS);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    subscriptions,
    dropSockets: () => {
      for (const socket of sockets.clients) {
        socket.terminate();
      }
    },
    stop: async () => {
      clearInterval(ping);
      for (const socket of sockets.clients) {
        socket.terminate();
      }
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function versionOf(url: string | undefined): string | undefined {
  return /^\/rpc\/(v[01])$/.exec((url ?? '').split('?')[0] ?? '')?.[1];
}

async function answerHttp(handlers: RpcHandlers, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const version = versionOf(request.url);
  if (version === undefined) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404 page not found\n');
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const { body, status } = answer(handlers, Buffer.concat(chunks).toString('utf8'), version, (method) => {
    if (handlers.isChannel(method)) {
      throw new RpcFailure(-32601, `method '${method}' not supported in this mode (no out channel support)`, 500);
    }
  });
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
}

function answer(handlers: RpcHandlers, text: string, version: string, check: (method: string) => void): { body: string; status: number } {
  let id: unknown = null;
  try {
    const request = readRequest(text, version);
    id = request.id;
    check(request.method);
    return { body: JSON.stringify({ jsonrpc: '2.0', id, result: handlers.call(request) ?? null }), status: 200 };
  } catch (error) {
    const failure = error instanceof RpcFailure ? error : new RpcFailure(0, `fatal error: ${String(error)}`, 500);
    return {
      body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: failure.code, message: failure.message } }),
      status: failure.httpStatus,
    };
  }
}

function readRequest(text: string, version: string): RpcRequest {
  let parsed: unknown;
  try {
    parsed = parseExactly(text);
  } catch {
    throw new RpcFailure(-32700, 'Parse error', 500);
  }
  const { id, method, params } = parsed as Record<string, unknown>;
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') {
    throw new RpcFailure(-32600, 'Invalid request', 400);
  }
  if (!Array.isArray(params)) {
    throw new RpcFailure(-32700, 'unmarshaling param array: json: cannot unmarshal object into Go value of type []jsonrpc.param', 500);
  }
  return { id, method, params, version };
}

function serveSocket(handlers: RpcHandlers, socket: WebSocket, version: string, subscriptions: Set<Subscription>): void {
  let lastChannel = 0;
  const own = new Set<Subscription>();
  socket.on('message', (data) => {
    const text = data.toString();
    const frame = parseExactly(text) as { method?: string; params?: unknown[]; id?: string | number };
    if (frame.method === 'xrpc.cancel') {
      for (const subscription of own) {
        if (subscription.requestId === frame.params?.[0]) {
          subscription.close();
          subscriptions.delete(subscription);
        }
      }
      return;
    }
    if (frame.method !== undefined && frame.id !== undefined && handlers.isChannel(frame.method)) {
      lastChannel++;
      const subscription = new Subscription(socket, frame.id, lastChannel);
      own.add(subscription);
      subscriptions.add(subscription);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: frame.id, result: lastChannel }));
      handlers.subscribed(subscription);
      return;
    }
    socket.send(answer(handlers, text, version, () => {}).body);
  });
  socket.on('close', () => {
    for (const subscription of own) {
      subscription.isOpen = false;
      subscriptions.delete(subscription);
    }
  });
}
