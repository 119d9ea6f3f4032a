import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface SeenRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The parsed call, where the body is one. */
  readonly call: { readonly id?: unknown; readonly method?: string; readonly params?: unknown };
}

export interface SeenFrame {
  readonly text: string;
  readonly call: { readonly id?: number; readonly method?: string; readonly params?: readonly unknown[] };
}

export type HttpScript = (request: SeenRequest, response: ServerResponse, count: number) => void;
type SocketScript = (socket: WebSocket, frame: SeenFrame) => void;

export interface ScriptedNode {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly requests: SeenRequest[];
  readonly frames: SeenFrame[];
  /** Headers of every upgrade request. */
  readonly upgrades: IncomingHttpHeaders[];
  /** Takes the place of the script that answers HTTP requests. */
  onRequest(script: HttpScript): void;
  onFrame(script: SocketScript): void;
  onConnection(script: (socket: WebSocket) => void): void;
  /** Status with which upgrades are refused; undefined to accept them. */
  refuseUpgrades(status: number | undefined): void;
  dropSockets(): void;
  stop(): Promise<void>;
}

export interface ScriptedNodeOptions {
  /** Leaves pings without an answer, as old servers do. */
  readonly ignoresPings?: boolean;
  /** Where a node was before; absent: any free port. */
  readonly port?: number;
}

/** A server on loopback that answers as a test tells it, and keeps what it was asked. */
export async function startScriptedNode(options: ScriptedNodeOptions = {}): Promise<ScriptedNode> {
  const requests: SeenRequest[] = [];
  const frames: SeenFrame[] = [];
  const upgrades: IncomingHttpHeaders[] = [];
  const connections = new Set<Socket>();
  let httpScript: HttpScript = (request, response) => answer(response, 200, request, { result: null });
  let socketScript: SocketScript = () => undefined;
  let connectionScript: (socket: WebSocket) => void = () => undefined;
  let refusal: number | undefined;

  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const seen = { path: request.url ?? '', method: request.method ?? '', headers: request.headers, body, call: parse(body) };
      requests.push(seen);
      httpScript(seen, response, requests.length);
    });
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.on('close', () => connections.delete(socket));
  });
  const sockets = new WebSocketServer({ noServer: true, autoPong: options.ignoresPings !== true });
  server.on('upgrade', (request, socket, head) => {
    upgrades.push(request.headers);
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate());
      opened.on('message', (data) => {
        const text = data.toString();
        const frame = { text, call: parse(text) as SeenFrame['call'] };
        frames.push(frame);
        socketScript(opened, frame);
      });
      connectionScript(opened);
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const dropSockets = (): void => {
    for (const socket of sockets.clients) {
      socket.terminate();
    }
  };
  return {
    httpUrl: `http://127.0.0.1:${port}/rpc/v1`,
    wsUrl: `ws://127.0.0.1:${port}/rpc/v1`,
    requests,
    frames,
    upgrades,
    onRequest: (script) => {
      httpScript = script;
    },
    onFrame: (script) => {
      socketScript = script;
    },
    onConnection: (script) => {
      connectionScript = script;
    },
    refuseUpgrades: (status) => {
      refusal = status;
    },
    dropSockets,
    stop: async () => {
      dropSockets();
      for (const connection of connections) {
        connection.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers as JSON-RPC with the request's own id; `body` may override any field. */
export function answer(response: ServerResponse, status: number, request: Pick<SeenRequest, 'call'>, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: request.call.id, ...body }));
}

/** Answers with a status and a body that may be anything. */
export function answerText(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers);
  response.end(body);
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): SeenRequest['call'] {
  try {
    return JSON.parse(text) as SeenRequest['call'];
  } catch {
    return {};
  }
}
