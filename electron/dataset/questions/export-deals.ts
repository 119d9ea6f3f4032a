/** All deals that pass a filter as a file: CSV while the rows come, or Parquet. A file is there whole or not at all. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { type CellValue, csvLine, timeCell } from '../../../shared/text/table-text.ts';
import { openDuckDb } from '../duckdb-engine.ts';
import type { DatasetEngine, SqlValue } from '../engine.ts';
import { dealRelation } from './deal-relation.ts';
import { type ExportContext, exportColumns, exportStatement } from './export-columns.ts';
import { raw, render, type Sql, sql } from './sql.ts';

export interface ExportOptions {
  readonly file: string;
  readonly condition: Sql;
  readonly context: ExportContext;
  readonly signal?: AbortSignal;
  /** So many rows are written. */
  readonly onProgress?: (rows: number) => void;
}

const CHUNK_BYTES = 1024 * 1024;

/** Streams: the next rows are asked for when these are in the file. Returns how many rows it has. */
export async function exportCsv(engine: DatasetEngine, { file, condition, context, signal, onProgress }: ExportOptions): Promise<number> {
  const columns = exportColumns(context);
  const { text, parameters } = render(exportStatement(dealRelation(), condition, columns, context.dialect, 'csv'));
  let rows = 0;
  await whole(file, async (partial) => {
    const handle = await open(partial, 'wx');
    try {
      let waiting = csvLine(columns.map(({ name }) => name));
      await engine.stream(
        text,
        parameters,
        async (chunk) => {
          for (const row of chunk) waiting += csvLine(columns.map(({ isTime }, index) => cellOf(row[index], isTime === true)));
          rows += chunk.length;
          if (waiting.length < CHUNK_BYTES) return;
          await write(handle, waiting);
          waiting = '';
          onProgress?.(rows);
        },
        signal,
      );
      await write(handle, waiting);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
  onProgress?.(rows);
  return rows;
}

export interface ParquetSource {
  /** Path of the dataset's DuckDB file. */
  readonly path: string;
  readonly memoryMib: number;
  readonly threads: number;
}

/** By DuckDB itself, on a connection that may write this one file. Returns how many rows it has. */
export async function exportParquet(
  source: ParquetSource,
  { file, condition, context, signal, onProgress }: ExportOptions,
): Promise<number> {
  let rows = 0;
  await whole(file, async (partial) => {
    const engine = await openDuckDb({ ...source, exports: [partial] });
    try {
      const rowsOf = exportStatement(dealRelation(), condition, exportColumns(context), 'duckdb', 'parquet');
      const { text, parameters } = render(
        sql`COPY (${rowsOf}) TO '${raw(partial.replaceAll("'", "''"))}' (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`,
      );
      const [count] = await engine.query(text, parameters, signal);
      rows = Number(count?.[0] ?? 0);
    } finally {
      await engine.close();
    }
  });
  onProgress?.(rows);
  return rows;
}

/** Under a name of its own until everything is in it; what was cut short is taken away. */
async function whole(file: string, fill: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  try {
    await fill(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function write(handle: FileHandle, text: string): Promise<void> {
  await handle.writeFile(text, 'utf8');
}

function cellOf(value: SqlValue | undefined, isTime: boolean): CellValue {
  if (value === null || value === undefined) return '';
  if (isTime) return timeCell(Number(value) * 1000);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return String(value);
}
