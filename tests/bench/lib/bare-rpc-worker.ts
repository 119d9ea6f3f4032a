/**
 * Server for the node client's benchmark: node:http that replies with the call's id and a prepared result by the index in its path, and
 * a `ws` server that opens a channel and sends a number of items.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocketServer } from 'ws';

const { results, item } = workerData as { results: readonly string[]; item: string };
const server = createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const id = /"id":(\d+)/.exec(Buffer.concat(chunks).toString('latin1'))?.[1];
    const body = Buffer.from(`{"id":${id},"jsonrpc":"2.0","result":${results[Number(incoming.url?.slice(1))]}}\n`);
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    outgoing.end(body);
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket, request) => {
  const count = Number(new URL(request.url ?? '', 'http://bench').searchParams.get('count'));
  socket.once('message', () => {
    socket.send('{"jsonrpc":"2.0","id":1,"result":1}');
    const sendSome = (left: number): void => {
      const now = Math.min(left, 200);
      for (let index = 0; index < now; index += 1) socket.send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[1,${item}]}`);
      if (left > now) setImmediate(sendSome, left - now);
      else socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.close","params":[1]}');
    };
    sendSome(count);
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
