/** Baseline of the contract round trip: a `ws` server that replies to every frame with fixed bytes. */
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocketServer } from 'ws';

const { reply } = workerData as { reply: string };
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => socket.on('message', () => socket.send(reply)));
server.on('listening', () => parentPort?.postMessage((server.address() as AddressInfo).port));
