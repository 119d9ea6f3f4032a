/** A dataset that is kept current from the embedded node, and by its command. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatasetStore } from '../../../electron/dataset/dataset-store.ts';
import { openDuckDb, openDuckDbWriter } from '../../../electron/dataset/duckdb-engine.ts';
import type { DatasetEngine } from '../../../electron/dataset/engine.ts';
import { startLoad } from '../../../electron/dataset/load-market.ts';
import { readFacts } from '../../../electron/dataset/mirror/dataset-facts.ts';
import { updateMarket } from '../../../electron/dataset/mirror/update-market.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { findMarket } from '../../../electron/services/dataset/find-market.ts';
import { runUpdate } from '../../../electron/services/dataset/update-command.ts';
import { MAINNET_GENESIS_CID } from '../../../shared/domain/chain/networks.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import { buildConnection, type TestConnection } from '../../builders/active-connection.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { IS_FULL_RUN } from '../../builders/full-run.ts';
import { type MarketServer, startMarketServer } from '../../builders/market-server.ts';
import { comparable, readMarketFile } from '../../builders/read-market-file.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, '../../../electron/dataset/cli.ts');
const EPOCHS = IS_FULL_RUN ? 100 : 40;

let node: RunningDevnet;
let connection: TestConnection;
let genesisCid: string;
let folder: { readonly path: string; remove(): Promise<void> };
let store: DatasetStore;

beforeAll(async () => {
  node = await startDevnet({ seed: 'kept current', isPaused: true, historyEpochs: 60 });
  connection = buildConnection({ httpUrl: node.httpUrl, token: node.tokens.read });
  genesisCid = (await resultOf<TipsetJson>(node, 'ChainGetGenesis')).Cids[0]?.['/'] ?? '';
  folder = await temporaryFolder();
  store = new DatasetStore(join(folder.path, 'datasets', genesisCid));
  await writeFile(join(folder.path, 'market.json'), await marketAt(await head()));
  await load();
});
afterAll(async () => {
  connection.close();
  await node.stop();
  await folder.remove();
});

const head = () => resultOf<TipsetJson>(node, 'ChainHead');
const marketAt = async ({ Cids }: TipsetJson): Promise<string> => JSON.stringify(await resultOf(node, 'StateMarketDeals', [Cids]));
const load = () =>
  startLoad({ source: { path: join(folder.path, 'market.json') }, store, nowMs: Date.now, onProgress: () => undefined }).done;

const rowsOf = async (engine: DatasetEngine) => (await engine.query('SELECT * FROM deals ORDER BY deal_id')).map(comparable);
const wantedRows = async (tipset: TipsetJson) =>
  readMarketFile(await marketAt(tipset))
    .toSorted((left, right) => left.dealId - right.dealId)
    .map(({ row }) => row);

interface NodeData {
  readonly Provider: number;
  readonly Client: number;
  readonly Sector?: number;
}

/** Claims and allocations are those that the node answers, and the joined ones stand at the deals of the same place. */
async function expectRegistry(engine: DatasetEngine, { Cids }: TipsetJson): Promise<void> {
  const [miners, ids] = [
    await resultOf<string[]>(node, 'StateListMiners', [Cids]),
    await engine.query('SELECT DISTINCT client_id FROM deals'),
  ];
  const holders = (method: string, addresses: readonly string[]) =>
    Promise.all(addresses.map((address) => resultOf<Record<string, NodeData> | null>(node, method, [address, Cids])));
  const wanted = [
    ...(await holders('StateGetClaims', miners)).map((found) => [1, found] as const),
    ...(await holders('StateGetAllocations', [...new Set(ids.map(([id]) => `t0${id}`))])).map((found) => [2, found] as const),
  ].flatMap(([kind, found]) =>
    Object.entries(found ?? {}).map(([id, row]) => [kind, Number(id), row.Provider, row.Client, row.Sector ?? null] as const),
  );
  const rows = await engine.query('SELECT kind, id, provider_id, client_id, sector_number FROM registry ORDER BY kind, id');
  expect(rows).toEqual(wanted.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]));
  const [counts] = await engine.query(
    'SELECT count(*), count(*) FILTER (WHERE deals.sector_number = registry.sector_number AND deals.piece_cid = registry.piece_cid AND deals.provider_id = registry.provider_id) FROM registry LEFT JOIN deals USING (deal_id) WHERE deal_id IS NOT NULL',
  );
  expect(counts?.[0]).toBe(counts?.[1]);
  expect(Number(counts?.[0])).toBeGreaterThan(0);
}

async function path(): Promise<string> {
  const current = await store.current();
  if (current === undefined) throw new Error('No dataset is in use.');
  return current.path;
}

it(`equals a full reading at ${EPOCHS} random epochs, over a reorganisation`, async () => {
  const writer = await openDuckDbWriter({ path: await path(), memoryMib: 128, threads: 1 });
  try {
    const seen = { added: 0, changed: 0, removed: 0 };
    let next = 7;
    for (let count = 0; count < EPOCHS; count += 1) {
      next = (next * 7919 + 13) % 104_729;
      if (count === 50) await control(node, 'reorg', { depth: 3 });
      await control(node, 'advance', { epochs: 1 + (next % 9) });
      const tipset = await head();
      const signal = new AbortController().signal;
      const keys = [tipset.Cids.map((cid) => parseCid(cid['/']))];
      const market = await findMarket(connection.connection, genesisCid, keys, systemClock, signal);
      const report = await updateMarket({ ...market, writer, nowMs: 1, signal });
      expect(report.isAligned).toBe(count === 0);
      for (const name of ['added', 'changed', 'removed'] as const) seen[name] += report[name];
      expect(await rowsOf(writer)).toEqual(await wantedRows(tipset));
      if (count % 10 === 0) await expectRegistry(writer, tipset);
    }
    expect(seen.added).toBeGreaterThan(10);
    expect(seen.changed).toBeGreaterThan(10);
    expect(seen.removed).toBeGreaterThan(0);
  } finally {
    await writer.close();
  }
});

describe('the update command', () => {
  const command = (endpoint: string | undefined, network = genesisCid) =>
    runUpdate({
      store: new DatasetStore(join(folder.path, 'datasets', network)),
      genesisCid: network,
      profile: folder.path,
      endpoint,
      apiInfo: undefined,
      clock: systemClock,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  const spawned = (...args: string[]) =>
    run(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args, '--profile', folder.path]).then(
      ({ stderr }) => ({ code: 0, stderr }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );

  it('brings a loaded dataset to the head', async () => {
    await load();
    await control(node, 'advance', { epochs: 20 });
    const tipset = await head();
    const { code, stderr } = await spawned('update', '--endpoint', node.httpUrl, '--network', genesisCid);
    expect(stderr).toContain(`Epoch ${tipset.Height}: `);
    expect(code).toBe(0);
    const engine = await openDuckDb({ path: await path(), memoryMib: 128, threads: 1 });
    try {
      expect(await rowsOf(engine)).toEqual(await wantedRows(tipset));
      expect(await readFacts(engine)).toMatchObject({ epoch: tipset.Height, mirror: { genesisCid, isAligned: true } });
      const held = await spawned('update', '--endpoint', node.httpUrl, '--network', genesisCid);
      expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining('Another program has the dataset open') });
    } finally {
      await engine.close();
    }
    expect(await command(node.httpUrl)).toMatchObject({ epoch: tipset.Height, added: 0, changed: 0, removed: 0, isAligned: false });
  });

  it('refuses no endpoint, one that is none, and a network without a dataset', async () => {
    await expect(command(undefined)).rejects.toThrow('Set one with --endpoint');
    await expect(command('nonsense')).rejects.toThrow('Invalid endpoint');
    await expect(command(node.httpUrl, MAINNET_GENESIS_CID)).rejects.toThrow('No dataset for this network');
  });

  it('where the endpoint serves no blocks, says whether the file has changed, and loads it when told to', async () => {
    const bare = await startDevnet({ seed: 'bare', isPaused: true, withoutMethods: ['ChainReadObj'] });
    const server: MarketServer = await startMarketServer({ bytes: Buffer.from(await marketAt(await head())), etag: '"1"' });
    const genesis = (await resultOf<TipsetJson>(bare, 'ChainGetGenesis')).Cids[0]?.['/'] ?? '';
    const bareStore = new DatasetStore(join(folder.path, 'datasets', genesis));
    try {
      await startLoad({ source: { url: server.url }, store: bareStore, nowMs: Date.now, onProgress: () => undefined }).done;
      expect(await command(bare.httpUrl, genesis)).toBeUndefined();
      await expect(command(node.httpUrl, genesis)).rejects.toThrow(`--network ${genesisCid}, or`);
      server.object = { ...server.object, etag: '"2"' };
      const changed = await spawned('update', '--endpoint', bare.httpUrl, '--network', genesis);
      expect(changed).toMatchObject({ code: 1, stderr: expect.stringMatching(/has changed \([\d.]+ KiB\)\. Load it again with --load/) });
      const loaded = await spawned('update', '--load', '--endpoint', bare.httpUrl, '--network', genesis);
      expect(loaded).toMatchObject({ code: 0, stderr: expect.stringContaining(`into ${bareStore.folder}`) });
    } finally {
      await server.close();
      await bare.stop();
    }
  });
});
