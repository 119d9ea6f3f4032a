/**
 * The datasets on a server, and the one in use per network.
 *
 * The catalog `sextant.datasets` has one row per network, with the schema of the dataset in use and the current writer. A dataset is
 * complete before an UPDATE of that row points to it: after a crash either the old or the new one is in use, even on servers without
 * transactional DDL. The write lock is a lease in the same row, because not every server has advisory locks.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, escapeIdentifier } from 'pg';
import { type DatasetAbout, StoreBusy, zDatasetAbout } from '../dataset-store.ts';
import type { DatasetEngine, DatasetWriter, SqlRow } from '../engine.ts';
import { openPostgresWriter, type PostgresOptions, readServer } from '../postgres-engine.ts';
import { type ServerLogin, withConnection } from './server-connection.ts';
import { ServerFailed } from './server-failure.ts';
import { formatServerUrl } from './server-url.ts';

const CATALOG = [
  'CREATE SCHEMA IF NOT EXISTS sextant',
  `CREATE TABLE IF NOT EXISTS sextant.datasets (
    network VARCHAR PRIMARY KEY,
    number BIGINT NOT NULL,
    schema_name VARCHAR,
    about VARCHAR,
    writer VARCHAR,
    writer_until TIMESTAMP WITH TIME ZONE
  )`,
];
/** The writer renews its lease more often than this; an older lease is stale. */
const LEASE_SECONDS = 60;
/** How long the removal of a dataset waits for readers; new readers are blocked meanwhile. */
const LOCK_TIMEOUT = '3s';
/** Lock timeout, deadlock, conflict; schema of another role. */
const NOT_REMOVABLE: ReadonlySet<string> = new Set(['55P03', '40P01', '40001', '42501']);
/** Errors of concurrent creation of the same object. */
const CREATED_MEANWHILE: ReadonlySet<string> = new Set(['23505', '42P06', '42P07', 'XX000', '40001']);
const CREATE_ATTEMPTS = 5;

export interface ServerDataset {
  /** Options for opening it. */
  readonly server: PostgresOptions;
  /** Changes with the dataset. */
  readonly number: number;
  readonly about: DatasetAbout;
}

export interface ServerStoreOptions {
  readonly login: ServerLogin;
  /** CID of the genesis block of the network. */
  readonly network: string;
  /** Local folder of the network's datasets, for downloaded bytes. */
  readonly folder: string;
}

export class ServerStore {
  readonly downloadFolder: string;
  readonly #login: ServerLogin;
  readonly #network: string;
  #catalog: Promise<DatasetEngine> | undefined;

  constructor({ login, network, folder }: ServerStoreOptions) {
    this.#login = login;
    this.#network = network;
    // One per server, because loads into two servers can run concurrently.
    const server = createHash('sha256').update(formatServerUrl(login.address)).digest('hex').slice(0, 12);
    this.downloadFolder = join(folder, `download-${server}`);
  }

  /** Return the dataset in use; requires SELECT only. @throws ServerFailed */
  async current(): Promise<ServerDataset | undefined> {
    const [row] = await this.#ask('SELECT schema_name, about FROM sextant.datasets WHERE network = $1', [this.#network]);
    const [schema, about] = row ?? [];
    if (typeof schema !== 'string' || typeof about !== 'string') return undefined;
    return {
      server: { ...this.#login, schema },
      number: Number(schema.slice(schemaStart(this.#network).length)),
      about: zDatasetAbout.parse(JSON.parse(about)),
    };
  }

  /** Size of a dataset with its indexes in bytes; 0 if unknown. @throws ServerFailed */
  async sizeOf({ server: { schema } }: ServerDataset): Promise<number> {
    const [row] = await this.#ask(
      "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'",
      [schema],
    );
    return Number(row?.[0] ?? 0);
  }

  /** Return the server version, and whether this role can load. @throws ServerFailed */
  async inspect(): Promise<{ readonly version: string; readonly canLoad: boolean }> {
    const [row] = await this.#ask("SELECT version(), has_database_privilege(current_database(), 'CREATE') AND NOT pg_is_in_recovery()", []);
    return { version: String(row?.[0] ?? ''), canLoad: row?.[1] === true };
  }

  /** Close the connections of `current`. */
  async close(): Promise<void> {
    const catalog = this.#catalog;
    this.#catalog = undefined;
    await (await catalog?.catch(() => undefined))?.close();
  }

  /** Undefined if no dataset was ever loaded into this server. */
  async #ask(sql: string, parameters: readonly string[]): Promise<readonly SqlRow[]> {
    this.#catalog ??= readServer(this.#login);
    const catalog = this.#catalog;
    catalog.catch(() => {
      if (this.#catalog === catalog) this.#catalog = undefined;
    });
    try {
      return await (await catalog).query(sql, parameters);
    } catch (error) {
      if (error instanceof ServerFailed && error.kind === 'replaced') return [];
      throw error;
    }
  }

  /** Acquire the write lock. @throws StoreBusy if it is taken, ServerFailed */
  async startWriting(): Promise<ServerWriting> {
    await mkdir(this.downloadFolder, { recursive: true, mode: 0o700 });
    const token = randomUUID();
    return withConnection(this.#login, 'load', async (client) => {
      await createCatalog(client);
      await client.query('INSERT INTO sextant.datasets (network, number) VALUES ($1, 0) ON CONFLICT DO NOTHING', [this.#network]);
      const { rows } = await client.query<{ number: string }>(
        `UPDATE sextant.datasets SET number = number + 1, writer = $2, writer_until = now() + interval '${LEASE_SECONDS} seconds' WHERE network = $1 AND (writer IS NULL OR writer_until < now()) RETURNING number`,
        [this.#network, token],
      );
      const number = rows[0]?.number;
      if (number === undefined)
        throw new StoreBusy('Another load of this network into this server is running. Stop it, or wait until it ends.');
      const schema = `${schemaStart(this.#network)}${number}`;
      await clean(client, this.#network);
      return new ServerWriting(this.#login, this.#network, schema, token);
    });
  }
}

/** Lock for writing a dataset, until `end`. */
export class ServerWriting {
  readonly #login: ServerLogin;
  readonly #network: string;
  readonly #schema: string;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;

  constructor(login: ServerLogin, network: string, schema: string, token: string) {
    this.#login = login;
    this.#network = network;
    this.#schema = schema;
    this.#token = token;
    // If a renewal fails the lease expires, which `commit` notices.
    const renew = (): Promise<boolean> => withConnection(login, 'load', (client) => this.#renew(client));
    this.#timer = setInterval(() => void renew().catch(() => undefined), (LEASE_SECONDS * 1000) / 4);
    this.#timer.unref();
  }

  openWriter(): Promise<DatasetWriter> {
    return openPostgresWriter({ ...this.#login, schema: this.#schema });
  }

  /** Make the dataset the one in use. @throws StoreBusy, ServerFailed */
  async commit(about: DatasetAbout): Promise<void> {
    const isHeld = await withConnection(this.#login, 'load', (client) =>
      this.#update(client, 'schema_name = $3, about = $4', [this.#schema, JSON.stringify(zDatasetAbout.parse(about))]),
    );
    if (!isHeld) throw new StoreBusy('Another load took over while this one was suspended. Load again.');
  }

  /** Remove the replaced dataset, or this one if it was not committed, and release the lock. Does nothing if another load took over. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    try {
      await withConnection(this.#login, 'load', async (client) => {
        if (!(await this.#renew(client))) return;
        await clean(client, this.#network);
        await this.#update(client, 'writer = NULL, writer_until = NULL', []);
      });
    } catch (error) {
      // The server is not reachable: the lease expires, and the next load removes the rest.
      if (!(error instanceof ServerFailed)) throw error;
    }
  }

  #renew(client: Client): Promise<boolean> {
    return this.#update(client, `writer_until = now() + interval '${LEASE_SECONDS} seconds'`, []);
  }

  /** Whether this load still holds the lock. */
  async #update(client: Client, change: string, values: readonly string[]): Promise<boolean> {
    const { rowCount } = await client.query(`UPDATE sextant.datasets SET ${change} WHERE network = $1 AND writer = $2`, [
      this.#network,
      this.#token,
      ...values,
    ]);
    return rowCount === 1;
  }
}

async function createCatalog(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const statement of CATALOG) await client.query(statement);
      return;
    } catch (error) {
      if (attempt === CREATE_ATTEMPTS || !CREATED_MEANWHILE.has(codeOf(error))) throw error;
    }
  }
}

/** Remove the datasets of a network that are not in use. Only the load that holds the lock may call it. */
async function clean(client: Client, network: string): Promise<void> {
  const { rows: current } = await client.query<{ schema_name: string | null }>(
    'SELECT schema_name FROM sextant.datasets WHERE network = $1',
    [network],
  );
  const inUse = current[0]?.schema_name ?? undefined;
  const start = schemaStart(network);
  const { rows } = await client.query<{ nspname: string }>('SELECT nspname FROM pg_catalog.pg_namespace WHERE left(nspname, $2) = $1', [
    start,
    start.length,
  ]);
  for (const { nspname } of rows) {
    // Other names are not Sextant's.
    if (nspname !== inUse && /^\d+$/.test(nspname.slice(start.length))) await dropSchema(client, nspname);
  }
}

/** Skips a dataset that is being read or belongs to another role: a later load removes it. */
async function dropSchema(client: Client, schema: string): Promise<void> {
  await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await client.query(`DROP SCHEMA IF EXISTS ${escapeIdentifier(schema)} CASCADE`);
  } catch (error) {
    if (!NOT_REMOVABLE.has(codeOf(error))) throw error;
  }
}

/** Schema prefix of a network's datasets, followed by a number. */
function schemaStart(network: string): string {
  return `sextant_market_${network
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(-12)}_`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
