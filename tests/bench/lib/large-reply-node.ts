/** A node in front of the embedded one that answers `Bench.Small` and `Bench.Large` itself: a list of 1 kB, and one of 100 MB. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LargeReplyNode {
  readonly url: string;
  readonly largeBytes: number;
  readonly smallBytes: number;
  close(): void;
}

/** One entry as StateMarketDeals has thousands of them. */
const ENTRY =
  '{"Proposal":{"PieceCID":{"/":"baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq"},"PieceSize":34359738368,"Client":"t01001","StoragePricePerEpoch":"0"},"State":{"SectorStartEpoch":4,"SlashEpoch":-1}}';
const LARGE_BYTES = 100_000_000;
const SMALL_BYTES = 1000;

export async function startLargeReplyNode(behind: string): Promise<LargeReplyNode> {
  const large = listOf(LARGE_BYTES);
  const small = listOf(SMALL_BYTES);
  const server = createServer(async (incoming, outgoing) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    const request = JSON.parse(body) as { id: number; method: string };
    outgoing.setHeader('content-type', 'application/json');
    if (request.method.startsWith('Bench.')) {
      outgoing.write(`{"jsonrpc":"2.0","id":${request.id},"result":`);
      outgoing.write(request.method === 'Bench.Large' ? large : small);
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
    largeBytes: large.length,
    smallBytes: small.length,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listOf(sizeBytes: number): Buffer {
  return Buffer.from(`[${Array.from({ length: Math.max(1, Math.floor(sizeBytes / (ENTRY.length + 1))) }, () => ENTRY).join(',')}]`);
}
