/** `npm run market -- query`: exports the matching deals of a dataset. */
import { statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DEAL_FILTER } from '../../shared/deals/deal-filter.ts';
import { withIds } from '../../shared/deals/filter-ids.ts';
import { formatAddress, idOfAddress, type NetworkLetter, tryParseAddress } from '../../shared/domain/addresses/address.ts';
import { NETWORKS, networkByGenesis } from '../../shared/domain/chain/networks.ts';
import { parseFilter } from '../../shared/filter/filter.ts';
import { isFullDisk } from '../persistence/disk-failure.ts';
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

/** A user error: no dataset, an invalid filter, or a file that cannot be written. */
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
  await requireWritable(file);
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
  const node = parsed.node === undefined ? undefined : await withIds(parsed.node, async (text) => idInLetter(text, letter));
  const condition = filterCondition(node, { dialect, letter, moment });
  const plan = planDealExport(form, condition, { dialect, letter, moment, clock });
  const target = { file, signal, onProgress: ({ rows }: ExportProgress) => (rows === undefined ? undefined : onProgress(rows)) };
  const engine = await openSource(source);
  try {
    return await writeExport(engine, plan, target);
  } catch (error) {
    if (isFullDisk(error)) throw new QueryFailed(`Could not write ${file}: the disk is full.`);
    throw error;
  } finally {
    await engine.close();
  }
}

const WRITE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'its folder is a file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENAMETOOLONG: 'the file name is too long',
};

/** Opens the temporary file of the export, to fail before the query runs. @throws QueryFailed */
async function requireWritable(file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) throw writeProblem(file, 'EISDIR');
    await (await open(partial, 'w', 0o600)).close();
    await rm(partial);
  } catch (error) {
    throw error instanceof Error && 'code' in error ? writeProblem(file, String(error.code)) : error;
  }
}

function writeProblem(file: string, code: string): QueryFailed {
  return new QueryFailed(`Could not write ${file}: ${Object.hasOwn(WRITE_PROBLEMS, code) ? WRITE_PROBLEMS[code] : code}.`);
}

/** An ID address with the network's letter; undefined for any other text. */
function idInLetter(text: string, letter: NetworkLetter): string | undefined {
  const parsed = tryParseAddress(text);
  return parsed === undefined || idOfAddress(parsed) === undefined ? undefined : formatAddress(parsed, letter);
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
