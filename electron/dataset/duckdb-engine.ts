/**
 * A dataset in a DuckDB file.
 *
 * Statements are sandboxed: only the dataset's folder and files in `exportFolder` are read or written, no extension is installed or
 * loaded, and the configuration is locked. Opened for queries, the file is read-only.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  BIGINT,
  type DuckDBAppender,
  DuckDBBlobType,
  DuckDBBlobValue,
  DuckDBBooleanType,
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDecimalType,
  DuckDBDecimalValue,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  SMALLINT,
  VARCHAR,
} from '@duckdb/node-api';
import bindings from '@duckdb/node-bindings';
import type { BatchColumn, ColumnBatch, DatasetEngine, DatasetWriter, SqlRow, SqlValue } from './engine.ts';
import { type ColumnKind, migrationsOf, SCHEMA_VERSION, TABLES, type TableColumn, type TableName } from './schema.ts';

export interface DuckDbOptions {
  /** Path of the database file. */
  readonly path: string;
  readonly memoryMib: number;
  readonly threads: number;
  /** Additional folder that a COPY can write to. */
  readonly exportFolder?: string;
}

const ROWS_A_CHUNK = bindings.vector_size();
const INTERRUPT_AGAIN_MS = 20;
const MAX_SHORT_TEXT = 256;

const TYPES: Readonly<Record<ColumnKind, DuckDBType>> = {
  bigint: BIGINT,
  smallint: SMALLINT,
  boolean: DuckDBBooleanType.instance,
  decimal: new DuckDBDecimalType(38, 0),
  bytes: DuckDBBlobType.instance,
  text: VARCHAR,
};

/** Open an existing dataset for concurrent queries. An earlier version is migrated first. */
export async function openDuckDb(options: DuckDbOptions): Promise<DatasetEngine> {
  const questions = questionsOf(await openInstance(options, 'READ_ONLY'));
  try {
    if ((await versionOf(questions)) >= SCHEMA_VERSION) return questions;
  } catch (error) {
    await questions.close();
    throw error;
  }
  await questions.close();
  await (await openDuckDbWriter(options)).close();
  return questionsOf(await openInstance(options, 'READ_ONLY'));
}

/** Open a dataset for writing, or create an empty one with the tables of `schema.ts`. */
export async function openDuckDbWriter(options: DuckDbOptions): Promise<DatasetWriter> {
  return writerOf(await openInstance(options, 'READ_WRITE'));
}

/** Open an existing dataset for changes and for concurrent queries, which see committed data. Closing the queries closes both. */
export async function openDuckDbForChanges(
  options: DuckDbOptions,
): Promise<{ readonly writer: DatasetWriter; readonly questions: DatasetEngine }> {
  const instance = await openInstance(options, 'READ_WRITE');
  const writer = await writerOf(instance);
  // An open connection keeps DuckDB's file open, even without its instance.
  return { writer, questions: { ...questionsOf(instance), close: () => writer.close() } };
}

function questionsOf(instance: DuckDBInstance): DatasetEngine {
  const withConnection = async <T>(run: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const connection = await instance.connect();
    try {
      return await run(connection);
    } finally {
      connection.closeSync();
    }
  };
  return {
    dialect: 'duckdb',
    query: (sql, parameters = [], signal) => withConnection((connection) => collect(connection, sql, parameters, signal)),
    stream: (sql, parameters, onRows, signal) => withConnection((connection) => readRows(connection, sql, parameters, onRows, signal)),
    async close() {
      instance.closeSync();
    },
  };
}

async function writerOf(instance: DuckDBInstance): Promise<DatasetWriter> {
  try {
    const connection = await instance.connect();
    await migrate(connection);
    return new DuckDbWriter(instance, connection);
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

export type RowType = 'BIGINT' | 'DECIMAL(38,0)' | 'DOUBLE' | 'BOOLEAN' | 'BLOB' | 'VARCHAR';

/** Create a file with a table `rows` (columns c0, c1 …) for rows of another engine: appended, then queried. */
export async function openDuckDbRows(options: DuckDbOptions, types: readonly RowType[]): Promise<DuckDbRows> {
  const instance = await openInstance(options, 'READ_WRITE');
  try {
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE rows (${types.map((type, index) => `c${index} ${type}`).join(', ')})`);
    const appender = await connection.createAppender('rows');
    return {
      append(rows) {
        for (const row of rows) {
          for (const [index, value] of row.entries()) appendValue(appender, types[index], value);
          appender.endRow();
        }
      },
      complete() {
        appender.closeSync();
        connection.closeSync();
        return questionsOf(instance);
      },
      close: () => instance.closeSync(),
    };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

export interface DuckDbRows {
  append(rows: readonly SqlRow[]): void;
  /** End of the rows. */
  complete(): DatasetEngine;
  close(): void;
}

function appendValue(appender: DuckDBAppender, type: RowType | undefined, value: SqlValue): void {
  if (value === null) appender.appendNull();
  else if (typeof value === 'boolean') appender.appendBoolean(value);
  else if (typeof value === 'string') appender.appendVarchar(value);
  else if (value instanceof Uint8Array) appender.appendBlob(value);
  else if (type === 'DOUBLE') appender.appendDouble(Number(value));
  else if (type === 'DECIMAL(38,0)') appender.appendDecimal(new DuckDBDecimalValue(BigInt(value), 38, 0));
  else appender.appendBigInt(BigInt(value));
}

class DuckDbWriter implements DatasetWriter {
  readonly dialect = 'duckdb';
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;
  readonly #appenders = new Map<string, DuckDBAppender>();
  readonly #chunks = new Map<TableName, DuckDBDataChunk>();
  readonly #texts = new TextWriter();

  constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.#connection = connection;
  }

  async query(sql: string, parameters: readonly SqlValue[] = [], signal?: AbortSignal): Promise<readonly SqlRow[]> {
    this.#closeAppenders();
    return collect(this.#connection, sql, parameters, signal);
  }

  async stream(
    sql: string,
    parameters: readonly SqlValue[],
    onRows: (rows: readonly SqlRow[]) => Promise<void> | void,
    signal?: AbortSignal,
  ): Promise<void> {
    this.#closeAppenders();
    await readRows(this.#connection, sql, parameters, onRows, signal);
  }

  async begin(): Promise<void> {
    await this.#connection.run('BEGIN TRANSACTION');
  }

  async append(table: TableName, batch: ColumnBatch, name: string = table): Promise<void> {
    let appender = this.#appenders.get(name);
    if (appender === undefined) {
      appender = await this.#connection.createAppender(name);
      this.#appenders.set(name, appender);
    }
    const columns: readonly TableColumn[] = TABLES[table];
    let chunk = this.#chunks.get(table);
    if (chunk === undefined) {
      chunk = DuckDBDataChunk.create(columns.map(({ kind }) => TYPES[kind]));
      this.#chunks.set(table, chunk);
    }
    for (let from = 0; from < batch.rowCount; from += ROWS_A_CHUNK) {
      const count = Math.min(ROWS_A_CHUNK, batch.rowCount - from);
      chunk.reset();
      chunk.rowCount = count;
      for (let index = 0; index < columns.length; index += 1) {
        const column = batch.columns[index];
        if (column === undefined || column.kind !== columns[index]?.kind) throw new Error(`Column ${index} of ${table} has another type.`);
        writeColumn(bindings.data_chunk_get_vector(chunk.chunk, index), column, from, count, this.#texts);
      }
      appender.appendDataChunk(chunk);
    }
    // Else it holds 200,000 rows, beside what DuckDB may use.
    appender.flushSync();
  }

  async commit(): Promise<void> {
    this.#closeAppenders();
    await this.#connection.run('COMMIT');
  }

  async rollback(): Promise<void> {
    for (const appender of this.#appenders.values()) appender.clear();
    this.#appenders.clear();
    await this.#connection.run('ROLLBACK');
  }

  async checkpoint(): Promise<void> {
    this.#closeAppenders();
    await this.#connection.run('CHECKPOINT');
  }

  async close(): Promise<void> {
    for (const appender of this.#appenders.values()) appender.clear();
    this.#appenders.clear();
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  /** Rows are visible once their appender is closed. */
  #closeAppenders(): void {
    for (const appender of this.#appenders.values()) appender.closeSync();
    this.#appenders.clear();
  }
}

async function openInstance(options: DuckDbOptions, access: 'READ_ONLY' | 'READ_WRITE'): Promise<DuckDBInstance> {
  const temporaryFolder = join(dirname(options.path), 'temporary');
  if (access === 'READ_WRITE') await mkdir(dirname(options.path), { recursive: true });
  const instance = await DuckDBInstance.create(options.path, {
    access_mode: access,
    memory_limit: `${options.memoryMib}MiB`,
    threads: String(options.threads),
    temp_directory: temporaryFolder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'true',
  });
  try {
    const connection = await instance.connect();
    const { exportFolder } = options;
    if (exportFolder !== undefined) await connection.run(`SET allowed_directories = ['${exportFolder.replaceAll("'", "''")}']`);
    await connection.run('SET enable_external_access = false');
    await connection.run('SET lock_configuration = true');
    connection.closeSync();
  } catch (error) {
    instance.closeSync();
    throw error;
  }
  return instance;
}

/** The version is a row of `about` on every engine. */
async function versionOf({ query }: Pick<DatasetEngine, 'query'>): Promise<number> {
  const tables = await query("SELECT 1 FROM information_schema.tables WHERE table_name = 'about'");
  return tables.length === 0 ? 0 : Number((await query("SELECT value FROM about WHERE key = 'schema_version'"))[0]?.[0]);
}

async function migrate(connection: DuckDBConnection): Promise<void> {
  const version = await versionOf({ query: (sql) => collect(connection, sql, []) });
  if (version > SCHEMA_VERSION) throw new Error(`The dataset has format ${version}; this version of Sextant reads ${SCHEMA_VERSION}.`);
  if (version === SCHEMA_VERSION) return;
  await connection.run('BEGIN TRANSACTION');
  for (const statements of migrationsOf('duckdb').slice(version)) {
    for (const statement of statements) await connection.run(statement);
  }
  await connection.run("DELETE FROM about WHERE key = 'schema_version'");
  await connection.run(`INSERT INTO about VALUES ('schema_version', '${SCHEMA_VERSION}')`);
  await connection.run('COMMIT');
}

async function collect(
  connection: DuckDBConnection,
  sql: string,
  parameters: readonly SqlValue[],
  signal?: AbortSignal,
): Promise<readonly SqlRow[]> {
  const found: SqlRow[] = [];
  await readRows(connection, sql, parameters, (rows) => void found.push(...rows), signal);
  return found;
}

async function readRows(
  connection: DuckDBConnection,
  sql: string,
  parameters: readonly SqlValue[],
  onRows: (rows: readonly SqlRow[]) => Promise<void> | void,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  let interrupting: NodeJS.Timeout | undefined;
  // DuckDB loses an interrupt that precedes the statement: repeat it until the statement ends.
  const interrupt = (): void => {
    connection.interrupt();
    interrupting = setInterval(() => connection.interrupt(), INTERRUPT_AGAIN_MS);
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  let statement: DuckDBPreparedStatement | undefined;
  try {
    statement = await connection.prepare(sql);
    for (const [index, value] of parameters.entries()) bind(statement, index + 1, value);
    const result = await statement.stream();
    for (;;) {
      const chunk = await result.fetchChunk();
      signal?.throwIfAborted();
      if (chunk === null || chunk.rowCount === 0) return;
      await onRows(rowsOf(chunk));
    }
  } catch (error) {
    // An interrupted statement fails with DuckDB's error: report the caller's abort instead.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
    clearInterval(interrupting);
    statement?.destroySync();
  }
}

function bind(statement: DuckDBPreparedStatement, index: number, value: SqlValue): void {
  if (value === null) statement.bindNull(index);
  else if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) === value) statement.bindBigInt(index, value);
    else statement.bindHugeInt(index, value);
  } else if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) statement.bindBigInt(index, BigInt(value));
    else statement.bindDouble(index, value);
  } else if (typeof value === 'string') statement.bindVarchar(index, value);
  else if (typeof value === 'boolean') statement.bindBoolean(index, value);
  else statement.bindBlob(index, value);
}

function rowsOf(chunk: DuckDBDataChunk): SqlRow[] {
  const rows: SqlValue[][] = Array.from({ length: chunk.rowCount }, () => []);
  for (let column = 0; column < chunk.columnCount; column += 1) {
    const vector = chunk.getColumnVector(column);
    const isBigInt = vector.type.typeId === DuckDBTypeId.BIGINT;
    for (const [index, row] of rows.entries()) row.push(toSqlValue(vector.getItem(index), isBigInt));
  }
  return rows;
}

function toSqlValue(value: DuckDBValue, isBigInt: boolean): SqlValue {
  if (value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') {
    return isBigInt && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }
  if (value instanceof DuckDBDecimalValue && value.scale === 0) return value.value;
  if (value instanceof DuckDBBlobValue) return value.bytes;
  throw new Error(`A column has a type that no dataset uses: ${String(value)}`);
}

type Vector = ReturnType<typeof bindings.data_chunk_get_vector>;

function writeColumn(vector: Vector, column: BatchColumn, from: number, count: number, texts: TextWriter): void {
  switch (column.kind) {
    case 'bigint':
      copy(vector, column.words, from * 2, count * 2);
      if (column.nulls !== undefined) writeNulls(vector, column.nulls, from, count);
      return;
    case 'decimal':
      copy(vector, column.words, from * 4, count * 4);
      return;
    case 'smallint':
    case 'boolean':
      copy(vector, column.values, from, count);
      return;
    case 'bytes':
    case 'text':
      texts.write(vector, column, from, count);
      return;
    default:
      column satisfies never;
  }
}

function copy(
  vector: Vector,
  values: Uint32Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
  from: number,
  count: number,
): void {
  const size = values.BYTES_PER_ELEMENT;
  if (from + count > values.length) throw new Error('A column is shorter than its batch.');
  bindings.copy_data_to_vector(vector, 0, values.buffer, values.byteOffset + from * size, count * size);
}

/** One bit per row, set if there is a value. */
function writeNulls(vector: Vector, nulls: Uint8Array<ArrayBuffer>, from: number, count: number): void {
  const bits = new Uint8Array(Math.ceil(count / 64) * 8).fill(0xff);
  for (let row = 0; row < count; row += 1) {
    if (nulls[from + row] === 1) bits[row >> 3] = (bits[row >> 3] ?? 0) & ~(1 << (row & 7));
  }
  bindings.vector_ensure_validity_writable(vector);
  bindings.copy_data_to_vector_validity(vector, 0, bits.buffer, 0, bits.byteLength);
}

/**
 * Writes columns of text and bytes. A view for each row would be most of the garbage of a load: a short value is moved to the beginning of
 * a buffer of which there is a view of each length.
 */
class TextWriter {
  #buffer = new Uint8Array(0);
  #views: readonly Uint8Array[] = [];

  write(vector: Vector, { data, ends }: Extract<BatchColumn, { kind: 'bytes' | 'text' }>, from: number, count: number): void {
    const begin = from === 0 ? 0 : (ends[from - 1] as number);
    const end = ends[from + count - 1] as number;
    this.#reserve(MAX_SHORT_TEXT + end - begin);
    const buffer = this.#buffer;
    buffer.set(data.subarray(begin, end), MAX_SHORT_TEXT);
    let at = MAX_SHORT_TEXT;
    for (let row = 0; row < count; row += 1) {
      const next = MAX_SHORT_TEXT + (ends[from + row] as number) - begin;
      const view = this.#views[next - at];
      if (view !== undefined) buffer.copyWithin(0, at, next);
      bindings.vector_assign_string_element_len(vector, row, view ?? buffer.subarray(at, next));
      at = next;
    }
  }

  #reserve(bytes: number): void {
    if (this.#buffer.length >= bytes) return;
    const buffer = new Uint8Array(bytes * 2);
    this.#buffer = buffer;
    this.#views = Array.from({ length: MAX_SHORT_TEXT + 1 }, (_, length) => buffer.subarray(0, length));
  }
}
