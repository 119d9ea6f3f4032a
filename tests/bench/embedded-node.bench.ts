/**
 * The embedded node's JSON-RPC over HTTP, compared with a bare node:http server that returns the same bytes.
 *
 * Calls: ChainHead and StateMinerPower with varying request ids, miners and tipsets, 32 in flight, keep-alive connections.
 * Both servers run in a worker thread of this process; rounds alternate, and the ratio is the median of the rounds' ratios.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { launchDevnetWorker } from '../../electron/devnet/devnet-host.ts';
import { postAll } from './lib/http-load.ts';
import { median, report } from './lib/report.ts';

const CALLS = 4000;
const ROUNDS = 7;
const IN_FLIGHT = 32;

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
// Slow enough that no tipset is produced during the measurement.
const devnet = await launchDevnetWorker({ dataFolder: folder, seed: 'bench', blockTimeMs: 3_600_000 });
try {
  const headers = { authorization: `Bearer ${devnet.tokens.read}` };
  const ask = async (method: string, params: unknown[]) => {
    const { replies } = await postAll(
      devnet.httpUrl,
      [JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params })],
      1,
      () => '',
      headers,
    );
    const reply = JSON.parse(String(replies[0])) as { result?: unknown; error?: { message: string } };
    if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result;
  };
  const miners = (await ask('StateListMiners', [[]])) as string[];
  const head = (await ask('ChainHead', [])) as { Height: number };
  const keys: unknown[] = [];
  for (let back = 0; back < 20; back += 1)
    keys.push(((await ask('ChainGetTipSetByHeight', [head.Height - back, []])) as { Cids: unknown }).Cids);

  const bodies = Array.from({ length: CALLS }, (_, index) => {
    const call =
      index % 2 === 0
        ? { method: 'Filecoin.ChainHead', params: [] }
        : { method: 'Filecoin.StateMinerPower', params: [miners[index % miners.length], keys[index % keys.length]] };
    return JSON.stringify({ jsonrpc: '2.0', id: index + 1, ...call });
  });

  const warm = await postAll(devnet.httpUrl, bodies, IN_FLIGHT, () => '', headers);
  for (const reply of warm.replies) if (!reply.includes('"result"')) throw new Error(`A call failed: ${reply.subarray(0, 200)}`);
  const bare = await startBare(warm.replies);
  const bareCheck = await postAll(bare.url, bodies, IN_FLIGHT, (index) => `/${index}`);
  if (!bareCheck.replies.every((reply, index) => reply.equals(warm.replies[index] ?? Buffer.alloc(0))))
    throw new Error('The baseline returned other bytes.');

  const node: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(CALLS / (await postAll(bare.url, bodies, IN_FLIGHT, (index) => `/${index}`)).tookMs);
    node.push(CALLS / (await postAll(devnet.httpUrl, bodies, IN_FLIGHT, () => '', headers)).tookMs);
  }
  await bare.stop();
  report({
    bench: 'embedded node, ChainHead and StateMinerPower, 32 in flight',
    unit: 'calls per second',
    measured: median(node) * 1000,
    baseline: { name: 'bare node:http returning the same bytes', value: median(baseline) * 1000 },
    ratio: median(node.map((value, index) => value / (baseline[index] ?? Number.NaN))),
    aim: '>= 0.5 x',
  });
} finally {
  await devnet.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function startBare(replies: readonly Buffer[]): Promise<{ url: string; stop(): Promise<unknown> }> {
  const worker = new Worker(new URL('./lib/bare-http-worker.ts', import.meta.url), {
    workerData: replies.map((reply) => new Uint8Array(reply)),
  });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}
