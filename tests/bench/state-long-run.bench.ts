/**
 * 20,000 tipsets in one run of the embedded node, on disk and in a thread with the application's limits: maximum memory until the end,
 * compared with the maximum once the history window is full. Bounded memory does not grow with the chain.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { NODE_LIMITS } from '../../electron/devnet/devnet-host.ts';
import type { Held, LongRun } from './lib/long-run-worker.ts';
import { report } from './lib/report.ts';

const TIPSETS = 20_000;
/** Reference range: after the window is full and the first segments were dropped, over a full segment cycle. */
const FULL = { from: 5_000, to: 9_000 };
const EVERY = 1_000;

const folder = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
try {
  const held: Held[] = [];
  const startedAt = performance.now();
  const run: LongRun = { folder, tipsets: TIPSETS, every: EVERY };
  const worker = new Worker(new URL('./lib/long-run-worker.ts', import.meta.url), { workerData: run, resourceLimits: NODE_LIMITS });
  worker.on('message', (one: Held) => held.push(one));
  await once(worker, 'exit');
  if (held.at(-1)?.tipsets !== TIPSETS) throw new Error('The run ended early.');
  const tookMs = performance.now() - startedAt;
  const full = held.filter((one) => one.tipsets >= FULL.from && one.tipsets <= FULL.to);
  const later = held.filter((one) => one.tipsets > FULL.to);
  const compare = (what: string, figureOf: (one: Held) => number, aim: string, note?: string): void => {
    const measured = Math.max(...later.map(figureOf));
    const value = Math.max(...full.map(figureOf));
    report({
      bench: `embedded node, 20,000 tipsets with the usual history: ${what}`,
      unit: 'MiB, the most of any thousandth tipset',
      measured,
      baseline: { name: `the same from ${FULL.from} to ${FULL.to} tipsets, once the window is full`, value },
      ratio: measured / value,
      aim,
      ...(note === undefined ? {} : { note }),
    });
  };
  compare('what lives after a collection', (one) => one.liveMib, '<= 1.2 x', `${(tookMs / TIPSETS).toFixed(2)} ms a tipset`);
  compare('the whole process in memory', (one) => one.residentMib, '<= 1.2 x');
  compare('kept on disk', (one) => one.diskMib, '<= 1.2 x');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
