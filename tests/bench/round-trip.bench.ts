/**
 * A contract call over the web host, compared with a bare `ws` server with the same frame and reply.
 *
 * The call is end to end: client, socket, parsing, zone check, dispatch, service, reply, promise. One call at a time;
 * rounds alternate, medians of each round are compared, and the ratio is the median of the rounds' ratios.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { createClient } from '../../renderer/client/create-client.ts';
import { createSocketTransport } from '../../renderer/client/socket-transport.ts';
import { contract } from '../../shared/ipc/contract.ts';
import { openAppSession, socketOfPage } from '../builders/paired-document.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const CALLS = 2000;
const ROUNDS = 7;

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile, ['--block-time-ms', '3600000']);
try {
  const { origin, token } = await openAppSession(host.url);

  let sent = '';
  let received = '';
  const transport = createSocketTransport({
    origin,
    credential: { kind: 'token', find: async () => token, forget: () => undefined },
    createSocket: socketOfPage(origin),
  });
  const client = createClient(contract, transport, 'app');
  const ask = () => client.app.getInfo({});
  const info = await ask();
  sent = JSON.stringify({ type: 'call', id: 1000, name: 'app.getInfo', input: {} });
  received = JSON.stringify({ type: 'reply', id: 1000, reply: { ok: true, value: info } });

  const worker = new Worker(new URL('./lib/bare-echo-worker.ts', import.meta.url), { workerData: { reply: received } });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const bare = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => bare.once('open', resolve).once('error', reject));
  const echo = () =>
    new Promise<unknown>((resolve) => {
      bare.once('message', (data) => resolve(JSON.parse(String(data))));
      bare.send(sent);
    });

  await round(ask);
  await round(echo);
  const calls: number[] = [];
  const echoes: number[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    echoes.push(await round(echo));
    calls.push(await round(ask));
  }
  bare.close();
  transport.close();
  await worker.terminate();
  report({
    bench: 'contract round trip, web host',
    unit: 'ms, median of one call',
    measured: median(calls),
    baseline: { name: 'bare ws echo of the same payload', value: median(echoes) },
    ratio: median(calls.map((value, index) => value / (echoes[index] ?? Number.NaN))),
    aim: '<= 2 x',
  });
} finally {
  await host.stop();
  rmSync(profile, { recursive: true, force: true });
}

async function round(call: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const startedMs = performance.now();
    await call();
    took.push(performance.now() - startedMs);
  }
  return median(took);
}
