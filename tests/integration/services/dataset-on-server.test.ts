/** The dataset of the app on a PostgreSQL server: chosen by URL and password, loaded, asked, found again, and the password nowhere. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSecretFileStore, PLAIN_CIPHER } from '../../../electron/persistence/secret-file-store.ts';
import { DatasetService } from '../../../electron/services/dataset/dataset-service.ts';
import { OpenDatasets } from '../../../electron/services/dataset/open-datasets.ts';
import { type TextVault, VaultSealedSecrets } from '../../../electron/wallet/vault-sealed-secrets.ts';
import { MAINNET_GENESIS_CID } from '../../../shared/domain/chain/networks.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { KeepingLogger } from '../../builders/keeping-logger.ts';
import { ManualClock } from '../../builders/manual-clock.ts';
import { marketFile } from '../../builders/market-file.ts';
import { type PostgresServer, SUPERUSER, SUPERUSER_PASSWORD, startPostgres } from '../../builders/postgres-server.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';

const DEALS = 300;

describe('the dataset on a server', () => {
  let server: PostgresServer;
  let profile: Awaited<ReturnType<typeof temporaryProfile>>;
  let logger: KeepingLogger;
  let closers: (() => Promise<void> | void)[];
  let url: string;
  let vault: { -readonly [K in 'hasVault' | 'isUnlocked']: boolean };

  beforeAll(async () => {
    server = await startPostgres();
    url = `postgresql://${SUPERUSER}@127.0.0.1:${server.port}/postgres`;
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    profile = await temporaryProfile();
    logger = new KeepingLogger();
    closers = [];
    vault = { hasVault: false, isUnlocked: false };
  });
  afterEach(async () => {
    for (const close of closers.toReversed()) await close();
    await profile.remove();
  });

  /** As at a start of the app. */
  function start() {
    const { connection, close } = buildConnection({ httpUrl: 'http://127.0.0.1:9/rpc/v1' });
    const facts = { ...connection.facts, genesisCid: MAINNET_GENESIS_CID };
    const turned = (text: string): string => Buffer.from(text).toString('base64');
    const texts: TextVault = {
      get hasVault() {
        return vault.hasVault;
      },
      get isUnlocked() {
        return vault.isUnlocked;
      },
      sealText: async ({ name, text }) => ({ name, text: turned(text) }),
      openText: async ({ name, text }) => ({ name, text: Buffer.from(text, 'base64').toString() }),
    };
    const service: DatasetService = new DatasetService({
      clock: new ManualClock(),
      logger,
      paths: profile.paths,
      secrets: new VaultSealedSecrets(createSecretFileStore(profile.paths.file('secrets.json'), PLAIN_CIPHER), () => texts),
      connections: new TestConnections({ ...connection, facts } as typeof connection),
      datasets: { current: (genesisCid) => datasets.current(genesisCid) },
    });
    const datasets: OpenDatasets = new OpenDatasets((genesisCid) => service.currentOf(genesisCid), profile.paths.folder);
    closers.push(
      close,
      () => service.stop(),
      () => datasets.stop(),
    );
    return { service, datasets };
  }

  /** Names of files of the profile that contain a text. */
  async function filesWith(text: string): Promise<string[]> {
    const names = await readdir(profile.paths.folder, { recursive: true, withFileTypes: true });
    const found: string[] = [];
    for (const entry of names) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      if ((await readFile(file)).includes(text)) found.push(entry.name);
    }
    return found;
  }

  test('is chosen, loaded, asked, and found again after a restart', async () => {
    const file = join(profile.paths.folder, 'market.json');
    await writeFile(file, Buffer.concat([...marketFile({ deals: DEALS, seed: 3 })]));
    const { service, datasets } = start();
    expect(await service.getPlace()).toEqual({ isOnServer: false, hasPassword: false });
    const draft = { url, password: SUPERUSER_PASSWORD };
    expect(await service.testServer(draft)).toEqual({
      url: `${url}?sslmode=disable`,
      version: expect.stringMatching(/^PostgreSQL /),
      transport: 'local',
      canLoad: true,
    });
    expect(await service.getPlace()).toEqual({ isOnServer: false, hasPassword: false });
    const place = { isOnServer: true, hasPassword: true, url: `${url}?sslmode=disable` };
    expect(await service.selectServer(draft)).toEqual(place);
    expect(await service.getDataset()).toEqual({ genesisCid: MAINNET_GENESIS_CID });
    await service.startLoad({ path: file });
    await expect(service.selectThisMachine()).rejects.toMatchObject({ code: 'name-taken' });
    await expect.poll(() => service.load.get()).toMatchObject({ state: 'done', rows: DEALS });
    expect(await service.getDataset()).toMatchObject({ dataset: { rows: DEALS, server: place.url, source: file } });

    const again = start();
    expect(await again.service.getPlace()).toEqual(place);
    for (const open of [datasets, again.datasets]) {
      const dataset = await open.current(MAINNET_GENESIS_CID);
      expect(dataset?.engine.dialect).toBe('postgres');
      expect(dataset?.host).toBe('127.0.0.1');
      expect(await dataset?.engine.query('SELECT count(*) FROM deals')).toEqual([[DEALS]]);
      await expect(dataset?.engine.query('DELETE FROM deals')).rejects.toThrow();
    }
    await service.selectThisMachine();
    expect(await service.getDataset()).toEqual({ genesisCid: MAINNET_GENESIS_CID });
    expect(await datasets.current(MAINNET_GENESIS_CID)).toBeUndefined();
    expect(await service.forgetServer()).toEqual({ isOnServer: false, hasPassword: false });
    expect(await filesWith(SUPERUSER_PASSWORD)).toEqual([]);
  });

  test('its password is sealed by the vault, sent to the server that it was entered for alone, and in no log or answer', async () => {
    vault = { hasVault: true, isUnlocked: true };
    const { service } = start();
    const answers: unknown[] = [await service.selectServer({ url, password: SUPERUSER_PASSWORD })];
    expect(await filesWith(SUPERUSER_PASSWORD)).toEqual([]);
    expect(await filesWith('sealed by the vault: ')).toEqual(['secrets.json']);
    // The stored one is used where none is typed, and nowhere else.
    answers.push(await service.testServer({ url }), await service.selectServer({ url: `${url}?sslmode=disable` }));
    for (const other of [url.replace('127.0.0.1', 'localhost'), url.replace(SUPERUSER, 'somebody')]) {
      const failure: unknown = await service.testServer({ url: other }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'dataset-unavailable', message: expect.stringMatching(/requires the password of/) });
      answers.push(failure);
    }
    for (const password of ['wrong', '']) answers.push(await service.testServer({ url, password }).catch((error: unknown) => error));
    answers.push(await service.testServer({ url: url.replace('@', `:${SUPERUSER_PASSWORD}@`) }).catch((error: unknown) => error));
    expect(answers.at(-1)).toMatchObject({
      code: 'invalid-input',
      details: { fields: { url: expect.stringMatching(/contains a password/) } },
    });
    expect(JSON.stringify([answers, answers.map(String), logger.lines])).not.toContain(SUPERUSER_PASSWORD);
    // A document that was changed to point elsewhere gets no password either.
    const document = profile.paths.file('dataset-place.json');
    await writeFile(document, (await readFile(document, 'utf8')).replace('127.0.0.1', 'localhost'));
    const changed = start();
    await expect(changed.service.getDataset()).rejects.toMatchObject({ code: 'dataset-unavailable' });
    vault.isUnlocked = false;
    await expect(start().service.getDataset()).rejects.toMatchObject({ code: 'vault-locked' });
  });

  test('a server that is gone says so, and datasets of this machine can be used', async () => {
    const gone = await startPostgres();
    const goneUrl = `postgresql://${SUPERUSER}@127.0.0.1:${gone.port}/postgres`;
    const { service, datasets } = start();
    await service.selectServer({ url: goneUrl, password: SUPERUSER_PASSWORD });
    expect(await service.getDataset()).toEqual({ genesisCid: MAINNET_GENESIS_CID });
    await gone.stop();
    const unavailable = { code: 'dataset-unavailable', retryable: true };
    await expect(service.getDataset()).rejects.toMatchObject(unavailable);
    await expect(datasets.current(MAINNET_GENESIS_CID)).rejects.toMatchObject(unavailable);
    await service.startLoad({ path: '/nowhere.json' });
    await expect.poll(() => service.load.get()).toMatchObject({ state: 'failed', failure: expect.stringMatching(/connection refused/) });
    await expect(service.selectServer({ url: goneUrl })).rejects.toMatchObject(unavailable);
    await service.selectThisMachine();
    expect(await service.getDataset()).toEqual({ genesisCid: MAINNET_GENESIS_CID });
  });
});
