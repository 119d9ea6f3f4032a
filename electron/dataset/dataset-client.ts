/** Client of the dataset workers on the host's thread, for loads, queries and exports. Each load runs in its own worker. */
import { Worker } from 'node:worker_threads';
import type { LaterBlockSource } from '../../shared/domain/ipld/walk.ts';
import { workerEntry } from '../platform/worker-entry.ts';
import type { ClientMessage, DatasetOptions, ServerTarget, WorkerJob, WorkerMessage } from './dataset-protocol.ts';
import type { DatasetAbout } from './dataset-store.ts';
import type { DatasetEngine, SqlRow } from './engine.ts';
import type { LoadProgress, RunningLoad } from './load-market.ts';
import type { MarketSource } from './load-protocol.ts';
import type { MarketTarget, UpdateProgress, UpdateReport } from './mirror/update-market.ts';
import type { ExportPlan, ExportProgress, ExportTarget } from './questions/export-deals.ts';

/** Rows are outside V8's heap and are released with a small, frequently collected young generation. */
const LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 };

/** An error of the worker, with its original name: LoadFailed, LoadStopped, StoreBusy, ServerFailed, or DuckDB's own. */
export class DatasetError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export interface LaunchOptions {
  readonly source: MarketSource;
  /** The folder of the network's datasets. */
  readonly folder: string;
  /** Target server; into the folder without it. */
  readonly server?: ServerTarget | undefined;
  readonly onProgress: (progress: LoadProgress) => void;
}

export function launchLoad({ source, folder, server, onProgress }: LaunchOptions): RunningLoad {
  const worker = launch({ kind: 'load', source, folder, server });
  const done = new Promise<DatasetAbout>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else if (message.kind === 'loaded') resolve(message.about);
      else if (message.kind === 'failed') reject(new DatasetError(message.name, message.message));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new DatasetError('LoadFailed', 'The load ended unexpectedly. Load again.')));
  });
  const tell = (kind: 'pause' | 'resume' | 'stop'): void => worker.postMessage({ kind } satisfies ClientMessage);
  return { done, pause: () => tell('pause'), resume: () => tell('resume'), stop: () => tell('stop') };
}

/** A dataset that is open for queries in its worker, and can be updated to a tipset meanwhile. */
export interface OpenedDataset extends DatasetEngine {
  /** Write rows to a file in the export folder; returns their number. */
  write(plan: ExportPlan, target: ExportTarget): Promise<number>;
  /** Rejects with what `read` rejects with, the reason of `signal`, or a DatasetError: UpdateFailed, StoreBusy. */
  update(request: UpdateRequest): Promise<UpdateReport>;
  /** Call when no update follows soon; resolves once other programs can open the dataset for reading. */
  settle(): Promise<void>;
}

export interface UpdateRequest {
  /** The folder of the network's datasets. */
  readonly folder: string;
  readonly target: MarketTarget;
  readonly read: LaterBlockSource;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UpdateProgress) => void;
}

interface Asked {
  onRows?(rows: readonly SqlRow[]): void;
  onProgress?(progress: ExportProgress): void;
  /** Of an update. */
  onMessage?(message: WorkerMessage): void;
  resolve(rows: number): void;
  reject(error: unknown): void;
}

/** Open a dataset for queries, exports and updates. */
export async function openDataset(options: DatasetOptions): Promise<OpenedDataset> {
  const worker = launch({ kind: 'questions', options });
  const asked = new Map<number, Asked>();
  let nextId = 1;
  let ended: Error | undefined;
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      ended ??= new DatasetError('Closed', 'The dataset was closed.');
      for (const question of asked.values()) question.reject(ended);
      asked.clear();
      resolve();
    });
  });
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'opened') resolve();
      else if (message.kind === 'failed' && message.id === undefined) reject(new DatasetError(message.name, message.message));
      else if (message.kind === 'rows') asked.get(message.id)?.onRows?.(message.rows);
      else if (message.kind === 'written') asked.get(message.id)?.onProgress?.(message.progress);
      else if (message.kind === 'exported') asked.get(message.id)?.resolve(message.rows);
      else if (message.kind === 'answered') asked.get(message.id)?.resolve(0);
      else if (message.kind === 'wanted' || message.kind === 'updating' || message.kind === 'updated')
        asked.get(message.id)?.onMessage?.(message);
      else if (message.kind === 'failed') asked.get(message.id ?? 0)?.reject(new DatasetError(message.name, message.message));
    });
    worker.once('error', (error) => {
      ended = error;
      reject(error);
    });
    worker.once('exit', () => reject(new DatasetError('Closed', 'Could not open the dataset.')));
  });

  /** Send a message and wait for its completion. */
  const ask = async (
    messageOf: (id: number) => ClientMessage,
    signal: AbortSignal | undefined,
    noteOf: (id: number, reject: (error: unknown) => void) => Pick<Asked, 'onRows' | 'onProgress'>,
  ): Promise<number> => {
    signal?.throwIfAborted();
    if (ended !== undefined) throw ended;
    const id = nextId++;
    const abort = (): void => worker.postMessage({ kind: 'abort', id } satisfies ClientMessage);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await new Promise<number>((resolve, reject) => {
        asked.set(id, { ...noteOf(id, reject), resolve, reject });
        worker.postMessage(messageOf(id));
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      asked.delete(id);
    }
  };

  return {
    dialect: 'schema' in options ? 'postgres' : 'duckdb',
    async query(sql, parameters = [], signal) {
      let found: readonly SqlRow[] = [];
      const onRows = (rows: readonly SqlRow[]): void => {
        found = rows;
      };
      await ask(
        (id) => ({ kind: 'query', id, sql, parameters }),
        signal,
        () => ({ onRows }),
      );
      return found;
    },
    async stream(sql, parameters, onRows, signal) {
      await ask(
        (id) => ({ kind: 'stream', id, sql, parameters }),
        signal,
        (id, reject) => ({
          onRows: (rows) =>
            void (async () => {
              try {
                await onRows(rows);
                worker.postMessage({ kind: 'taken', id } satisfies ClientMessage);
              } catch (error) {
                // The receiver of the rows failed: abort the query.
                worker.postMessage({ kind: 'abort', id } satisfies ClientMessage);
                reject(error);
              }
            })(),
        }),
      );
    },
    write: (plan, { file, signal, onProgress }) =>
      ask(
        (id) => ({ kind: 'export', id, plan, file }),
        signal,
        () => (onProgress === undefined ? {} : { onProgress }),
      ),
    update: ({ folder, target, read, signal, onProgress }) =>
      new Promise<UpdateReport>((resolve, reject) => {
        if (signal.aborted || ended !== undefined) {
          reject(signal.aborted ? signal.reason : ended);
          return;
        }
        const id = nextId++;
        let failure: { readonly error: unknown } | undefined;
        const abort = (): void => worker.postMessage({ kind: 'abort', id } satisfies ClientMessage);
        const fail = (error: unknown): void => {
          failure ??= { error };
          abort();
        };
        const stop = (): void => fail(signal.reason);
        signal.addEventListener('abort', stop, { once: true });
        const end = (): void => {
          signal.removeEventListener('abort', stop);
          asked.delete(id);
        };
        asked.set(id, {
          onRows: () => undefined,
          onMessage(message) {
            if (message.kind === 'updating') onProgress(message.progress);
            else if (message.kind === 'wanted')
              read(message.cids).then(
                (blocks) => worker.postMessage({ kind: 'blocks', request: message.request, blocks } satisfies ClientMessage),
                fail,
              );
            else if (message.kind === 'updated') {
              end();
              resolve(message.report);
            }
          },
          resolve: () => undefined,
          // Prefer an error of this side over the worker's.
          reject(error) {
            end();
            reject(failure === undefined ? error : failure.error);
          },
        });
        worker.postMessage({ kind: 'update', id, folder, target } satisfies ClientMessage);
      }),
    settle: () =>
      new Promise<void>((resolve, reject) => {
        if (ended !== undefined) {
          reject(ended);
          return;
        }
        const id = nextId++;
        const end = (settle: () => void): void => {
          asked.delete(id);
          settle();
        };
        asked.set(id, { resolve: () => end(() => resolve()), reject: (error) => end(() => reject(error)) });
        worker.postMessage({ kind: 'settle', id } satisfies ClientMessage);
      }),
    async close() {
      worker.postMessage({ kind: 'close' } satisfies ClientMessage);
      await exited;
    },
  };
}

function launch(job: WorkerJob): Worker {
  return new Worker(workerEntry('dataset-worker'), { workerData: job, resourceLimits: LIMITS });
}
