/** Baseline of the embedded node's benchmark: node:http that reads a request and returns prepared bytes by the index in its path. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const replies = (workerData as Uint8Array[]).map((bytes) => Buffer.from(bytes));
const server = createServer((incoming, outgoing) => {
  incoming.resume();
  incoming.on('end', () => {
    const body = replies[Number(incoming.url?.slice(1))] ?? Buffer.alloc(0);
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    outgoing.end(body);
  });
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
