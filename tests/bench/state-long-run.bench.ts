/**
 * 20,000 tipsets in one run of the embedded node, on disk as the application has it: what the process holds once the window of kept
 * history is full, beside what it holds at the end. Memory that is bounded does not grow with the chain.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openChain } from '../../electron/devnet/open-chain.ts';
import { report } from './lib/report.ts';

const TIPSETS = 20_000;
/** Where the window is full and the first segments were dropped. */
const FULL_AT = 5_000;
const EVERY = 1_000;
const MIB = 1_048_576;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const folder = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
try {
  const { chain, log } = openChain({ seed: 'bench', historyEpochs: 0, dataFolder: folder });
  const held: { readonly tipsets: number; readonly mib: number }[] = [];
  let tipsets = 0;
  const startedAt = performance.now();
  while (tipsets < TIPSETS) {
    const before = chain.head;
    chain.advance();
    if (chain.head === before) continue;
    tipsets += 1;
    if (tipsets % EVERY !== 0) continue;
    collect();
    const { heapUsed, arrayBuffers, external } = process.memoryUsage();
    held.push({ tipsets, mib: (heapUsed + Math.max(arrayBuffers, external)) / MIB });
  }
  const tookMs = performance.now() - startedAt;
  const full = held.find((one) => one.tipsets === FULL_AT)?.mib ?? Number.NaN;
  const later = held.filter((one) => one.tipsets > FULL_AT).map((one) => one.mib);
  const diskMib = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0) / MIB;
  log.close();
  report({
    bench: 'embedded node, memory held over 20,000 tipsets with the usual history',
    unit: 'MiB after a collection, the most of any thousandth tipset',
    measured: Math.max(...later),
    baseline: { name: `the same after ${FULL_AT} tipsets, when the window is full`, value: full },
    ratio: Math.max(...later) / full,
    aim: '<= 1.2 x',
    note:
      `${(tookMs / TIPSETS).toFixed(2)} ms a tipset, ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB resident at most, ` +
      `${diskMib.toFixed(0)} MiB on disk at the end`,
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
