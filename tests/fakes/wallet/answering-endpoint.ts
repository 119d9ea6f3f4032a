import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCall {
  readonly id: number;
  /** Without its namespace. */
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What it says in the node's place; undefined lets the node answer. */
type OwnAnswer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } } | undefined;

export interface AnsweringEndpoint {
  readonly url: string;
  answer: (call: RpcCall) => OwnAnswer;
  close(): Promise<void>;
}

/** Stands between Sextant and a node and answers in its place, as a node that lies or refuses does. */
export async function startAnsweringEndpoint(targetUrl: string, token: string): Promise<AnsweringEndpoint> {
  const target = new URL(targetUrl);
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const own = ownAnswer(body.toString('utf8'));
      if (own !== undefined) {
        outgoing.writeHead(200, { 'content-type': 'application/json' });
        outgoing.end(own);
        return;
      }
      const { host: _host, ...headers } = incoming.headers;
      const forwarded = request(
        target,
        { method: incoming.method, headers: { ...headers, authorization: `Bearer ${token}` } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      forwarded.on('error', () => incoming.socket.destroy());
      forwarded.end(body);
    });
  });

  function ownAnswer(body: string): string | undefined {
    // A socket is asked for without a body.
    if (body === '') return undefined;
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const { id, method, params } = parsed as { id: number; method: string; params: unknown[] };
    const own = endpoint.answer({ id, method: method.replace(/^\w+\./, ''), params });
    return own === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, ...own });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint: AnsweringEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`,
    answer: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return endpoint;
}
