import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LaunchOptions } from '../../../../../electron/dataset/dataset-client.ts';
import type { DatasetAbout } from '../../../../../electron/dataset/dataset-store.ts';
import { createSecretFileStore, PLAIN_CIPHER } from '../../../../../electron/persistence/secret-file-store.ts';
import { DatasetService } from '../../../../../electron/services/dataset/dataset-service.ts';
import type { OpenedDataset } from '../../../../../electron/services/dataset/open-datasets.ts';
import { MAINNET_GENESIS_CID } from '../../../../../shared/domain/chain/networks.ts';
import { buildConnection, TestConnections } from '../../../../builders/active-connection.ts';
import { KeepingLogger } from '../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const ABOUT: DatasetAbout = { source: '/market.json', sourceBytes: 1000, loadedAtMs: 5, lastModifiedMs: 4, rows: 10, rejects: 1, epoch: 7 };

describe('the dataset of the active network', () => {
  let profile: Awaited<ReturnType<typeof temporaryProfile>>;
  let clock: ManualClock;
  let service: DatasetService;
  let launched: LaunchOptions | undefined;
  let told: string[];
  let inUse: OpenedDataset | undefined;
  let settle: { resolve(about: DatasetAbout): void; reject(error: Error): void };
  let close: () => void;

  beforeEach(async () => {
    profile = await temporaryProfile();
    clock = new ManualClock();
    told = [];
    inUse = undefined;
    launched = undefined;
    const { connection, close: closeConnection } = buildConnection({ httpUrl: 'http://127.0.0.1:9/rpc/v1' });
    close = closeConnection;
    const facts = { ...connection.facts, genesisCid: MAINNET_GENESIS_CID };
    service = new DatasetService({
      clock,
      logger: new KeepingLogger(),
      paths: profile.paths,
      secrets: createSecretFileStore(profile.paths.file('secrets.json'), PLAIN_CIPHER),
      connections: new TestConnections({ ...connection, facts } as typeof connection),
      datasets: { current: async () => inUse },
      launch(options) {
        launched = options;
        const done = new Promise<DatasetAbout>((resolve, reject) => {
          settle = { resolve, reject };
        });
        const stopped = Object.assign(new Error('The load was stopped.'), { name: 'LoadStopped' });
        return { done, pause: () => told.push('pause'), resume: () => told.push('resume'), stop: () => settle.reject(stopped) };
      },
    });
  });

  afterEach(async () => {
    await service.stop();
    close();
    await profile.remove();
  });

  const progress = (bytesDone: number, rows: number) =>
    launched?.onProgress({ stage: 'reading', bytesDone, bytesTotal: 1000, rows, rejects: 0 });

  it('publishes bytes, rows, the rate of the latest seconds and the time left', async () => {
    expect(await service.getDataset()).toEqual({ genesisCid: MAINNET_GENESIS_CID });
    await service.startLoad({ path: '/market.json' });
    expect(launched?.folder).toBe(profile.paths.file('datasets', MAINNET_GENESIS_CID));
    progress(100, 10);
    clock.advance(2000);
    progress(300, 50);
    expect(service.load.get()).toMatchObject({
      state: 'loading',
      bytesDone: 300,
      bytesTotal: 1000,
      rows: 50,
      rowsPerSecond: 20,
      secondsLeft: 7,
    });
    settle.resolve(ABOUT);
    await expect.poll(() => service.load.get().state).toBe('done');
    expect(service.load.get()).toMatchObject({ rows: 10, rejects: 1 });
    expect(service.load.get().secondsLeft).toBe(undefined);
  });

  it('pauses, resumes and stops; rejects a second load', async () => {
    await service.startLoad({ url: 'https://example.com/market.zst' });
    await expect(service.startLoad({ path: '/other' })).rejects.toMatchObject({ code: 'name-taken' });
    progress(100, 10);
    await service.pauseLoad();
    expect(service.load.get().state).toBe('paused');
    progress(110, 11);
    expect(service.load.get().state).toBe('paused');
    await service.resumeLoad();
    expect(told).toEqual(['pause', 'resume']);
    await service.stopLoad();
    await expect.poll(() => service.load.get().state).toBe('stopped');
    await service.startLoad({ path: '/other' });
    settle.reject(new Error('The disk is full.'));
    await expect.poll(() => service.load.get()).toMatchObject({ state: 'failed', failure: 'The disk is full.' });
  });

  it('removes incomplete loads at start', async () => {
    const folder = profile.paths.file('datasets', MAINNET_GENESIS_CID);
    for (const name of ['market-1', 'market-2']) await mkdir(`${folder}/${name}`, { recursive: true });
    await writeFile(`${folder}/market-1/market.duckdb`, 'x');
    await writeFile(`${folder}/market-1/about.json`, JSON.stringify(ABOUT));
    await writeFile(`${folder}/current.json`, JSON.stringify({ version: 1, folder: 'market-1' }));
    await service.start();
    expect((await readdir(folder)).sort()).toEqual(['current.json', 'market-1']);
  });

  it('returns the facts of the dataset, and its source', async () => {
    const facts = { rows: 12, rejects: 2, epoch: 9, mirror: undefined };
    const current = { folder: '/market-1', path: '/market-1/market.duckdb', sizeBytes: 1, about: ABOUT };
    inUse = { number: 1, engine: {} as OpenedDataset['engine'], epoch: 9, current, facts, write: async () => 0 };
    expect((await service.getDataset()).dataset).toEqual({
      source: '/market.json',
      rows: 12,
      rejects: 2,
      sourceBytes: 1000,
      sizeBytes: 1,
      asOfMs: 4,
      epoch: 9,
      loadedAtMs: 5,
    });
  });
});
