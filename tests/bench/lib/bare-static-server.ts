/**
 * Baseline of the host's start: the same renderer bundle from a bare HTTP server without a host. It issues a token
 * and accepts the socket, but sends nothing, so that only the shell is painted.
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../out/renderer');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};
const server = createServer((incoming, outgoing) => {
  if (incoming.method === 'POST') {
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token: 'bench' }));
    return;
  }
  const { pathname } = new URL(incoming.url ?? '/', 'http://bench');
  const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname));
  if (!existsSync(file)) {
    outgoing.writeHead(404).end();
    return;
  }
  outgoing.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(outgoing);
});
server.on('upgrade', (_request, socket) => socket.on('error', () => socket.destroy()));
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/#ticket=bench` })}\n`),
);
