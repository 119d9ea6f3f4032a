import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of the next pushes. */
type PushFate = 'pass' | 'lost-before' | 'answer-lost';

export interface FlakyEndpoint {
  readonly url: string;
  fate: PushFate;
  /** Pushes that reached the node. */
  pushes: number;
  close(): Promise<void>;
}

/** Stands between Sextant and a node and loses pushes, or the answers to them, as networks do. */
export async function startFlakyEndpoint(targetUrl: string): Promise<FlakyEndpoint> {
  const target = new URL(targetUrl);
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const isPush = /"method":"[^"]*M[pP]oolPush"/.test(body.toString('latin1'));
      if (isPush && endpoint.fate === 'lost-before') {
        incoming.socket.destroy();
        return;
      }
      if (isPush) {
        endpoint.pushes += 1;
      }
      const { host: _host, ...headers } = incoming.headers;
      const forwarded = request(target, { method: incoming.method, headers }, (answer) => {
        if (isPush && endpoint.fate === 'answer-lost') {
          answer.resume();
          answer.on('end', () => incoming.socket.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => incoming.socket.destroy());
      forwarded.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint: FlakyEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    fate: 'pass',
    pushes: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}
