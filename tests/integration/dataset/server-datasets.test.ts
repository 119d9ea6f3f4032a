/** Datasets on a PostgreSQL server: loaded, exchanged, read by a role that may only read, and each failure in a sentence. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatasetStore } from '../../../electron/dataset/dataset-store.ts';
import { startLoad } from '../../../electron/dataset/load-market.ts';
import { openPostgres, openPostgresWriter, readServer } from '../../../electron/dataset/postgres-engine.ts';
import { runQuery } from '../../../electron/dataset/query-command.ts';
import { SCHEMA_VERSION } from '../../../electron/dataset/schema.ts';
import type { ServerLogin } from '../../../electron/dataset/server/server-connection.ts';
import { ServerStore } from '../../../electron/dataset/server/server-store.ts';
import { parseServerUrl } from '../../../electron/dataset/server/server-url.ts';
import { MAINNET_GENESIS_CID } from '../../../shared/domain/chain/networks.ts';
import { eventually } from '../../builders/eventually.ts';
import { marketFile } from '../../builders/market-file.ts';
import { type PostgresServer, SUPERUSER, SUPERUSER_PASSWORD, startPostgres } from '../../builders/postgres-server.ts';
import { readMarketFile } from '../../builders/read-market-file.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

const CLI = join(import.meta.dirname, '../../../electron/dataset/cli.ts');
const DEALS = 2000;
const [LOADER_PASSWORD, READER_PASSWORD] = ['loader secret 7', 'reader secret 8'];
/** As docs/dataset.md has them. */
const ROLES = [
  `CREATE ROLE sextant_loader LOGIN PASSWORD '${LOADER_PASSWORD}'`,
  `CREATE ROLE sextant_reader LOGIN PASSWORD '${READER_PASSWORD}'`,
  `CREATE ROLE sextant_stranger LOGIN PASSWORD '${READER_PASSWORD}'`,
  'CREATE DATABASE market OWNER sextant_loader',
];
const GRANTS = [
  'ALTER DEFAULT PRIVILEGES FOR ROLE sextant_loader GRANT USAGE ON SCHEMAS TO sextant_reader',
  'ALTER DEFAULT PRIVILEGES FOR ROLE sextant_loader GRANT SELECT ON TABLES TO sextant_reader',
];

describe('datasets on a server', () => {
  let server: PostgresServer;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const files = [marketFile({ deals: DEALS, seed: 1, rejectEvery: 400 }), marketFile({ deals: DEALS + 1, seed: 2 })].map((chunks) =>
    Buffer.concat([...chunks]),
  );
  const stores: ServerStore[] = [];

  beforeAll(async () => {
    [server, folder] = [await startPostgres(), await temporaryFolder()];
    for (const statement of ROLES) await server.run(statement);
    for (const statement of GRANTS) await server.run(statement, 'market');
    for (const [index, bytes] of files.entries()) await writeFile(fileOf(index), bytes);
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await server.stop();
    await folder.remove();
  });

  const fileOf = (index: number): string => join(folder.path, `${index}.json`);
  const loginOf = (user: string, password: string | undefined, more: Partial<ServerLogin['address']> = {}): ServerLogin => ({
    address: { ...parseServerUrl(`postgresql://${user}@127.0.0.1:${server.port}/market`), ...more },
    password,
  });
  const loader = (): ServerLogin => loginOf('sextant_loader', LOADER_PASSWORD);
  const reader = (): ServerLogin => loginOf('sextant_reader', READER_PASSWORD);

  function storeOf(login: ServerLogin, network: string = MAINNET_GENESIS_CID): ServerStore {
    const store = new ServerStore({ login, network, folder: folder.path });
    stores.push(store);
    return store;
  }

  function load(index: number, store: ServerStore) {
    return startLoad({ source: { path: fileOf(index) }, store, nowMs: Date.now, onProgress: () => undefined });
  }

  async function countOf(store: ServerStore, login: ServerLogin): Promise<unknown> {
    const current = await store.current();
    if (current === undefined) return undefined;
    const engine = await openPostgres({ ...login, schema: current.server.schema });
    try {
      return (await engine.query('SELECT count(*) FROM deals'))[0]?.[0];
    } finally {
      await engine.close();
    }
  }

  test('a server without a dataset has none, also for a role that may only read', async () => {
    expect(await storeOf(loader()).current()).toBeUndefined();
    expect(await storeOf(reader()).current()).toBeUndefined();
  });

  test('a loaded dataset has the rows of the file, and is read with SELECT alone', async () => {
    const wanted = readMarketFile(files[0]?.toString('utf8') ?? '');
    const about = await load(0, storeOf(loader())).done;
    expect(about).toMatchObject({ rows: wanted.length, source: fileOf(0) });
    expect(about.rejects).toBeGreaterThan(0);
    const store = storeOf(reader());
    const current = await store.current();
    expect(current?.about).toEqual(about);
    if (current === undefined) throw new Error('No dataset.');
    expect(await store.sizeOf(current)).toBeGreaterThan(DEALS * 100);
    const engine = await openPostgres(current.server);
    const rows = await engine.query('SELECT * FROM deals ORDER BY deal_id');
    const plain = (row: readonly unknown[]) =>
      row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value));
    expect(rows.map(plain)).toEqual(wanted.toSorted((a, b) => a.dealId - b.dealId).map(({ row }) => plain(row)));
    expect(await engine.query('SELECT count(*) FROM rejects')).toEqual([[about.rejects]]);
    await expect(engine.query('DELETE FROM deals')).rejects.toThrow();
    await expect(engine.query('CREATE TABLE mine (a INTEGER)')).rejects.toThrow();
    const plan = await engine.query('EXPLAIN SELECT deal_id FROM cids WHERE prefix = 1 AND kind = 0');
    expect(plan.flat().join(' ')).toContain('cids_prefix');
    await engine.close();
  });

  test('a query writes the same CSV and Parquet as from this machine, by a role that may only read', async () => {
    const profile = join(folder.path, 'profile');
    const local = new DatasetStore(join(profile, 'datasets', MAINNET_GENESIS_CID));
    await startLoad({ source: { path: fileOf(0) }, store: local, nowMs: Date.now, onProgress: () => undefined }).done;
    const url = `postgresql://sextant_reader@127.0.0.1:${server.port}/market`;
    const query = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, 'query', 'verified:yes', '--profile', profile, ...args], {
        encoding: 'utf8',
        env: { ...process.env, PGPASSWORD: READER_PASSWORD },
      });
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const stop = new AbortController();
    const onProgress = (): void => undefined;
    for (const form of ['csv', 'parquet'] as const) {
      const files = ['here', 'there'].map((name) => join(folder.path, `${name}.${form}`)) as [string, string];
      const options = { genesisCid: MAINNET_GENESIS_CID, filter: 'verified:yes', form, nowMs: Date.now(), signal: stop.signal, onProgress };
      await runQuery({ ...options, store: local, file: files[0] });
      await runQuery({ ...options, store: storeOf(reader()), file: files[1] });
      const described = files.map((file) => connection.runAndReadAll(`DESCRIBE SELECT * FROM '${file}'`));
      const [left, right] = (await Promise.all(described)).map((answer) => answer.getRows().map(([name, type]) => [name, type]));
      expect(right).toEqual(left);
      const texts = files.map((file) =>
        connection.runAndReadAll(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM '${file}' ORDER BY CAST(deal_id AS BIGINT)`),
      );
      const [mine, theirs] = (await Promise.all(texts)).map((answer) => answer.getRows());
      expect(theirs).toEqual(mine);
    }
    connection.closeSync();
    instance.closeSync();
    expect(await readdir(folder.path)).not.toContainEqual(expect.stringMatching(/partial|rows$/));
    expect(query('--csv', join(folder.path, 'third.csv'), '--from', url)).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/Wrote \d+ deals/),
    });
    for (const args of [
      ['--csv', 'x.csv', '--from', url.replace('@', `:${READER_PASSWORD}@`)],
      ['--csv', join(folder.path, 'none.csv'), '--from', url.replace('sextant_reader', 'sextant_loader')],
    ]) {
      const { status, stderr, stdout } = query(...args);
      expect(status).not.toBe(0);
      expect(stdout + stderr).not.toContain(READER_PASSWORD);
    }
  });

  test('another load takes the place of the first, whose tables go', async () => {
    const store = storeOf(loader());
    const before = await store.current();
    await load(1, store).done;
    const after = await store.current();
    expect(after?.about.rows).not.toBe(before?.about.rows);
    expect(after?.number).toBeGreaterThan(before?.number ?? 0);
    expect(await countOf(store, loader())).toBe(after?.about.rows);
    expect(await server.run("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'sextant_market%'", 'market')).toEqual([
      [after?.server.schema],
    ]);
    const old = await openPostgres({ ...reader(), schema: before?.server.schema ?? '' }).catch((error: unknown) => error);
    expect(old).toMatchObject({ message: 'The dataset was replaced by a newer one while it was being read. Try again.' });
  });

  test('a load that is stopped, and one that another load overtakes, leave the dataset in use as it was', async () => {
    const store = storeOf(loader());
    const before = await store.current();
    const running = load(0, store);
    running.stop();
    await expect(running.done).rejects.toThrow('The load was stopped.');
    const writing = await store.startWriting();
    await expect(load(0, storeOf(loader())).done).rejects.toThrow('Another load of this network into this server is running.');
    // Another network is none of its business.
    await load(0, storeOf(loader(), 'bafyother')).done;
    // As if the process had been suspended for longer than its lease.
    await server.run(
      `UPDATE sextant.datasets SET writer_until = now() - interval '1 second' WHERE network = '${MAINNET_GENESIS_CID}'`,
      'market',
    );
    const second = await storeOf(loader()).startWriting();
    await expect(writing.commit(before?.about ?? raise())).rejects.toThrow('Another load took over while this one was suspended.');
    await writing.end();
    await expect(storeOf(loader()).startWriting()).rejects.toThrow('Another load');
    await second.end();
    expect(await store.current()).toEqual(before);
    expect(await countOf(store, reader())).toBe(before?.about.rows);
  });

  test('a load goes on beside schemas that it may not remove, and removes none that is not a dataset', async () => {
    const store = storeOf(loader());
    const inUse = (await store.current())?.server.schema ?? '';
    const [ofAnotherRole, copy] = [inUse.replace(/\d+$/, '0'), `${inUse}_copy`];
    await server.run(`CREATE SCHEMA ${ofAnotherRole}`, 'market');
    await server.run(`CREATE SCHEMA ${copy} AUTHORIZATION sextant_loader`, 'market');
    const { rows } = await load(1, store).done;
    expect(await countOf(store, reader())).toBe(rows);
    const left = await server.run(
      `SELECT nspname FROM pg_namespace WHERE nspname IN ('${ofAnotherRole}', '${copy}', '${inUse}')`,
      'market',
    );
    expect(left.flat().toSorted()).toEqual([ofAnotherRole, copy].toSorted());
    for (const schema of [ofAnotherRole, copy]) await server.run(`DROP SCHEMA ${schema}`, 'market');
  });

  test('a dataset of another format says so', async () => {
    const schema = 'format_test';
    const writer = await openPostgresWriter({ ...loader(), schema });
    await writer.query("UPDATE about SET value = '99' WHERE key = 'schema_version'");
    await expect(openPostgres({ ...loader(), schema })).rejects.toThrow(`has format 99; this version of Sextant reads ${SCHEMA_VERSION}.`);
    await expect(openPostgresWriter({ ...loader(), schema })).rejects.toThrow('The dataset has format 99');
    await writer.query("UPDATE about SET value = '0' WHERE key = 'schema_version'");
    await expect(openPostgres({ ...loader(), schema })).rejects.toThrow('of an earlier version of Sextant. Load it again');
    await writer.close();
    // What a migration that was cut short has left does not stop the next one.
    await (await openPostgresWriter({ ...loader(), schema })).close();
    await (await openPostgres({ ...loader(), schema })).close();
  });

  test('a question that is no longer wanted is stopped on the server', async () => {
    const engine = await openPostgres(((await storeOf(reader()).current()) ?? raise()).server);
    const abort = new AbortController();
    const asked = engine.query('SELECT count(*) FROM deals a, deals b, deals c', [], abort.signal);
    const running = async (): Promise<number> =>
      Number(
        (await server.run("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%deals c'", 'market'))[0]?.[0],
      );
    await eventually(async () => (await running()) === 1, 'the question');
    abort.abort(new Error('no longer wanted'));
    await expect(asked).rejects.toThrow('no longer wanted');
    expect(await running()).toBe(0);
    expect(await engine.query('SELECT count(*) FROM deals')).toEqual([[(await storeOf(reader()).current())?.about.rows]]);
    await engine.close();
  });

  test('every failure is a sentence without the password', async () => {
    const silent = createServer((socket) => socket.destroy());
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const failures: readonly (readonly [ServerLogin, RegExp])[] = [
      [
        loginOf('sextant_loader', LOADER_PASSWORD, { host: 'nowhere.invalid', sslMode: 'disable' }),
        /^Could not connect to nowhere\.invalid: no DNS address/,
      ],
      [loginOf('sextant_loader', LOADER_PASSWORD, { port: 1 }), /^Could not connect to 127\.0\.0\.1:1: connection refused\. /],
      [loginOf('sextant_loader', LOADER_PASSWORD, { port }), /^The connection to 127\.0\.0\.1:\d+ was lost\. /],
      [loginOf('sextant_loader', 'another secret'), /rejected the password of sextant_loader\. /],
      [loginOf('sextant_loader', undefined), /requires the password of sextant_loader\. /],
      [loginOf('sextant_nobody', LOADER_PASSWORD), /rejected the password of sextant_nobody\. /],
      [loginOf('sextant_loader', LOADER_PASSWORD, { database: 'nothing' }), /has no database nothing\. Create it/],
      [loginOf('sextant_loader', LOADER_PASSWORD, { sslMode: 'verify-full' }), /does not offer TLS; nothing was sent\. /],
      [loginOf('sextant_stranger', READER_PASSWORD), /^The role sextant_stranger cannot read the dataset\. /],
      [
        loginOf('sextant_loader', LOADER_PASSWORD, { caFile: '/nowhere/ca.crt', sslMode: 'verify-full' }),
        /^Could not read the CA file \/nowhere\/ca\.crt\. /,
      ],
    ];
    for (const [login, sentence] of failures) {
      const error: unknown = await storeOf(login)
        .current()
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'ServerFailed', message: expect.stringMatching(sentence) });
      expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/loader secret|reader secret|another secret/);
    }
    await expect(load(0, storeOf(reader())).done).rejects.toThrow(
      'The role sextant_reader has read access only. Load with a role that can create schemas',
    );
    silent.close();
  });

  test('a load whose process is killed leaves the old dataset in use, and nothing that stops the next one', async () => {
    const store = storeOf(loader());
    const before = await store.current();
    const url = `postgresql://sextant_loader@127.0.0.1:${server.port}/market`;
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', CLI, 'load', fileOf(0), '--to', url, '--profile', folder.path],
      {
        env: { ...process.env, PGPASSWORD: LOADER_PASSWORD },
        stdio: 'ignore',
      },
    );
    const exited = once(child, 'exit');
    await eventually(
      async () =>
        (await server.run(`SELECT 1 FROM sextant.datasets WHERE writer IS NOT NULL AND network = '${MAINNET_GENESIS_CID}'`, 'market'))
          .length > 0,
      'the load',
    );
    child.kill('SIGKILL');
    await exited;
    expect(await store.current()).toEqual(before);
    expect(await countOf(store, reader())).toBe(before?.about.rows);
    await server.run('UPDATE sextant.datasets SET writer_until = now()', 'market');
    const about = await load(0, store).done;
    expect(await countOf(store, reader())).toBe(about.rows);
    const schemas = await server.run("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'sextant_market%ldpdmm2_%'", 'market');
    expect(schemas).toEqual([[(await store.current())?.server.schema]]);
  });
});

describe('a server with TLS', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: PostgresServer;
  const fileOf = (name: string): string => join(folder.path, name);

  beforeAll(async () => {
    folder = await temporaryFolder();
    const openssl = (...args: readonly string[]) => promisify(execFile)('openssl', args, { cwd: folder.path });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    for (const name of ['ca', 'other']) {
      await openssl('req', '-x509', ...key, '-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', `/CN=${name}`, '-days', '2');
    }
    await openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
    await writeFile(fileOf('names'), 'subjectAltName=DNS:localhost');
    await openssl(
      'x509',
      '-req',
      '-in',
      'server.csr',
      '-CA',
      'ca.crt',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-out',
      'server.crt',
      '-days',
      '2',
      '-extfile',
      'names',
    );
    server = await startPostgres({ tls: { certificate: fileOf('server.crt'), key: fileOf('server.key') } });
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  async function isEncrypted(query: string, host = 'localhost'): Promise<unknown> {
    const engine = await readServer({
      address: parseServerUrl(`postgresql://${SUPERUSER}@${host}:${server.port}/postgres${query}`),
      password: SUPERUSER_PASSWORD,
    });
    try {
      return (await engine.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'))[0]?.[0];
    } finally {
      await engine.close();
    }
  }

  test('is encrypted where its certificate is of the CA that is named, and of its host', async () => {
    expect(await isEncrypted(`?sslrootcert=${fileOf('ca.crt')}`)).toBe(true);
    expect(await isEncrypted('?sslmode=disable')).toBe(false);
    const untrusted = /^The certificate of localhost:\d+ is not trusted\. If the server uses its own CA/;
    await expect(isEncrypted('?sslmode=verify-full')).rejects.toThrow(untrusted);
    await expect(isEncrypted(`?sslrootcert=${fileOf('other.crt')}`)).rejects.toThrow(untrusted);
    await expect(isEncrypted(`?sslrootcert=${fileOf('ca.crt')}`, '127.0.0.1')).rejects.toThrow(
      /^The certificate of 127\.0\.0\.1:\d+ is for another host\. /,
    );
  });
});

function raise(): never {
  throw new Error('No dataset.');
}
