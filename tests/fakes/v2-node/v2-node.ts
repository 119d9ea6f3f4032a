/** A practice node with a v2 API beside its own, for tests: F3 finalized four epochs below the head, EC thirty, and the split is given. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface V2Node {
  readonly httpUrl: string;
  /** Methods that went to v2, with their parameters. */
  readonly asked: readonly { readonly method: string; readonly params: readonly unknown[] }[];
  stop(): Promise<void>;
}

interface Tipset {
  readonly Height: number;
  readonly Cids: readonly unknown[];
}

/** Passes v1 on to a node, and answers v2 from it. */
export async function startV2Node(nodeUrl: string, token: string, split: unknown): Promise<V2Node> {
  const asked: { method: string; params: readonly unknown[] }[] = [];
  const pass = async (body: string): Promise<Response> =>
    fetch(nodeUrl, { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }, body });
  const call = async <T>(method: string, params: readonly unknown[]): Promise<T> =>
    ((await (await pass(JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params }))).json()) as { result: T }).result;
  const below = (head: Tipset, depth: number): Promise<Tipset> =>
    call('ChainGetTipSetByHeight', [Math.max(0, head.Height - depth), head.Cids]);

  async function answerV2(body: string): Promise<unknown> {
    const { id, method, params = [] } = JSON.parse(body) as { id: unknown; method: string; params?: readonly unknown[] };
    asked.push({ method, params });
    const head = await call<Tipset>('ChainHead', []);
    switch (method) {
      case 'Filecoin.ChainGetTipSet':
        return { jsonrpc: '2.0', id, result: JSON.stringify(params).includes('"safe"') ? await below(head, 2) : head };
      case 'Filecoin.ChainGetTipSetFinalityStatus': {
        const [f3, ec] = [await below(head, 4), await below(head, 30)];
        return {
          jsonrpc: '2.0',
          id,
          result: { ecFinalityThresholdDepth: 30, ecFinalizedTipSet: ec, f3FinalizedTipSet: f3, finalizedTipSet: f3, head },
        };
      }
      case 'Filecoin.StateRewardDistribution':
        return params.length === 1
          ? { jsonrpc: '2.0', id, result: split }
          : { jsonrpc: '2.0', id, error: { code: -32602, message: `wrong param count (method '${method}'): ${params.length} != 1` } };
      default:
        return { jsonrpc: '2.0', id, error: { code: -32601, message: `method '${method}' not found` } };
    }
  }

  async function respond(path: string, body: string, response: ServerResponse): Promise<void> {
    if (path.endsWith('/rpc/v2')) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(await answerV2(body)));
      return;
    }
    const reply = await pass(body);
    response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(await reply.text());
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      respond(request.url ?? '', Buffer.concat(chunks).toString(), response).catch(() => response.writeHead(502).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    httpUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc/v1`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
