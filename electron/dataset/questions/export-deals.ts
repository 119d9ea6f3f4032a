/** Exports rows of a dataset to a file: streamed CSV, or Parquet. Incomplete files are removed. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { type CellValue, csvLine, timeCell } from '../../../shared/text/table-text.ts';
import { isMissingFile } from '../../persistence/disk-failure.ts';
import type { DatasetEngine, SqlRow, SqlValue } from '../engine.ts';
import { type ExportContext, exportColumns, exportStatement } from './export-columns.ts';
import { render, type Sql } from './sql.ts';

export type ExportForm = 'csv' | 'parquet';

/** Plan of an export, as plain data for a worker. */
export interface ExportPlan {
  readonly form: ExportForm;
  /** Statement for the rows. */
  readonly text: string;
  readonly parameters: readonly SqlValue[];
  readonly columns: readonly { readonly name: string; readonly isTime?: boolean }[];
}

export interface ExportProgress {
  /** Absent for Parquet, whose rows are only counted at the end. */
  readonly rows?: number;
  readonly bytes: number;
}

export interface ExportTarget {
  readonly file: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

const CHUNK_BYTES = 1024 * 1024;
const PROGRESS_MS = 500;

/** Plan for the deals that match a condition. */
export function planDealExport(form: ExportForm, condition: Sql, context: ExportContext): ExportPlan {
  const columns = exportColumns(context);
  const statement = render(exportStatement(condition, columns, context.dialect, form));
  return { form, ...statement, columns: columns.map(({ name, isTime }) => ({ name, ...(isTime === true ? { isTime } : {}) })) };
}

/** Stream to CSV: the next rows are read once these are written. Returns the number of rows. */
export async function exportCsv(
  engine: DatasetEngine,
  { text, parameters, columns }: ExportPlan,
  { file, signal, onProgress }: ExportTarget,
): Promise<number> {
  let rows = 0;
  let bytes = 0;
  await whole(file, async (partial) => {
    const handle = await open(partial, 'wx', 0o600);
    try {
      let waiting = csvLine(columns.map(({ name }) => name));
      await engine.stream(
        text,
        parameters,
        async (chunk) => {
          for (const row of chunk) waiting += csvLine(columns.map(({ isTime }, index) => cellOf(row[index], isTime === true)));
          rows += chunk.length;
          if (waiting.length < CHUNK_BYTES) return;
          bytes += await write(handle, waiting);
          waiting = '';
          onProgress?.({ rows, bytes });
        },
        signal,
      );
      bytes += await write(handle, waiting);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
  onProgress?.({ rows, bytes });
  return rows;
}

/** Write Parquet with DuckDB. Returns the number of rows. @param engine engine with write access to the file's folder */
export async function exportParquet(
  engine: DatasetEngine,
  { text, parameters }: ExportPlan,
  { file, signal, onProgress }: ExportTarget,
): Promise<number> {
  let rows = 0;
  await whole(file, async (partial) => {
    const progress = setInterval(() => void sizeOf(partial).then((bytes) => onProgress?.({ bytes })), PROGRESS_MS);
    try {
      const copy = `COPY (${text}) TO '${partial.replaceAll("'", "''")}' (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`;
      // As a stream: updates wait for its end, queries do not.
      const onCount = ([count]: readonly SqlRow[]): void => {
        rows = Number(count?.[0] ?? 0);
      };
      await engine.stream(copy, parameters, onCount, signal);
    } finally {
      clearInterval(progress);
    }
  });
  onProgress?.({ rows, bytes: await sizeOf(file) });
  return rows;
}

/** Export in the plan's format. */
export function exportFile(engine: DatasetEngine, plan: ExportPlan, target: ExportTarget): Promise<number> {
  return plan.form === 'csv' ? exportCsv(engine, plan, target) : exportParquet(engine, plan, target);
}

/** Write to a temporary name until complete; removed on failure. */
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

async function write(handle: FileHandle, text: string): Promise<number> {
  const bytes = Buffer.from(text, 'utf8');
  await handle.writeFile(bytes);
  return bytes.length;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    // Not started yet, or already renamed.
    if (isMissingFile(error)) return 0;
    throw error;
  }
}

function cellOf(value: SqlValue | undefined, isTime: boolean): CellValue {
  if (value === null || value === undefined) return '';
  if (isTime) return timeCell(Number(value) * 1000);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return String(value);
}
