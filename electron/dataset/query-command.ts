/** `npm run market -- query`: exports the matching deals of a dataset. */
import { dirname } from 'node:path';
import { DEAL_FILTER } from '../../shared/deals/deal-filter.ts';
import { NETWORKS, networkByGenesis } from '../../shared/domain/networks.ts';
import { parseFilter } from '../../shared/filter/filter.ts';
import type { DatasetStore } from './dataset-store.ts';
import { type DuckDbOptions, openDuckDb } from './duckdb-engine.ts';
import type { DatasetEngine } from './engine.ts';
import { type DatasetFacts, readFacts } from './mirror/dataset-facts.ts';
import { openPostgres, type PostgresOptions } from './postgres-engine.ts';
import { filterCondition } from './questions/deal-filter-sql.ts';
import { type ExportForm, type ExportProgress, planDealExport } from './questions/export-deals.ts';
import type { ServerStore } from './server/server-store.ts';
import { writeExport } from './write-export.ts';

const MEMORY_MIB = 512;
const THREADS = 2;

/** A user error: no dataset, or an invalid filter. */
export class QueryFailed extends Error {
  override readonly name = 'QueryFailed';
}

export interface QueryOptions {
  readonly store: DatasetStore | ServerStore;
  readonly genesisCid: string;
  readonly filter: string;
  readonly form: ExportForm;
  readonly file: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** Resolves with the number of exported deals. @throws QueryFailed */
export async function runQuery({ store, genesisCid, filter, form, file, nowMs, signal, onProgress }: QueryOptions): Promise<number> {
  const parsed = parseFilter(filter, DEAL_FILTER);
  const [problem] = parsed.problems;
  if (problem !== undefined) throw new QueryFailed(`Invalid filter: ${problem.message}`);
  const current = await store.current();
  if (current === undefined) throw new QueryFailed('No dataset for this network. Load a market file first.');
  const name = networkByGenesis(genesisCid);
  const clock = NETWORKS.find((network) => network.name === name);
  const epochOf = (timeMs: number): number | undefined =>
    clock === undefined ? undefined : (timeMs - clock.genesisTimeMs) / (clock.blockDelaySeconds * 1000);
  const source =
    'server' in current ? current.server : { path: current.path, memoryMib: MEMORY_MIB, threads: THREADS, exportFolder: dirname(file) };
  const asOf = (await factsOf(source)).epoch ?? 0;
  const moment = { head: Math.max(asOf, Math.floor(epochOf(nowMs) ?? asOf)), asOf, epochOf };
  const letter = clock?.letter ?? 't';
  const dialect = 'schema' in source ? 'postgres' : 'duckdb';
  const condition = filterCondition(parsed.node, { dialect, letter, moment });
  const plan = planDealExport(form, condition, { dialect, letter, moment, clock });
  const target = { file, signal, onProgress: ({ rows }: ExportProgress) => (rows === undefined ? undefined : onProgress(rows)) };
  const engine = await openSource(source);
  try {
    return await writeExport(engine, plan, target);
  } finally {
    await engine.close();
  }
}

function openSource(source: DuckDbOptions | PostgresOptions): Promise<DatasetEngine> {
  return 'schema' in source ? openPostgres(source) : openDuckDb(source);
}

async function factsOf(source: DuckDbOptions | PostgresOptions): Promise<DatasetFacts> {
  const engine = await openSource(source);
  try {
    return await readFacts(engine);
  } finally {
    await engine.close();
  }
}
