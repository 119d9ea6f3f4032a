/** Worker thread of the long run: makes tipset after tipset on disk, and posts what it holds at every so many of them. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { openChain } from '../../../electron/devnet/open-chain.ts';

export interface LongRun {
  readonly folder: string;
  readonly tipsets: number;
  /** How many tipsets apart the figures are. */
  readonly every: number;
}

export interface Held {
  readonly tipsets: number;
  /** What lives: the heap and the bytes outside of it, after a collection. */
  readonly liveMib: number;
  /** The whole process, at most since the figures before. */
  readonly residentMib: number;
  readonly diskMib: number;
}

/** Between two looks at what is resident. */
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
  // Bytes outside of the heap are let go after a collection, and before the next one.
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
