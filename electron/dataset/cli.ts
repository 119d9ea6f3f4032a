/**
 * `npm run market`: loads a market file into the dataset of a profile, updates it from the chain and exports its deals, without a screen.
 * Progress goes to standard error.
 */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { marketUrlProblem } from '../../shared/deals/market-url.ts';
import { genesisCidOf, nameByGenesis } from '../../shared/domain/chain/networks.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { parseCid } from '../../shared/domain/encoding/cid.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { isMissingFile } from '../persistence/disk-failure.ts';
import { defaultProfileFolder } from '../platform/default-profile.ts';
import { systemClock } from '../platform/system-clock.ts';
import { DatasetStore, StoreBusy } from './dataset-store.ts';
import { LoadFailed, type LoadProgress, LoadStopped, startLoad } from './load-market.ts';
import { SourceError } from './market-file/market-file-error.ts';
import { UpdateFailed, type UpdateProgress } from './mirror/update-market.ts';
import { QueryFailed, runQuery } from './query-command.ts';
import type { ExportForm } from './questions/export-deals.ts';
import { passwordOf } from './server/ask-password.ts';
import { ServerFailed } from './server/server-failure.ts';
import { ServerStore } from './server/server-store.ts';
import { formatServerUrl, parseServerUrl, type ServerAddress } from './server/server-url.ts';

const USAGE = `Usage: npm run market -- load URL|FILE [--to SERVER] [--profile DIR] [--network NAME|GENESIS-CID]
       npm run market -- update [--endpoint URL] [--load] [--claims] [--profile DIR] [--network NAME|GENESIS-CID]
       npm run market -- query 'FILTER' --csv FILE|--parquet FILE [--from SERVER] [--profile DIR] [--network NAME|GENESIS-CID]
  load        load StateMarketDeals.json, plain, .gz or .zst; resumes an interrupted download
  update      update the dataset to the head of an endpoint that serves ChainReadObj
  query       export the deals that match a filter of the Deals screen; '' for all
  --endpoint  URL or TOKEN:MULTIADDRESS (default: FULLNODE_API_INFO, or the active connection of the profile)
  --claims    no block limit for the first read of claims and allocations
  --load      load the market file again if the endpoint serves no blocks and the file has changed
  --to, --from  dataset on a PostgreSQL or YugabyteDB server: postgresql://USER@HOST:5432/DATABASE[?sslmode=…&sslrootcert=FILE];
              the password is read from PGPASSWORD or the terminal
  --profile   profile folder of the dataset (default: the profile of Sextant)
  --network   network of the dataset (default: mainnet): a public network, a network of the profile's datasets or a genesis CID`;
const PROGRESS_INTERVAL_MS = 1000;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_STOPPED = 130;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const command = await readCommand(args);
  if (typeof command === 'string') {
    process.stderr.write(`${command}\n${USAGE}\n`);
    return EXIT_USAGE;
  }
  if ('endpoint' in command) return update(new DatasetStore(folderOf(command)), command);
  const store = storeOf(command);
  try {
    return await ('filter' in command ? query(store, command) : load(store, command));
  } finally {
    if (store instanceof ServerStore) await store.close();
  }
}

function folderOf({ profile, genesisCid }: Pick<LoadCommand, 'profile' | 'genesisCid'>): string {
  return join(profile, 'datasets', genesisCid);
}

function storeOf(command: QueryCommand | LoadCommand): DatasetStore | ServerStore {
  const { server, genesisCid } = command;
  return server === undefined
    ? new DatasetStore(folderOf(command))
    : new ServerStore({ login: { address: server, password: passwordOf(server) }, network: genesisCid, folder: folderOf(command) });
}

async function load(store: DatasetStore | ServerStore, command: LoadCommand): Promise<number> {
  const { source, server, genesisCid } = command;
  const running = startLoad({ source, store, nowMs: Date.now, onProgress: progressWriter() });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => running.stop());
  try {
    const { rows, rejects } = await running.done;
    const place = server === undefined ? folderOf(command) : formatServerUrl(server);
    process.stderr.write(
      `\nLoaded ${rows} deals of ${nameByGenesis(genesisCid)} into ${place}${rejects === 0 ? '' : `; ${rejects} records rejected, see the table rejects`}.\n`,
    );
    return 0;
  } catch (error) {
    if (![LoadFailed, StoreBusy, LoadStopped, ServerFailed].some((kind) => error instanceof kind) || !(error instanceof Error)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return error instanceof LoadStopped ? EXIT_STOPPED : EXIT_FAILED;
  }
}

async function update(store: DatasetStore, command: UpdateCommand): Promise<number> {
  // Imported on demand: the node client takes longer to start than a small load.
  const { LoadNeeded, runUpdate } = await import('../services/dataset/update-command.ts');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    const report = await runUpdate({
      ...command,
      store,
      apiInfo: process.env.FULLNODE_API_INFO,
      clock: systemClock,
      signal: stop.signal,
      onProgress: updateWriter(),
    });
    if (report === undefined) {
      process.stderr.write('The endpoint does not serve the blocks of the market. The market file has not changed since it was loaded.\n');
      return 0;
    }
    const { epoch, added, changed, removed, rejected, blocks, bytes, registry } = report;
    const rejects = rejected === 0 ? '' : `; ${rejected} rejected, see the table rejects`;
    const claims = registry === undefined ? '' : `; ${registry.added} new claims and allocations, ${registry.removed} removed`;
    process.stderr.write(
      `Epoch ${epoch}: ${added} new deals, ${changed} changed, ${removed} removed${rejects}${claims}. ${blocks} blocks, ${bytes} bytes.\n`,
    );
    return 0;
  } catch (error) {
    if (stop.signal.aborted) {
      process.stderr.write('Stopped. The dataset was not changed.\n');
      return EXIT_STOPPED;
    }
    if (error instanceof LoadNeeded && command.isLoadAllowed)
      return load(store, { ...command, source: sourceOf(error.source), server: undefined });
    const isExpected = [UpdateFailed, LoadNeeded, StoreBusy, SourceError, SextantError].some((kind) => error instanceof kind);
    if (!(isExpected && error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_FAILED;
  }
}

async function query(store: DatasetStore | ServerStore, { filter, form, file, genesisCid }: QueryCommand): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    const rows = await runQuery({
      store,
      genesisCid,
      filter,
      form,
      file,
      nowMs: Date.now(),
      signal: stop.signal,
      onProgress: (count) => process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${count} deals` : `${count} deals\n`),
    });
    process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}Wrote ${rows} deals to ${file}.\n`);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) {
      process.stderr.write('\nStopped. Nothing was written.\n');
      return EXIT_STOPPED;
    }
    if (!(error instanceof QueryFailed || error instanceof ServerFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_FAILED;
  }
}

interface QueryCommand {
  readonly filter: string;
  readonly form: ExportForm;
  readonly file: string;
  readonly profile: string;
  readonly genesisCid: string;
  /** Undefined for this machine. */
  readonly server: ServerAddress | undefined;
}

interface LoadCommand {
  readonly source: { readonly url: string } | { readonly path: string };
  readonly profile: string;
  readonly genesisCid: string;
  /** Undefined for this machine. */
  readonly server: ServerAddress | undefined;
}

interface UpdateCommand {
  readonly endpoint: string | undefined;
  readonly isLoadAllowed: boolean;
  readonly readsAllClaims: boolean;
  readonly profile: string;
  readonly genesisCid: string;
}

function sourceOf(text: string): LoadCommand['source'] {
  if (!/^https?:\/\//i.test(text)) return { path: resolve(text) };
  const problem = marketUrlProblem(text);
  if (problem !== undefined) throw new Error(problem);
  return { url: text };
}

/** Parse the command line. Returns an error text if it is invalid. */
async function readCommand(args: readonly string[]): Promise<LoadCommand | UpdateCommand | QueryCommand | string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        profile: { type: 'string' },
        network: { type: 'string' },
        csv: { type: 'string' },
        parquet: { type: 'string' },
        endpoint: { type: 'string' },
        load: { type: 'boolean' },
        claims: { type: 'boolean' },
        to: { type: 'string' },
        from: { type: 'string' },
      },
    });
    const [name, source, ...rest] = positionals;
    if (name !== 'load' && name !== 'query' && name !== 'update')
      return name === undefined ? 'Missing command.' : `Unknown command ${name}.`;
    const profile = resolve(values.profile ?? defaultProfileFolder());
    if (name === 'update' && source !== undefined) return 'The update command takes no file. Use --endpoint.';
    if (name !== 'update' && (source === undefined || rest.length > 0))
      return name === 'load' ? 'Specify one URL or file.' : 'Specify one quoted filter.';
    const genesisCid = await genesisOf(values.network ?? 'mainnet', profile);
    if ((values.to !== undefined && name !== 'load') || (values.from !== undefined && name !== 'query')) {
      return '--to is for load, and --from is for query. The update command only updates a dataset in a profile.';
    }
    if (source === undefined)
      return {
        endpoint: values.endpoint,
        isLoadAllowed: values.load === true,
        readsAllClaims: values.claims === true,
        profile,
        genesisCid,
      };
    const url = values.to ?? values.from;
    const server = url === undefined ? undefined : parseServerUrl(url);
    if (name === 'query') {
      const file = values.csv ?? values.parquet;
      if (file === undefined || (values.csv !== undefined && values.parquet !== undefined))
        return 'Specify one file with --csv or --parquet.';
      const form = values.csv === undefined ? 'parquet' : 'csv';
      return { filter: source, form, file: resolve(file), profile, genesisCid, server };
    }
    return { source: sourceOf(source), profile, genesisCid, server };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Genesis CID of a public network, of a dataset's network in the profile, or as given. @throws Error with the networks of the profile */
async function genesisOf(network: string, profile: string): Promise<string> {
  const known = genesisCidOf(network);
  if (known !== undefined) return known;
  try {
    return parseCid(network);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  const datasets = await datasetsOf(profile);
  const [found, ...others] = datasets.filter(({ name }) => name === network);
  if (found !== undefined && others.length === 0) return found.genesisCid;
  const list = datasets.map(({ name, genesisCid }) => `\n  ${name}  ${genesisCid}`).join('');
  throw new Error(
    found === undefined
      ? `${network} is neither a network name nor a genesis CID. ${list === '' ? 'The profile has no datasets.' : `Datasets of the profile:${list}`}`
      : `Several networks are named ${network}. Specify the genesis CID.${list}`,
  );
}

async function datasetsOf(profile: string): Promise<readonly { readonly name: string; readonly genesisCid: string }[]> {
  const datasets: { name: string; genesisCid: string }[] = [];
  try {
    const entries = await readdir(join(profile, 'datasets'), { withFileTypes: true });
    for (const { name: genesisCid } of entries.filter((entry) => entry.isDirectory())) {
      const store = new DatasetStore(join(profile, 'datasets', genesisCid));
      if ((await store.current()) !== undefined)
        datasets.push({ name: (await store.networkName()) ?? nameByGenesis(genesisCid), genesisCid });
    }
  } catch (error) {
    if (!isMissingFile(error)) throw error;
  }
  return datasets;
}

/** Progress of a load: one updated line on a terminal, otherwise a line per second. */
function progressWriter(): (progress: LoadProgress) => void {
  const { isTTY } = process.stderr;
  const startedMs = performance.now();
  let reportedMs = -PROGRESS_INTERVAL_MS;
  let note: string | undefined;
  return (progress) => {
    const nowMs = performance.now();
    if (progress.note !== undefined && progress.note !== note) process.stderr.write(`${isTTY ? '\n' : ''}${progress.note}\n`);
    note = progress.note;
    if (nowMs - reportedMs < PROGRESS_INTERVAL_MS && progress.stage === 'reading') return;
    reportedMs = nowMs;
    const seconds = Math.max(0.001, (nowMs - startedMs) / 1000);
    const share =
      progress.bytesTotal === undefined ? '' : ` (${Math.floor((100 * progress.bytesDone) / Math.max(1, progress.bytesTotal))} %)`;
    const left =
      progress.bytesTotal === undefined || progress.bytesDone === 0
        ? ''
        : `, ${Math.ceil(((progress.bytesTotal - progress.bytesDone) * seconds) / progress.bytesDone)} s left`;
    const what =
      progress.stage === 'finishing'
        ? 'Sorting and saving'
        : `${(progress.bytesDone / 1e6).toFixed(0)} MB${share}, ${progress.rows} deals, ${Math.round(progress.rows / seconds)} deals/s${left}`;
    process.stderr.write(isTTY ? `\r\u001b[K${what}` : `${what}\n`);
  };
}

/** Progress of an update, as `progressWriter`. */
function updateWriter(): (progress: UpdateProgress) => void {
  const { isTTY } = process.stderr;
  let reportedMs = -PROGRESS_INTERVAL_MS;
  const words = {
    rebuilding: 'Reading rows',
    comparing: 'Comparing',
    writing: 'Reading changes',
    checking: 'Checking',
    registry: 'Reading claims and allocations',
  } as const;
  return ({ stage, done, total, blocks, bytes }) => {
    const nowMs = performance.now();
    if (nowMs - reportedMs < PROGRESS_INTERVAL_MS) return;
    reportedMs = nowMs;
    const what = `${words[stage]}: ${done}${total === undefined ? '' : ` of ${total}`}; ${blocks} blocks, ${bytes} bytes`;
    process.stderr.write(isTTY ? `\r\u001b[K${what}` : `${what}\n`);
  };
}
