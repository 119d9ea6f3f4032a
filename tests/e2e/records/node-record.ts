/** A server on loopback that passes everything on to a node and keeps what goes through, both ways: heads, bodies, frames. */
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

export interface NodeRecord {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly kept: readonly Buffer[];
  stop(): Promise<void>;
}

/** @param target HTTP address of a node, which answers WebSocket at the same place */
export async function recordNode(target: string): Promise<NodeRecord> {
  const kept: Buffer[] = [];
  const sockets = new Set<WebSocket>();
  const server = createServer((incoming, outgoing) => {
    kept.push(Buffer.from(`${incoming.url} ${JSON.stringify(incoming.headers)}`));
    const { host: _host, ...headers } = incoming.headers;
    const passed = httpRequest(target, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (chunk: Buffer) => kept.push(chunk));
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    const body: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => body.push(chunk));
    incoming.on('end', () => {
      kept.push(Buffer.concat(body));
      passed.end(Buffer.concat(body));
    });
  });
  const wsServer = new WebSocketServer({ server });
  wsServer.on('connection', (near, incoming) => {
    kept.push(Buffer.from(`${incoming.url} ${JSON.stringify(incoming.headers)}`));
    const { authorization } = incoming.headers;
    const far = new WebSocket(target.replace(/^http/, 'ws'), { headers: authorization === undefined ? {} : { authorization } });
    const opened = new Promise<void>((resolve) => far.once('open', resolve));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.terminate());
    }
    near.on('message', (data) => {
      const text = keep(data);
      void opened.then(() => far.send(text));
    });
    far.on('message', (data) => near.send(keep(data)));
    near.on('close', () => far.terminate());
    far.on('close', () => near.terminate());
  });
  function keep(data: RawData): string {
    const text = data.toString();
    kept.push(Buffer.from(text));
    return text;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const place = `127.0.0.1:${port}${new URL(target).pathname}`;
  return {
    httpUrl: `http://${place}`,
    wsUrl: `ws://${place}`,
    kept,
    async stop() {
      for (const socket of sockets) socket.terminate();
      wsServer.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
