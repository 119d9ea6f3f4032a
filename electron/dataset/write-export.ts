/** Exports rows of a local or server dataset to a file. DuckDB writes Parquet: rows of a server go through a temporary DuckDB file. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDuckDbRows, type RowType } from './duckdb-engine.ts';
import type { DatasetEngine } from './engine.ts';
import type { ServerEngine } from './postgres-engine.ts';
import { type ExportPlan, type ExportTarget, exportFile, exportParquet } from './questions/export-deals.ts';

const MEMORY_MIB = 256;
const THREADS = 2;

/** Export in the plan's format. Returns the number of rows. */
export function writeExport(engine: DatasetEngine | ServerEngine, plan: ExportPlan, target: ExportTarget): Promise<number> {
  return plan.form === 'parquet' && 'typesOf' in engine ? exportServerParquet(engine, plan, target) : exportFile(engine, plan, target);
}

async function exportServerParquet(engine: ServerEngine, plan: ExportPlan, target: ExportTarget): Promise<number> {
  const { text, parameters, columns } = plan;
  const { file, signal, onProgress } = target;
  const folder = `${file}.rows`;
  await rm(folder, { recursive: true, force: true });
  try {
    const types = (await engine.typesOf(text, parameters)).map(rowType);
    const source = { path: join(folder, 'rows.duckdb'), memoryMib: MEMORY_MIB, threads: THREADS, exportFolder: dirname(file) };
    const copy = await openDuckDbRows(source, types);
    try {
      let rows = 0;
      const take = (chunk: Parameters<typeof copy.append>[0]): void => {
        copy.append(chunk);
        rows += chunk.length;
        onProgress?.({ rows, bytes: 0 });
      };
      await engine.stream(text, parameters, take, signal);
      const list = columns.map(({ name, isTime }, index) => `${isTime === true ? `CAST(c${index} AS TIMESTAMP)` : `c${index}`} AS ${name}`);
      const copied = { ...plan, text: `SELECT ${list.join(', ')} FROM rows`, parameters: [] };
      return await exportParquet(copy.complete(), copied, target);
    } finally {
      copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Times are text. */
function rowType(type: string): RowType {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
      return 'BIGINT';
    case 'numeric':
      return 'DECIMAL(38,0)';
    case 'double precision':
      return 'DOUBLE';
    case 'boolean':
      return 'BOOLEAN';
    case 'bytea':
      return 'BLOB';
    default:
      return 'VARCHAR';
  }
}
