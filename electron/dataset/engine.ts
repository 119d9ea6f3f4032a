/** Database-independent interface for reading and writing a dataset. */
import type { TableName } from './schema.ts';

export type Dialect = 'duckdb' | 'postgres';

export type SqlValue = bigint | number | string | boolean | Uint8Array | null;

export type SqlRow = readonly SqlValue[];

/**
 * Rows are arrays in column order. BIGINT and smaller are numbers if exact, else bigint; HUGEINT, NUMERIC and DECIMAL
 * are bigint; bytes are Uint8Array. Parameters are $1, $2 … and always bound.
 */
export interface DatasetEngine {
  readonly dialect: Dialect;
  query(sql: string, parameters?: readonly SqlValue[], signal?: AbortSignal): Promise<readonly SqlRow[]>;
  /** Stream rows in chunks; the next chunk is read once `onRows` has resolved. */
  stream(
    sql: string,
    parameters: readonly SqlValue[],
    onRows: (rows: readonly SqlRow[]) => Promise<void> | void,
    signal?: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

/** An engine for changes, with sequential statements on one connection. */
export interface DatasetWriter extends DatasetEngine {
  begin(): Promise<void>;
  /** Append rows, visible to later statements. `name` is another table with the columns of `table`. */
  append(table: TableName, batch: ColumnBatch, name?: string): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  /** Flush everything to disk. */
  checkpoint(): Promise<void>;
}

/**
 * Rows as columns, in the order of `TABLES`. Plain buffers, transferable between threads; integers are
 * little-endian 32-bit words, because BigInt arrays are slow to fill.
 */
export interface ColumnBatch {
  readonly rowCount: number;
  readonly columns: readonly BatchColumn[];
}

export type BatchColumn =
  /** 2 words per row. */
  | { readonly kind: 'bigint'; readonly words: Uint32Array<ArrayBuffer>; readonly nulls?: Uint8Array<ArrayBuffer> }
  /** 4 words per row. */
  | { readonly kind: 'decimal'; readonly words: Uint32Array<ArrayBuffer> }
  | { readonly kind: 'smallint'; readonly values: Int16Array<ArrayBuffer> }
  | { readonly kind: 'boolean'; readonly values: Uint8Array<ArrayBuffer> }
  /** Row i is `data` from `ends[i - 1]` (0 for the first) to `ends[i]`; `text` is UTF-8. */
  | { readonly kind: 'bytes' | 'text'; readonly data: Uint8Array<ArrayBuffer>; readonly ends: Uint32Array<ArrayBuffer> };
