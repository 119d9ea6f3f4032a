/**
 * Loads a market file into a new dataset, which replaces the old one once it is complete.
 *
 * A worker reads and this thread writes. The old dataset is not touched before the new one is on disk; a failed load only leaves the
 * downloaded bytes.
 */

import { Worker } from 'node:worker_threads';
import { defined } from '../../shared/collections/defined.ts';
import { isFullDisk } from '../persistence/disk-failure.ts';
import { workerEntry } from '../platform/worker-entry.ts';
import { bigintColumn, textColumn } from './columns.ts';
import type { DatasetAbout, DatasetStore, DatasetWriting } from './dataset-store.ts';
import { openDuckDbWriter } from './duckdb-engine.ts';
import type { ColumnBatch, DatasetWriter } from './engine.ts';
import type { MarketSource, ReaderCommand, ReaderMessage, ReaderOptions, RowBatch, SourceFacts } from './load-protocol.ts';
import type { Reject } from './market-file/market-reader.ts';
import { forgetReceived } from './market-file/url-source.ts';
import { createIndexes } from './postgres-engine.ts';
import { createTable } from './schema.ts';
import type { ServerStore, ServerWriting } from './server/server-store.ts';

/** DuckDB's memory limit; together with two Node threads it stays below 512 MB. */
const WRITER_MIB = 64;
const WRITER_THREADS = 1;
const READER_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

export interface LoadProgress {
  readonly stage: 'reading' | 'finishing';
  /** Of the packed file. */
  readonly bytesDone: number;
  readonly bytesTotal?: number | undefined;
  readonly rows: number;
  readonly rejects: number;
  /** Notice for the user: a resumed download, a changed file. */
  readonly note?: string | undefined;
}

export interface LoadOptions {
  readonly source: MarketSource;
  readonly store: DatasetStore | ServerStore;
  readonly nowMs: () => number;
  readonly onProgress: (progress: LoadProgress) => void;
}

export interface RunningLoad {
  readonly done: Promise<DatasetAbout>;
  pause(): void;
  resume(): void;
  /** `done` rejects with LoadStopped. */
  stop(): void;
}

export class LoadStopped extends Error {
  override readonly name = 'LoadStopped';
}

/** The load failed; the message is for the user, and the dataset in use is unchanged. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed';
}

export function startLoad(options: LoadOptions): RunningLoad {
  const load = new MarketLoad(options);
  return { done: load.run(), pause: () => load.tell('pause'), resume: () => load.tell('resume'), stop: () => load.stop() };
}

class MarketLoad {
  readonly #options: LoadOptions;
  readonly #stopping = new AbortController();
  #reader: Worker | undefined;
  #isPaused = false;
  #facts: SourceFacts = {};
  #note: string | undefined;
  #bytesDone = 0;
  #rows = 0;
  #rejects = 0;
  #stage: LoadProgress['stage'] = 'reading';

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  tell(kind: 'pause' | 'resume'): void {
    this.#isPaused = kind === 'pause';
    this.#reader?.postMessage({ kind } satisfies ReaderCommand);
  }

  stop(): void {
    this.#stopping.abort(new LoadStopped('The load was stopped.'));
    this.#reader?.postMessage({ kind: 'stop' } satisfies ReaderCommand);
  }

  async run(): Promise<DatasetAbout> {
    const writing = await this.#options.store.startWriting();
    try {
      const about = await this.#write(writing);
      await writing.commit(about);
      await forgetReceived(this.#options.store.downloadFolder);
      return about;
    } catch (error) {
      this.#stopping.signal.throwIfAborted();
      throw isFullDisk(error)
        ? new LoadFailed('The disk is full. The dataset in use was not changed. Free some space and load again.')
        : error;
    } finally {
      await this.#reader?.terminate();
      await writing.end();
    }
  }

  async #write(writing: DatasetWriting | ServerWriting): Promise<DatasetAbout> {
    const writer =
      'path' in writing
        ? await openDuckDbWriter({ path: writing.path, memoryMib: WRITER_MIB, threads: WRITER_THREADS })
        : await writing.openWriter();
    try {
      const end = await this.#readInto(writer);
      this.#stage = 'finishing';
      this.#tellProgress();
      if (this.#rows === 0) throw new LoadFailed('The file contains no deals.');
      const { signal } = this.#stopping;
      if (writer.dialect === 'duckdb') await sortRows(writer, end.isOrdered, signal);
      else await createIndexes(writer, signal);
      const about = await this.#aboutOf(writer);
      if (writer.dialect === 'duckdb') await writer.commit();
      await writer.checkpoint();
      signal.throwIfAborted();
      return about;
    } finally {
      await writer.close();
    }
  }

  /** Write rows from the reader until its end; rejects with its failure. */
  async #readInto(writer: DatasetWriter): Promise<{ readonly isOrdered: boolean }> {
    const { source, store } = this.#options;
    const { signal } = this.#stopping;
    // Attach before starting the reader, whose messages would be lost.
    await beginEmpty(writer);
    signal.throwIfAborted();
    const reader = new Worker(workerEntry('market-reader-worker'), {
      workerData: { source, folder: store.downloadFolder } satisfies ReaderOptions,
      // Rows are outside of V8's heap, and go when a small young generation is collected often.
      resourceLimits: READER_LIMITS,
    });
    this.#reader = reader;
    if (this.#isPaused) this.tell('pause');
    let previous: Promise<void> = Promise.resolve();
    const ended = new Promise<{ readonly isOrdered: boolean }>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      reader.once('error', reject);
      // The reader ends after sending the last rows, which are still being written.
      reader.once('exit', () => void previous.then(() => reject(new LoadFailed('Reading the file ended unexpectedly. Load again.'))));
      reader.on('message', (message: ReaderMessage) => {
        const taken = previous.then(() => this.#take(writer, message));
        previous = taken.then(
          () => undefined,
          () => undefined,
        );
        taken.then((end) => {
          if (message.kind === 'rows') giveBack(reader, message.batches);
          if (end !== undefined) resolve(end);
        }, reject);
      });
    });
    // The caller closes the writer: not before the last write has ended.
    return ended.finally(() => previous);
  }

  async #take(writer: DatasetWriter, message: ReaderMessage): Promise<{ readonly isOrdered: boolean } | undefined> {
    this.#stopping.signal.throwIfAborted();
    switch (message.kind) {
      case 'failed':
        throw new LoadFailed(message.message);
      case 'began':
        if (this.#rows + this.#rejects > 0) {
          if (writer.dialect === 'duckdb') await writer.rollback();
          await beginEmpty(writer);
        }
        this.#rows = 0;
        this.#rejects = 0;
        this.#bytesDone = 0;
        this.#facts = message.facts;
        this.#note = message.note ?? (message.keptBytes > 0 ? `Resumed after ${message.keptBytes} bytes.` : undefined);
        break;
      case 'note':
        this.#note = message.note;
        break;
      case 'read':
        this.#bytesDone = message.bytesRead;
        break;
      case 'rows': {
        for (const { deals } of message.batches) await writer.append('deals', deals);
        for (const { cids } of message.batches) await writer.append('cids', cids, loadedCids(writer));
        if (message.rejects.length > 0) await writer.append('rejects', rejectBatch(message.rejects));
        this.#rows += message.batches.reduce((sum, { deals }) => sum + deals.rowCount, 0);
        this.#rejects += message.rejects.length;
        this.#bytesDone = message.bytesRead;
        this.#tellProgress();
        return message.end;
      }
      default:
        return message satisfies never;
    }
    this.#tellProgress();
    return undefined;
  }

  async #aboutOf(writer: DatasetWriter): Promise<DatasetAbout> {
    const { source, nowMs } = this.#options;
    const [row] = await writer.query('SELECT greatest(max(last_updated_epoch), max(sector_start_epoch), max(slash_epoch)) FROM deals');
    const epoch = Number(row?.[0] ?? -1);
    const about: DatasetAbout = {
      source: 'url' in source ? source.url : source.path,
      ...defined({ etag: this.#facts.etag, lastModifiedMs: this.#facts.lastModifiedMs }),
      sourceBytes: this.#bytesDone,
      loadedAtMs: nowMs(),
      rows: this.#rows,
      rejects: this.#rejects,
      ...(epoch < 0 ? {} : { epoch }),
    };
    const facts: readonly (readonly [string, string | undefined])[] = [
      ['source', about.source],
      ['etag', about.etag],
      ['last_modified', about.lastModifiedMs === undefined ? undefined : new Date(about.lastModifiedMs).toISOString()],
      ['bytes', String(about.sourceBytes)],
      ['loaded_at', new Date(about.loadedAtMs).toISOString()],
      ['rows', String(about.rows)],
      ['rejects', String(about.rejects)],
      ['epoch', about.epoch === undefined ? undefined : String(about.epoch)],
    ];
    for (const [key, value] of facts) {
      if (value !== undefined) await writer.query('INSERT INTO about VALUES ($1, $2)', [key, value]);
    }
    return about;
  }

  #tellProgress(): void {
    this.#options.onProgress({
      stage: this.#stage,
      bytesDone: this.#bytesDone,
      bytesTotal: this.#facts.sizeBytes,
      rows: this.#rows,
      rejects: this.#rejects,
      note: this.#note,
    });
  }
}

function giveBack(reader: Worker, batches: readonly RowBatch[]): void {
  const buffers = batches.map((batch) => batch.buffers);
  reader.postMessage(
    { kind: 'taken', buffers } satisfies ReaderCommand,
    buffers.flatMap(({ columns, label }) => [columns, label]),
  );
}

/**
 * DuckDB uses one transaction. On a server the rows are not visible before the catalog points to them, and each statement commits
 * separately: not every server can load a market in one transaction.
 */
async function beginEmpty(writer: DatasetWriter): Promise<void> {
  if (writer.dialect === 'duckdb') {
    await writer.begin();
    await writer.query(createTable('duckdb', 'cids', 'cids_loaded'));
  } else {
    for (const table of ['deals', 'cids', 'rejects']) await writer.query(`TRUNCATE ${table}`);
  }
}

/** DuckDB reads few blocks of a sorted table; a server has an index. */
function loadedCids({ dialect }: DatasetWriter): string {
  return dialect === 'duckdb' ? 'cids_loaded' : 'cids';
}

async function sortRows(writer: DatasetWriter, areDealsOrdered: boolean, signal: AbortSignal): Promise<void> {
  await writer.query('INSERT INTO cids SELECT * FROM cids_loaded ORDER BY prefix', [], signal);
  await writer.query('DROP TABLE cids_loaded');
  if (areDealsOrdered) return;
  // For files whose keys are not in Go's order.
  await writer.query(createTable('duckdb', 'deals', 'deals_sorted'));
  await writer.query('INSERT INTO deals_sorted SELECT * FROM deals ORDER BY deal_id', [], signal);
  await writer.query('DROP TABLE deals');
  await writer.query('ALTER TABLE deals_sorted RENAME TO deals');
}

function rejectBatch(rejects: readonly Reject[]): ColumnBatch {
  return {
    rowCount: rejects.length,
    columns: [
      bigintColumn(rejects.map(({ byteOffset }) => byteOffset)),
      bigintColumn(rejects.map(({ dealId }) => dealId)),
      textColumn(rejects.map(({ reason }) => reason)),
      // PostgreSQL text cannot contain NUL.
      textColumn(rejects.map(({ record }) => record.replaceAll('\0', '\ufffd'))),
    ],
  };
}
