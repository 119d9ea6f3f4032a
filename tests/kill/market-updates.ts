/**
 * Updates of a dataset killed at random moments: it is always that of one step of the market or that of the next, whole, and what it says
 * of itself is of the same step.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatasetStore } from '../../electron/dataset/dataset-store.ts';
import { openDuckDb, openDuckDbWriter } from '../../electron/dataset/duckdb-engine.ts';
import { readFacts } from '../../electron/dataset/mirror/dataset-facts.ts';
import { updateMarket } from '../../electron/dataset/mirror/update-market.ts';
import { ModelMarket, rowsOfDataset, seededNumbers } from '../builders/model-market.ts';
import { temporaryFolder } from '../builders/temporary-folder.ts';

const TASK = join(import.meta.dirname, 'update-task.ts');

export interface UpdateKills {
  readonly runs: number;
  readonly kills: number;
  /** Kills after which the update was complete. */
  readonly newInUse: number;
  readonly problems: readonly string[];
}

/** The same market in every process; some hundred deals change with each step. */
export function marketAtStep(seed: number, deals: number, step: number): ModelMarket {
  const market = new ModelMarket(seed, deals);
  for (let count = 0; count < step * 10; count += 1) market.step();
  return market;
}

/** @param wanted kills; an update that ends before its kill is not one */
export async function killUpdates({
  wanted,
  deals,
  seed = Date.now(),
}: {
  wanted: number;
  deals: number;
  seed?: number;
}): Promise<UpdateKills> {
  const { path: folder, remove } = await temporaryFolder();
  try {
    const store = new DatasetStore(folder);
    await firstDataset(store, marketAtStep(seed, deals, 0));
    let step = 0;
    let durationMs = 0;
    let runs = 0;
    let kills = 0;
    let newInUse = 0;
    const problems: string[] = [];
    const next = seededNumbers(seed);
    for (; kills < wanted; runs += 1) {
      // The first is not killed: it says how long an update takes.
      const afterMs = runs === 0 ? undefined : (next() / 2 ** 24) * durationMs * 1.1;
      const { isKilled, tookMs, said } = await update([folder, String(seed), String(deals), String(step + 1)], afterMs);
      if (isKilled) kills += 1;
      else durationMs = tookMs;
      if (said.includes('"isAligned":true')) problems.push(`run ${runs}: the nodes of the dataset did not fit its rows`);
      const found = await stepOf(store, seed, deals, step);
      if (found === undefined || (!isKilled && found === step)) problems.push(`run ${runs}, killed after ${afterMs?.toFixed(1)} ms`);
      if (found === step + 1) {
        step += 1;
        if (isKilled) newInUse += 1;
      }
    }
    return { runs, kills, newInUse, problems };
  } finally {
    await remove();
  }
}

/** The step that the dataset is of: this one or the next; undefined where it is neither. */
async function stepOf(store: DatasetStore, seed: number, deals: number, step: number): Promise<number | undefined> {
  const current = await store.current();
  if (current === undefined) return undefined;
  const engine = await openDuckDb({ path: current.path, memoryMib: 128, threads: 1 });
  try {
    const rows = JSON.stringify(await rowsOfDataset(engine));
    const { mirror } = await readFacts(engine);
    for (const at of [step, step + 1]) {
      const market = marketAtStep(seed, deals, at);
      if (mirror?.epoch === market.epoch && rows === JSON.stringify(market.expected())) return at;
    }
    return undefined;
  } finally {
    await engine.close();
  }
}

/** A dataset that equals the market already. */
async function firstDataset(store: DatasetStore, market: ModelMarket): Promise<void> {
  const writing = await store.startWriting();
  const writer = await openDuckDbWriter({ path: writing.path, memoryMib: 128, threads: 1 });
  try {
    const target = market.target();
    await updateMarket({ writer, target, read: market.blocks.later, nowMs: 1, signal: new AbortController().signal });
  } finally {
    await writer.close();
  }
  await writing.commit({ source: 'model', sourceBytes: 0, loadedAtMs: 1, rows: 0, rejects: 0 });
  await writing.end();
}

/** Updates, killed so many milliseconds after it began where a number is given. */
function update(args: readonly string[], afterMs: number | undefined): Promise<{ isKilled: boolean; tookMs: number; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', TASK, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    let beganMs: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      if (beganMs !== undefined) return;
      beganMs = performance.now();
      if (afterMs !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === null && code !== 0) reject(new Error(`An update ended with code ${code}: ${said}`));
      else resolve({ isKilled: signal === 'SIGKILL', tookMs: performance.now() - (beganMs ?? performance.now()), said });
    });
  });
}
