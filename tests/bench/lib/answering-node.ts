/** A proxy in front of the embedded node that serves some methods with prepared results. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AnsweringNode {
  readonly url: string;
  close(): void;
}

/** @param answers results as JSON, by the name that a request has for its method */
export async function startAnsweringNode(behind: string, answers: Readonly<Record<string, Buffer>>): Promise<AnsweringNode> {
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    const request = JSON.parse(body) as { id: number; method: string };
    outgoing.setHeader('content-type', 'application/json');
    const result = answers[request.method];
    if (result !== undefined) {
      outgoing.write(`{"jsonrpc":"2.0","id":${request.id},"result":`);
      outgoing.write(result);
      outgoing.end('}');
      return;
    }
    const answer = await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    outgoing.writeHead(answer.status);
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc/v1`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
