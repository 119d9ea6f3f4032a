/** A loopback proxy in front of a node that counts calls by method, and bytes in both directions. */
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

interface Traffic {
  readonly calls: ReadonlyMap<string, number>;
  /** Subscription frames. */
  readonly frames: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

export interface CountingProxy {
  readonly httpUrl: string;
  readonly wsUrl: string;
  /** Counts since the last call. */
  take(): Traffic;
  /** Resolves after a period without traffic. */
  whenQuiet(quietMs: number): Promise<void>;
  stop(): Promise<void>;
}

const zero = () => ({ calls: new Map<string, number>(), frames: 0, sentBytes: 0, receivedBytes: 0 });

/** @param target HTTP URL of a node, which also serves WebSocket there */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let traffic = zero();
  let lastMs = performance.now();
  const sockets = new Set<WebSocket>();

  function count(text: string): void {
    lastMs = performance.now();
    traffic.sentBytes += Buffer.byteLength(text);
    const method: unknown = JSON.parse(text).method;
    const name = String(method).replace(/^.*\./, '');
    traffic.calls.set(name, (traffic.calls.get(name) ?? 0) + 1);
  }
  function countAnswer(bytes: number): void {
    lastMs = performance.now();
    traffic.receivedBytes += bytes;
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      count(body.toString());
      const { host: _host, ...headers } = incoming.headers;
      const passed = httpRequest(target, { method: 'POST', headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (chunk: Buffer) => {
          countAnswer(chunk.length);
          outgoing.write(chunk);
        });
        answer.on('end', () => outgoing.end());
      });
      passed.on('error', () => outgoing.destroy());
      passed.end(body);
    });
  });
  const wsServer = new WebSocketServer({ server });
  wsServer.on('connection', (near) => {
    const far = new WebSocket(target.replace(/^http/, 'ws'));
    const waiting: RawData[] = [];
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.terminate());
    }
    near.on('message', (data) => {
      count(data.toString());
      if (far.readyState === WebSocket.OPEN) far.send(data.toString());
      else waiting.push(data);
    });
    far.on('open', () => {
      for (const data of waiting.splice(0)) far.send(data.toString());
    });
    far.on('message', (data) => {
      const text = data.toString();
      countAnswer(Buffer.byteLength(text));
      if (text.includes('xrpc.ch.val')) traffic.frames += 1;
      near.send(text);
    });
    near.on('close', () => far.terminate());
    far.on('close', () => near.terminate());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { pathname } = new URL(target);
  return {
    httpUrl: `http://127.0.0.1:${port}${pathname}`,
    wsUrl: `ws://127.0.0.1:${port}${pathname}`,
    take() {
      const taken = traffic;
      traffic = zero();
      return taken;
    },
    async whenQuiet(quietMs) {
      while (performance.now() - lastMs < quietMs) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async stop() {
      for (const socket of sockets) socket.terminate();
      wsServer.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
