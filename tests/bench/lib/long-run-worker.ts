/** Worker of the long run: produces tipsets on disk, and posts its memory at intervals. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { openChain } from '../../../electron/devnet/open-chain.ts';

export interface LongRun {
  readonly folder: string;
  readonly tipsets: number;
  /** Tipsets between measurements. */
  readonly every: number;
}

export interface Held {
  readonly tipsets: number;
  /** Live memory: heap and external bytes after a collection. */
  readonly liveMib: number;
  /** Maximum resident memory since the previous measurement. */
  readonly residentMib: number;
  readonly diskMib: number;
}

/** Interval of sampling resident memory. */
const LOOK_EVERY = 50;
const MIB = 1_048_576;

const { folder, tipsets, every } = workerData as LongRun;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const { chain, log } = openChain({ seed: 'bench', historyEpochs: 0, dataFolder: folder });
let resident = 0;
for (let made = 0; made < tipsets; ) {
  const before = chain.head;
  chain.advance();
  if (chain.head === before) continue;
  made += 1;
  if (made % LOOK_EVERY === 0) resident = Math.max(resident, process.memoryUsage.rss());
  if (made % every !== 0) continue;
  collect();
  // External bytes are released after a collection, before the next one.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const disk = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  const held: Held = {
    tipsets: made,
    liveMib: (heapUsed + arrayBuffers) / MIB,
    residentMib: resident / MIB,
    diskMib: disk / MIB,
  };
  parentPort?.postMessage(held);
  resident = 0;
}
log.close();
