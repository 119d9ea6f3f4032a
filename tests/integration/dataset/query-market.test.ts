/** `npm run market -- query` over a loaded dataset, and the Deals service with the dataset in its worker. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatasetStore } from '../../../electron/dataset/dataset-store.ts';
import { startLoad } from '../../../electron/dataset/load-market.ts';
import { runQuery } from '../../../electron/dataset/query-command.ts';
import { type ExportForm, planDealExport } from '../../../electron/dataset/questions/export-deals.ts';
import { TRUE } from '../../../electron/dataset/questions/sql.ts';
import { OpenDatasets } from '../../../electron/services/dataset/open-datasets.ts';
import { MAINNET_GENESIS_CID } from '../../../shared/domain/chain/networks.ts';
import { parseCsv } from '../../../shared/text/csv.ts';
import { marketFile } from '../../builders/market-file.ts';
import { readMarketFile } from '../../builders/read-market-file.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

const CLI = join(import.meta.dirname, '../../../electron/dataset/cli.ts');

describe('questions of a loaded dataset', () => {
  const text = Buffer.concat([...marketFile({ deals: 3000, seed: 11 })]);
  const wanted = readMarketFile(text.toString('utf8'));
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: DatasetStore;

  beforeAll(async () => {
    folder = await temporaryFolder();
    store = new DatasetStore(join(folder.path, 'datasets', MAINNET_GENESIS_CID));
    await load(text);
  });
  afterAll(() => folder.remove());

  async function load(bytes: Buffer): Promise<void> {
    const file = join(folder.path, 'StateMarketDeals.json');
    await writeFile(file, bytes);
    await startLoad({ source: { path: file }, store, nowMs: Date.now, onProgress: () => undefined }).done;
  }

  function market(...args: string[]) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', CLI, ...args, '--profile', folder.path],
      {
        encoding: 'utf8',
      },
    );
    return { status, stderr };
  }

  test('a query writes the deals that pass, as CSV and as Parquet', async () => {
    const csv = join(folder.path, 'deals.csv');
    expect(market('query', 'verified:yes', '--csv', csv)).toMatchObject({ status: 0 });
    const [names = [], ...rows] = parseCsv(await readFile(csv, 'utf8')).map(({ cells }) => cells);
    expect(names.slice(0, 3)).toEqual(['deal_id', 'piece_cid', 'padded_piece_size_bytes']);
    expect(rows.map(([id]) => Number(id)).toSorted((a, b) => a - b)).toEqual(
      wanted
        .filter(({ row }) => row[5] === true)
        .map(({ dealId }) => dealId)
        .toSorted((a, b) => a - b),
    );
    const parquet = join(folder.path, 'deals.parquet');
    expect(market('query', '', '--parquet', parquet)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`Wrote ${wanted.length} deals`),
    });
    expect((await readFile(parquet)).subarray(0, 4).toString()).toBe('PAR1');
  });

  function query(filter: string, file: string, form: ExportForm = 'csv'): Promise<number> {
    const { signal } = new AbortController();
    return runQuery({ store, genesisCid: MAINNET_GENESIS_CID, filter, form, file, nowMs: 0, signal, onProgress: () => undefined });
  }

  test.each(['provider:', 'not provider:', ''])('an ID address with the prefix f or t matches the same deals: %s', async (field) => {
    const provider = wanted[0]?.row[2];
    const file = join(folder.path, 'prefix.csv');
    const count = await query(`${field}f0${provider}`, file);
    expect(count).toBeGreaterThan(0);
    expect(await query(`${field}t0${provider}`, file)).toBe(count);
  });

  test.each(['csv', 'parquet'] as const)('a %s file that cannot be written has its reason', async (form) => {
    const [missing, inFile] = [join(folder.path, 'missing', 'q'), join(folder.path, 'StateMarketDeals.json', 'q')];
    await expect(query('', missing, form)).rejects.toThrow(`Could not write ${missing}: the folder does not exist.`);
    await expect(query('', inFile, form)).rejects.toThrow(`Could not write ${inFile}: its folder is a file.`);
    await expect(query('', folder.path, form)).rejects.toThrow(`Could not write ${folder.path}: it is a folder.`);
    expect(market('query', '', `--${form}`, missing)).toMatchObject({
      status: 1,
      stderr: `Could not write ${missing}: the folder does not exist.\n`,
    });
  });

  test('a network is found by the name that its node reported, and an unknown one lists those of the profile', async () => {
    const file = join(folder.path, 'named.csv');
    await store.saveNetworkName('localnet-1');
    expect(market('query', '', '--csv', file, '--network', 'localnet-1')).toMatchObject({ status: 0 });
    expect(market('query', '', '--csv', file, '--network', 'localnet-2')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`Datasets of the profile:\n  localnet-1  ${MAINNET_GENESIS_CID}`),
    });
  });

  test('what cannot be done has its reason and leaves no file', async () => {
    const file = join(folder.path, 'none.csv');
    expect(market('query', 'nonsense:1', '--csv', file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Invalid filter'),
    });
    expect(market('query', '', '--csv', file, '--network', 'calibrationnet')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('No dataset'),
    });
    expect(market('query', '')).toMatchObject({ status: 2 });
    expect((await readdir(folder.path)).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  test('a dataset that is open is exported in a worker, and a stop leaves no file', async () => {
    const datasets = new OpenDatasets(() => store.current(), folder.path);
    const dataset = await datasets.current(MAINNET_GENESIS_CID);
    if (dataset === undefined) throw new Error('There is no dataset.');
    const moment = { head: 0, asOf: 0, epochOf: () => undefined };
    for (const form of ['csv', 'parquet'] as const) {
      const plan = planDealExport(form, TRUE, { dialect: 'duckdb', letter: 'f', moment });
      const file = join(folder.path, `open.${form}`);
      expect(await dataset.write(plan, { file })).toBe(wanted.length);
      expect((await stat(file)).size).toBeGreaterThan(1000);
      const stopped = join(folder.path, `stopped.${form}`);
      const writing = dataset.write(plan, { file: stopped, signal: AbortSignal.abort() });
      await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
    }
    expect((await readdir(folder.path)).filter((name) => name.startsWith('stopped'))).toEqual([]);
    await datasets.stop();
  });

  test('the open dataset is exchanged after a load, and questions under way are answered', async () => {
    const datasets = new OpenDatasets(() => store.current(), folder.path);
    const before = await datasets.current(MAINNET_GENESIS_CID);
    const asked = before?.engine.query('SELECT count(*) FROM deals AS a, (SELECT deal_id FROM deals LIMIT 2000) AS b');
    await load(Buffer.concat([...marketFile({ deals: 500, seed: 3 })]));
    const after = await datasets.current(MAINNET_GENESIS_CID);
    expect(after?.number).toBeGreaterThan(before?.number ?? 0);
    expect(await asked).toHaveLength(1);
    expect(await after?.engine.query('SELECT count(*) FROM deals')).toEqual([[500]]);
    await datasets.stop();
    expect(await datasets.current('bafyother')).toBeDefined();
    await datasets.stop();
  });
});
