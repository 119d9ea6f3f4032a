/**
 * `npm run market`: loads the file of a network's market into the dataset of a profile and writes deals of it to files, without a screen.
 * Progress on standard error.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseCid } from '../../shared/domain/cid.ts';
import { genesisCidOf } from '../../shared/domain/networks.ts';
import { defaultProfileFolder } from '../platform/default-profile.ts';
import { DatasetStore, StoreBusy } from './dataset-store.ts';
import { LoadFailed, type LoadProgress, LoadStopped, startLoad } from './load-market.ts';
import { QueryFailed, type QueryForm, runQuery } from './query-command.ts';

const USAGE = `Usage: npm run market -- load URL|FILE [--profile DIR] [--network NAME|GENESIS-CID]
       npm run market -- query 'FILTER' --csv FILE|--parquet FILE [--profile DIR] [--network NAME|GENESIS-CID]
  query       writes the deals that pass a filter, in the language of the Deals screen; '' for all
  load        loads StateMarketDeals.json, plain, .gz or .zst; a download that was interrupted is resumed
  --profile   where the dataset is kept (the profile of Sextant)
  --network   whose deals they are (mainnet)`;
const TOLD_EVERY_MS = 1000;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_STOPPED = 130;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const command = readCommand(args);
  if (typeof command === 'string') {
    process.stderr.write(`${command}\n${USAGE}\n`);
    return EXIT_USAGE;
  }
  const store = new DatasetStore(join(command.profile, 'datasets', command.genesisCid));
  if ('filter' in command) return query(store, command);
  const running = startLoad({ source: command.source, store, nowMs: Date.now, onProgress: progressWriter() });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => running.stop());
  try {
    const { rows, rejects } = await running.done;
    process.stderr.write(`\nLoaded ${rows} deals${rejects === 0 ? '' : `; ${rejects} records are not deals, see the table rejects`}.\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof LoadFailed || error instanceof StoreBusy || error instanceof LoadStopped)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    return error instanceof LoadStopped ? EXIT_STOPPED : EXIT_FAILED;
  }
}

async function query(store: DatasetStore, { filter, form, file, genesisCid }: QueryCommand): Promise<number> {
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
    if (!(error instanceof QueryFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    return EXIT_FAILED;
  }
}

interface QueryCommand {
  readonly filter: string;
  readonly form: QueryForm;
  readonly file: string;
  readonly profile: string;
  readonly genesisCid: string;
}

interface LoadCommand {
  readonly source: { readonly url: string } | { readonly path: string };
  readonly profile: string;
  readonly genesisCid: string;
}

/** Parse the command line; a text is the reason why it is invalid. */
function readCommand(args: readonly string[]): LoadCommand | QueryCommand | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { profile: { type: 'string' }, network: { type: 'string' }, csv: { type: 'string' }, parquet: { type: 'string' } },
    });
    const [name, source, ...rest] = positionals;
    if (name !== 'load' && name !== 'query') return name === undefined ? 'A command is missing.' : `Unknown command ${name}.`;
    if (source === undefined || rest.length > 0) return name === 'load' ? 'Name one URL or file.' : 'Give one filter in quotes.';
    const genesisCid = genesisOf(values.network ?? 'mainnet');
    if (genesisCid === undefined) return `${values.network} is not a network and not the CID of a genesis block.`;
    if (name === 'query') {
      const file = values.csv ?? values.parquet;
      if (file === undefined || (values.csv !== undefined && values.parquet !== undefined)) return 'Name one file with --csv or --parquet.';
      const form = values.csv === undefined ? 'parquet' : 'csv';
      return { filter: source, form, file: resolve(file), profile: resolve(values.profile ?? defaultProfileFolder()), genesisCid };
    }
    return {
      source: /^https?:\/\//i.test(source) ? { url: source } : { path: resolve(source) },
      profile: resolve(values.profile ?? defaultProfileFolder()),
      genesisCid,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function genesisOf(network: string): string | undefined {
  const known = genesisCidOf(network);
  if (known !== undefined) return known;
  try {
    return parseCid(network);
  } catch {
    return undefined;
  }
}

/** One line that is written over on a terminal, one a second elsewhere. */
function progressWriter(): (progress: LoadProgress) => void {
  const { isTTY } = process.stderr;
  const startedMs = performance.now();
  let toldMs = -TOLD_EVERY_MS;
  let note: string | undefined;
  return (progress) => {
    const nowMs = performance.now();
    if (progress.note !== undefined && progress.note !== note) process.stderr.write(`${isTTY ? '\n' : ''}${progress.note}\n`);
    note = progress.note;
    if (nowMs - toldMs < TOLD_EVERY_MS && progress.stage === 'reading') return;
    toldMs = nowMs;
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
