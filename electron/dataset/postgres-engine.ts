/**
 * A dataset on a server that speaks PostgreSQL's protocol: PostgreSQL, YugabyteDB.
 *
 * A dataset is a schema of the database, the search path of every session. Query sessions are read-only. Only SQL features that both
 * servers have are used: no extensions, advisory locks, LISTEN, temporary tables, or DDL that must be rolled back.
 */
import { finished } from 'node:stream/promises';
import { type ClientConfig, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import Cursor from 'pg-cursor';
import type { ColumnBatch, DatasetEngine, DatasetWriter, SqlRow, SqlValue } from './engine.ts';
import { indexesOf, migrationsOf, SCHEMA_VERSION, TABLES, type TableName } from './schema.ts';
import { copyRows } from './server/copy-rows.ts';
import { clientConfig, connect, type ServerLogin, type ServerSession } from './server/server-connection.ts';
import { ServerFailed, type ServerUse, serverFailure } from './server/server-failure.ts';
import type { ServerAddress } from './server/server-url.ts';
import { SERVER_TYPES } from './server/server-values.ts';

export interface PostgresOptions extends ServerLogin {
  /** The schema of the dataset. */
  readonly schema: string;
}

/** An engine that provides the types of a result in advance. */
export interface ServerEngine extends DatasetEngine {
  /** PostgreSQL type names. */
  typesOf(sql: string, parameters: readonly SqlValue[]): Promise<readonly string[]>;
}

type OnRows = (rows: readonly SqlRow[]) => Promise<void> | void;

const MAX_SESSIONS = 4;
const ROWS_A_READ = 2048;

/** Open an existing dataset for concurrent queries. @throws ServerFailed */
export async function openPostgres(options: PostgresOptions): Promise<ServerEngine> {
  const reader = new PostgresReader(options, await clientConfig(options));
  try {
    const version = await readVersion(reader);
    if (version === SCHEMA_VERSION) return reader;
    throw new ServerFailed(
      'format',
      version > SCHEMA_VERSION
        ? `The dataset on ${options.address.host} has format ${version}; this version of Sextant reads ${SCHEMA_VERSION}. Update Sextant.`
        : `The dataset on ${options.address.host} has format ${version} of an earlier version of Sextant. Load it again.`,
    );
  } catch (error) {
    await reader.close();
    throw error;
  }
}

/** Open a server for queries outside a dataset. @throws ServerFailed */
export async function readServer(login: ServerLogin): Promise<DatasetEngine> {
  return new PostgresReader({ ...login, schema: 'pg_catalog' }, await clientConfig(login));
}

/** Open a dataset for writing, or create an empty one with the tables of `schema.ts`. @throws ServerFailed */
export async function openPostgresWriter(options: PostgresOptions): Promise<DatasetWriter> {
  const { address, schema } = options;
  const config = await clientConfig(options);
  const session = await connect(config, address, searchPath(schema));
  const writer = new PostgresWriter(session, config, address);
  try {
    await writer.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`);
    await migrate(writer, schema);
    return writer;
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/** Create missing indexes, after the rows, because that is faster. */
export async function createIndexes(writer: DatasetWriter, signal?: AbortSignal): Promise<void> {
  for (const statement of indexesOf()) await writer.query(statement, [], signal);
  for (const table of Object.keys(TABLES)) await writer.query(`ANALYZE ${table}`, [], signal);
}

class PostgresReader implements ServerEngine {
  readonly dialect = 'postgres';
  readonly #schema: string;
  readonly #address: ServerAddress;
  readonly #config: ClientConfig;
  readonly #free: ServerSession[] = [];
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor({ address, schema }: PostgresOptions, config: ClientConfig) {
    this.#address = address;
    this.#schema = schema;
    this.#config = config;
  }

  query(sql: string, parameters: readonly SqlValue[] = [], signal?: AbortSignal): Promise<readonly SqlRow[]> {
    return this.#ask(signal, (session) => runQuery(session, sql, parameters));
  }

  stream(sql: string, parameters: readonly SqlValue[], onRows: OnRows, signal?: AbortSignal): Promise<void> {
    return this.#ask(signal, (session) => runStream(session, sql, parameters, onRows, signal));
  }

  typesOf(sql: string, parameters: readonly SqlValue[]): Promise<readonly string[]> {
    return this.#ask(undefined, async ({ client }) => {
      const { fields } = await client.query<SqlValue[]>({
        text: `SELECT * FROM (${sql}) AS described LIMIT 0`,
        values: [...parameters],
        rowMode: 'array',
      });
      const ids = fields.map(({ dataTypeID }) => dataTypeID);
      const names = ids.map((id) => `format_type(${id}, NULL)`).join(', ');
      const { rows } = await client.query<string[]>({ text: `SELECT ${names}`, rowMode: 'array' });
      return rows[0] ?? [];
    });
  }

  async close(): Promise<void> {
    while (this.#taken > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    await Promise.all(this.#free.splice(0).map(({ client }) => client.end()));
  }

  async #ask<T>(signal: AbortSignal | undefined, run: (session: ServerSession) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    while (this.#taken >= MAX_SESSIONS) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    let session: ServerSession | undefined;
    try {
      do session = this.#free.pop();
      while (session?.isLost === true);
      session ??= await connect(this.#config, this.#address, `${searchPath(this.#schema)}; SET default_transaction_read_only = on`);
      return await cancellable(session, this.#config, this.#address, 'read', signal, run);
    } finally {
      this.#taken -= 1;
      if (session?.isLost === false) this.#free.push(session);
      for (const resume of this.#waiting.splice(0)) resume();
    }
  }
}

class PostgresWriter implements DatasetWriter {
  readonly dialect = 'postgres';
  readonly #session: ServerSession;
  readonly #config: ClientConfig;
  readonly #address: ServerAddress;

  constructor(session: ServerSession, config: ClientConfig, address: ServerAddress) {
    this.#session = session;
    this.#config = config;
    this.#address = address;
  }

  query(sql: string, parameters: readonly SqlValue[] = [], signal?: AbortSignal): Promise<readonly SqlRow[]> {
    return this.#ask(signal, (session) => runQuery(session, sql, parameters));
  }

  stream(sql: string, parameters: readonly SqlValue[], onRows: OnRows, signal?: AbortSignal): Promise<void> {
    return this.#ask(signal, (session) => runStream(session, sql, parameters, onRows, signal));
  }

  async begin(): Promise<void> {
    await this.query('BEGIN');
  }

  async append(table: TableName, batch: ColumnBatch, name: string = table): Promise<void> {
    if (batch.columns.length !== TABLES[table].length) throw new Error(`A batch of ${table} has other columns.`);
    if (batch.rowCount === 0) return;
    await this.#ask(undefined, async ({ client }) => {
      const copy = client.query(copyFrom(`COPY ${escapeIdentifier(name)} FROM STDIN (FORMAT binary)`));
      copy.end(copyRows(batch));
      await finished(copy);
    });
  }

  async commit(): Promise<void> {
    await this.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.query('ROLLBACK');
  }

  /** Nothing to do: a server flushes commits itself. */
  async checkpoint(): Promise<void> {}

  async close(): Promise<void> {
    await this.#session.client.end();
  }

  #ask<T>(signal: AbortSignal | undefined, run: (session: ServerSession) => Promise<T>): Promise<T> {
    return cancellable(this.#session, this.#config, this.#address, 'load', signal, run);
  }
}

function searchPath(schema: string): string {
  return `SET search_path = ${escapeIdentifier(schema)}`;
}

async function readVersion(engine: DatasetEngine): Promise<number> {
  const [row] = await engine.query("SELECT value FROM about WHERE key = 'schema_version'");
  return Number(row?.[0] ?? 0);
}

/** Statements are repeatable: YugabyteDB does not roll back DDL, and an interrupted migration runs again. */
async function migrate(writer: DatasetWriter, schema: string): Promise<void> {
  const tables = await writer.query("SELECT 1 FROM information_schema.tables WHERE table_schema = $1 AND table_name = 'about'", [schema]);
  const version = tables.length === 0 ? 0 : await readVersion(writer);
  if (version > SCHEMA_VERSION) {
    throw new ServerFailed(
      'format',
      `The dataset has format ${version}; this version of Sextant writes ${SCHEMA_VERSION}. Update Sextant.`,
    );
  }
  if (version === SCHEMA_VERSION) return;
  for (const statements of migrationsOf('postgres').slice(version)) {
    for (const statement of statements) await writer.query(statement);
  }
  await writer.query("DELETE FROM about WHERE key = 'schema_version'");
  await writer.query("INSERT INTO about VALUES ('schema_version', $1)", [String(SCHEMA_VERSION)]);
}

/** Run a statement that is cancelled on the server on abort. @throws ServerFailed */
async function cancellable<T>(
  session: ServerSession,
  config: ClientConfig,
  address: ServerAddress,
  use: ServerUse,
  signal: AbortSignal | undefined,
  run: (session: ServerSession) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  let cancelling: Promise<void> | undefined;
  const cancel = (): void => {
    cancelling = cancelBackend(session, config, address);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await run(session);
  } catch (error) {
    signal?.throwIfAborted();
    throw serverFailure(error, address, use);
  } finally {
    signal?.removeEventListener('abort', cancel);
    // Do not cancel the next statement of this session.
    await cancelling;
  }
}

/** Cancel with another connection of the same role; if none is available, by disconnecting. */
async function cancelBackend(session: ServerSession, config: ClientConfig, address: ServerAddress): Promise<void> {
  try {
    const { client } = await connect(config, address);
    try {
      await client.query('SELECT pg_cancel_backend($1)', [session.backend]);
    } finally {
      await client.end();
    }
  } catch {
    session.isLost = true;
    session.client.connection.stream.destroy();
  }
}

async function runQuery({ client }: ServerSession, text: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
  const { rows } = await client.query<SqlValue[]>({ text, values: [...values], rowMode: 'array', types: SERVER_TYPES });
  return rows;
}

async function runStream(
  { client }: ServerSession,
  text: string,
  values: readonly SqlValue[],
  onRows: OnRows,
  signal: AbortSignal | undefined,
): Promise<void> {
  const cursor = client.query(new Cursor<SqlValue[]>(text, [...values], { rowMode: 'array', types: SERVER_TYPES }));
  try {
    for (;;) {
      const rows = await cursor.read(ROWS_A_READ);
      signal?.throwIfAborted();
      if (rows.length === 0) return;
      await onRows(rows);
    }
  } finally {
    await cursor.close();
  }
}
