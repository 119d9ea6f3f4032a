/**
 * The node client, compared with bare undici and bare `ws` against the same server in a worker: calls per second with 32 in flight, and
 * subscription items per second. Both sides parse; ours also validates, keeps long integers exact, enforces limits, measures and
 * records, once to a counting tap and once to the inspector's recorder. Rounds alternate; the ratio is the median of the rounds' ratios.
 */
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { WebSocket } from 'ws';
import { systemClock } from '../../electron/platform/system-clock.ts';
import type { CallTap } from '../../electron/rpc/call-tap.ts';
import { JsonRpcClient } from '../../electron/rpc/json-rpc-client.ts';
import { BodyKeeper } from '../../electron/services/inspector/body-keeper.ts';
import { CallRecorder } from '../../electron/services/inspector/call-recorder.ts';
import { readSharedJson } from '../builders/shared-data.ts';
import { median, report } from './lib/report.ts';

const IN_FLIGHT = 32;
const CALLS = 6000;
const ITEMS = 5000;
const ROUNDS = 9;

const head = JSON.stringify(readSharedJson('chain/tipsets/mainnet-3573066.json'));
const item = `[{"Type":"apply","Val":${head}}]`;
const REPLIES = [
  { name: 'a small reply', path: '/0', method: 'WalletBalance', params: ['f01234'] },
  { name: `a head of ${Math.round(head.length / 1024)} kB`, path: '/1', method: 'ChainHead', params: [] },
];

class CountingTap implements CallTap {
  count = 0;
  begin(): number {
    this.count += 1;
    return this.count;
  }
  end(): void {
    this.count += 0;
  }
  keep(): void {
    this.count += 0;
  }
  release(): void {
    this.count += 0;
  }
}

const worker = new Worker(new URL('./lib/bare-rpc-worker.ts', import.meta.url), {
  workerData: { results: ['"123456789012345678901"', head], item },
});
const port = await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
const origin = `127.0.0.1:${port}`;
// Bodies of this size stay on the main thread: the worker of large ones is never started.
const recorder = new CallRecorder({ clock: systemClock, bodies: new BodyKeeper(new URL('about:blank')) });
const taps: readonly [name: string, tap: CallTap][] = [
  ['', new CountingTap()],
  [', recorded', recorder],
];
try {
  for (const reply of REPLIES) {
    for (const [suffix, tap] of taps) await compareCalls(reply, suffix, tap);
  }
  for (const [suffix, tap] of taps) await compareItems(suffix, tap);
} finally {
  await worker.terminate();
}

async function compareCalls(reply: (typeof REPLIES)[number], suffix: string, tap: CallTap): Promise<void> {
  const { path, method, params } = reply;
  const client = clientOf(`http://${origin}${path}`, tap);
  const pool = new Pool(`http://${origin}`, { connections: IN_FLIGHT, pipelining: 1 });
  // Every parameter differs: equal calls in flight would be merged.
  const ours = inFlight((index) => client.call(method, [...params, index], { cause: 'bench' }));
  const bare = inFlight(async (index) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: index, method: `Filecoin.${method}`, params: [...params, index] });
    const answer = await pool.request({ path, method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result } = (await answer.body.json()) as { result: unknown };
    if (result === undefined) throw new Error('no result');
  });
  await alternate(`node client, ${reply.name}${suffix}`, 'calls a second, 32 in flight', CALLS, 'bare undici', ours, bare);
  client.close();
  await pool.destroy();
}

async function compareItems(suffix: string, tap: CallTap): Promise<void> {
  const wsUrl = `ws://${origin}/?count=${ITEMS}`;
  const ours = async (): Promise<void> => {
    const client = clientOf(`http://${origin}/0`, tap, wsUrl);
    let count = 0;
    for await (const _item of client.subscribe('ChainNotify', [], { cause: 'bench' })) count += 1;
    if (count !== ITEMS) throw new Error(`${count} items`);
    client.close();
  };
  const bare = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(wsUrl, { perMessageDeflate: false });
      socket.once('open', () => socket.send('{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainNotify","params":[]}'));
      socket.on('error', reject);
      socket.on('message', (data) => {
        const { method } = JSON.parse(String(data)) as { method?: string };
        if (method === 'xrpc.ch.close') {
          socket.close();
          resolve();
        }
      });
    });
  await alternate(`subscription, items of ${Math.round(item.length / 1024)} kB${suffix}`, 'items a second', ITEMS, 'bare ws', ours, bare);
}

function clientOf(httpUrl: string, tap: CallTap, wsUrl?: string): JsonRpcClient {
  const where = wsUrl === undefined ? { httpUrl } : { httpUrl, wsUrl };
  return new JsonRpcClient({ connectionId: 'b', connectionName: 'Bench', namespace: 'Filecoin', tap, clock: systemClock, ...where });
}

/** Make `CALLS` calls, a number at a time. */
function inFlight(call: (index: number) => Promise<unknown>): () => Promise<void> {
  let next = 0;
  return async () => {
    const last = next + CALLS;
    const lane = async (): Promise<void> => {
      while (next < last) {
        next += 1;
        await call(next);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  };
}

async function alternate(
  bench: string,
  unit: string,
  count: number,
  baseline: string,
  ours: () => Promise<void>,
  bare: () => Promise<void>,
): Promise<void> {
  const rateOf = async (run: () => Promise<void>): Promise<number> => {
    const startedMs = performance.now();
    await run();
    return (count / (performance.now() - startedMs)) * 1000;
  };
  const measured: number[] = [];
  const compared: number[] = [];
  // Two warm-up rounds, in which the client also learns the endpoint's limit; then the order alternates.
  for (let round = -2; round < ROUNDS; round += 1) {
    const first = await rateOf(round % 2 === 0 ? ours : bare);
    const second = await rateOf(round % 2 === 0 ? bare : ours);
    if (round < 0) continue;
    measured.push(round % 2 === 0 ? first : second);
    compared.push(round % 2 === 0 ? second : first);
  }
  report({
    bench,
    unit,
    measured: median(measured),
    baseline: { name: baseline, value: median(compared) },
    ratio: median(measured.map((value, index) => value / (compared[index] ?? Number.NaN))),
    aim: '>= 0.7',
  });
}
