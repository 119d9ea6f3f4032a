/** A load generator with minimal overhead: raw sockets, prepared requests, replies only counted. */
import { connect, type Socket } from 'node:net';

const LENGTH = /content-length: (\d+)/i;

/** Post a body repeatedly, `inFlight` at a time, each lane with its own connection; resolves with the duration in milliseconds. */
export async function postOften(url: string, body: string, times: number, inFlight: number): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url);
  const request = Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const sockets = await Promise.all(Array.from({ length: inFlight }, () => opened(hostname, Number(port))));
  let left = times;
  const startedMs = performance.now();
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          let [head, bodyBytes] = ['', -1];
          const send = (): void => {
            left -= 1;
            if (left < 0) resolve();
            else socket.write(request);
          };
          socket.on('data', (chunk) => {
            if (bodyBytes < 0) {
              head += chunk.toString('latin1');
              const end = head.indexOf('\r\n\r\n');
              if (end < 0) return;
              if (!head.startsWith('HTTP/1.1 200 ')) return reject(new Error(`The server answered ${head.slice(0, end)}`));
              bodyBytes = Number(LENGTH.exec(head)?.[1]) - (head.length - end - 4);
            } else bodyBytes -= chunk.length;
            if (bodyBytes > 0) return;
            [head, bodyBytes] = ['', -1];
            send();
          });
          socket.on('error', reject);
          socket.on('close', () => reject(new Error('The server closed a connection.')));
          send();
        }),
    ),
  );
  const tookMs = performance.now() - startedMs;
  for (const socket of sockets) socket.removeAllListeners().destroy();
  return tookMs;
}

function opened(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}
