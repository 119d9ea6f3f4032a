/**
 * Loads of a market file killed at random moments: the dataset in use is always the old or the new one, whole.
 *
 * The load runs as its command does, in a process of its own; the moment is counted from the first progress, so that most kills fall into
 * reading, sorting, saving and swapping.
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatasetStore } from '../../electron/dataset/dataset-store.ts';
import { openDuckDb } from '../../electron/dataset/duckdb-engine.ts';
import { MAINNET_GENESIS_CID } from '../../shared/domain/chain/networks.ts';
import { marketFile } from '../builders/market-file.ts';
import { temporaryFolder } from '../builders/temporary-folder.ts';

const CLI = join(import.meta.dirname, '../../electron/dataset/cli.ts');

export interface LoadKills {
  readonly runs: number;
  readonly kills: number;
  /** Kills after which the new dataset was in use. */
  readonly newInUse: number;
  readonly problems: readonly string[];
}

/**
 * @param wanted kills; a load that ends before its kill is not one
 * @param deals of each of the two files that are loaded in turn
 */
export async function killLoads({
  wanted,
  deals,
  seed = Date.now(),
}: {
  wanted: number;
  deals: number;
  seed?: number;
}): Promise<LoadKills> {
  const { path: folder, remove } = await temporaryFolder();
  try {
    const store = new DatasetStore(join(folder, 'datasets', MAINNET_GENESIS_CID));
    const files = [join(folder, 'a.json'), join(folder, 'b.json')] as const;
    const fingerprints: string[] = [];
    let durationMs = 0;
    for (const [index, file] of files.entries()) {
      await writeFile(file, Buffer.concat([...marketFile({ deals: deals + index, seed: index + 1, rejectEvery: 1000 })]));
      durationMs = (await load(file, folder, undefined)).afterFirstMs;
      fingerprints.push(await fingerprint(store));
    }
    let inUse = 1;
    let runs = 0;
    let kills = 0;
    let newInUse = 0;
    const problems: string[] = [];
    const next = random(seed);
    for (; kills < wanted; runs += 1) {
      const loading = 1 - inUse;
      const afterMs = next() * durationMs * 1.1;
      const { isKilled, afterFirstMs } = await load(files[loading] as string, folder, afterMs);
      if (isKilled) kills += 1;
      else durationMs = afterFirstMs;
      const found = fingerprints.indexOf(await fingerprint(store).catch((error: unknown) => String(error)));
      if (found < 0 || (!isKilled && found !== loading))
        problems.push(`run ${runs}, killed after ${afterMs.toFixed(1)} ms: dataset ${found}`);
      if (isKilled && found === loading) newInUse += 1;
      if (found >= 0) inUse = found;
    }
    // What the kills left behind neither stops a load nor stays.
    await load(files[1 - inUse] as string, folder, undefined);
    const current = await store.current();
    await store.cleanUnlessWriting();
    if (current === undefined || (await fingerprint(store)) !== fingerprints[1 - inUse]) problems.push('the load after the kills');
    return { runs, kills, newInUse, problems };
  } finally {
    await remove();
  }
}

/** Loads, killed so many milliseconds after the first progress where a number is given. */
function load(file: string, profile: string, afterMs: number | undefined): Promise<{ isKilled: boolean; afterFirstMs: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, 'load', file, '--profile', profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    let firstMs: number | undefined;
    let timer: NodeJS.Timeout | undefined;
    child.stderr.on('data', (data: Buffer) => {
      said += data.toString();
      if (firstMs !== undefined) return;
      firstMs = performance.now();
      if (afterMs !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === null && code !== 0) reject(new Error(`A load ended with code ${code}: ${said}`));
      else resolve({ isKilled: signal === 'SIGKILL', afterFirstMs: performance.now() - (firstMs ?? performance.now()) });
    });
  });
}

/** Counts and sums over every column of the dataset in use. */
async function fingerprint(store: DatasetStore): Promise<string> {
  const current = await store.current();
  if (current === undefined) throw new Error('No dataset is in use.');
  const engine = await openDuckDb({ path: current.path, memoryMib: 128, threads: 1 });
  try {
    const [deals] = await engine.query(
      'SELECT count(*), sum(deal_id), sum(client_id), sum(provider_id), sum(piece_size), sum(octet_length(piece_cid)), sum(octet_length(label)), sum(end_epoch), sum(provider_collateral), sum(sector_number), sum(slash_epoch) FROM deals',
    );
    const [cids] = await engine.query('SELECT count(*), sum(prefix), sum(deal_id) FROM cids');
    const [rejects] = await engine.query('SELECT count(*), sum(byte_offset) FROM rejects');
    return [deals, cids, rejects].flat().join(' ');
  } finally {
    await engine.close();
  }
}

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}
