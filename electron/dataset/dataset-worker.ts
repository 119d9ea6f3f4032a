/**
 * Entry of the dataset's worker: one for each load, and one for queries, exports and updates, so that they block neither the host nor
 *
 * each other. DuckDB's native code is only loaded here. Controlled by `dataset-client.ts`.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '../../shared/collections/defined.ts';
import type { Cid } from '../../shared/domain/encoding/cid.ts';
import type { ClientMessage, ExportMessage, QuestionMessage, UpdateMessage, WorkerJob, WorkerMessage } from './dataset-protocol.ts';
import { DatasetStore } from './dataset-store.ts';
import type { DatasetEngine } from './engine.ts';
import { LiveDataset } from './live-dataset.ts';
import { startLoad } from './load-market.ts';
import { UpdateFailed, type UpdateProgress, updateMarket } from './mirror/update-market.ts';
import { openPostgres } from './postgres-engine.ts';
import type { ExportProgress } from './questions/export-deals.ts';
import { ServerStore } from './server/server-store.ts';
import { writeExport } from './write-export.ts';

if (parentPort === null) throw new Error('The dataset worker must run as a worker.');
const port = parentPort;
const job = workerData as WorkerJob;

if (job.kind === 'load') load();
else await answerQuestions();

function load(): void {
  if (job.kind !== 'load') return;
  const running = startLoad({
    source: job.source,
    store: job.server === undefined ? new DatasetStore(job.folder) : new ServerStore({ ...job.server, folder: job.folder }),
    nowMs: Date.now,
    onProgress: (progress) => send({ kind: 'progress', progress }),
  });
  port.on('message', (message: ClientMessage) => {
    if (message.kind === 'pause') running.pause();
    else if (message.kind === 'resume') running.resume();
    else if (message.kind === 'stop') running.stop();
  });
  running.done.then(
    (about) => end({ kind: 'loaded', about }),
    (error: unknown) => end(failure(error)),
  );
}

async function answerQuestions(): Promise<void> {
  if (job.kind !== 'questions') return;
  const { options } = job;
  let engine: DatasetEngine;
  /** Absent on a server, which is not updated by this worker. */
  let live: LiveDataset | undefined;
  try {
    if ('schema' in options) engine = await openPostgres(options);
    else {
      live = await LiveDataset.open(options);
      engine = live;
    }
  } catch (error) {
    end(failure(error));
    return;
  }
  const aborts = new Map<number, AbortController>();
  const noteAbort = (id: number): AbortController => {
    const abort = new AbortController();
    aborts.set(id, abort);
    return abort;
  };
  const waiting = new Map<number, () => void>();
  const answer = async (message: QuestionMessage): Promise<void> => {
    const { id, sql, parameters } = message;
    const abort = noteAbort(id);
    try {
      if (message.kind === 'query') send({ kind: 'rows', id, rows: await engine.query(sql, parameters, abort.signal) });
      else
        await engine.stream(
          sql,
          parameters,
          async (rows) => {
            const taken = new Promise<void>((resolve) => waiting.set(id, resolve));
            send({ kind: 'rows', id, rows });
            await taken;
          },
          abort.signal,
        );
      send({ kind: 'answered', id });
    } catch (error) {
      send(failure(error, id));
    } finally {
      aborts.delete(id);
      waiting.delete(id);
    }
  };
  const write = async ({ id, plan, file }: ExportMessage): Promise<void> => {
    const abort = noteAbort(id);
    try {
      const onProgress = (progress: ExportProgress): void => send({ kind: 'written', id, progress });
      const run = (): Promise<number> => writeExport(engine, plan, { file, signal: abort.signal, onProgress });
      const rows = await (live === undefined ? run() : live.hold(run));
      send({ kind: 'exported', id, rows });
    } catch (error) {
      send(failure(error, id));
    } finally {
      aborts.delete(id);
    }
  };
  const blocks = new Map<number, (blocks: readonly Uint8Array[]) => void>();
  let nextRequest = 1;
  const update = async ({ id, folder, target }: UpdateMessage): Promise<void> => {
    const { signal } = noteAbort(id);
    try {
      const report = await new DatasetStore(folder).change((current) => {
        if (live === undefined || 'schema' in options || current.path !== options.path)
          throw new UpdateFailed('Another dataset is now in use. Update again.');
        return live.change((writer) => updateMarket({ writer, target, read, nowMs: Date.now(), signal, onProgress }), signal);
      });
      if (report === undefined) throw new UpdateFailed('The dataset is no longer in use.');
      send({ kind: 'updated', id, report });
    } catch (error) {
      send(failure(error, id));
    } finally {
      aborts.delete(id);
    }

    function read(cids: readonly Cid[]): Promise<readonly Uint8Array[]> {
      return new Promise((resolve, reject) => {
        const request = nextRequest++;
        const stop = (): void => end(() => reject(signal.reason as Error));
        const end = (settle: () => void): void => {
          blocks.delete(request);
          signal.removeEventListener('abort', stop);
          settle();
        };
        signal.addEventListener('abort', stop, { once: true });
        blocks.set(request, (found) => end(() => resolve(found)));
        send({ kind: 'wanted', id, request, cids });
      });
    }
    function onProgress(progress: UpdateProgress): void {
      send({ kind: 'updating', id, progress });
    }
  };
  port.on('message', (message: ClientMessage) => {
    if (message.kind === 'update') void update(message);
    else if (message.kind === 'export') void write(message);
    else if (message.kind === 'blocks') blocks.get(message.request)?.(message.blocks);
    else if (message.kind === 'settle')
      (live?.settle() ?? Promise.resolve()).then(
        () => send({ kind: 'answered', id: message.id }),
        (error: unknown) => send(failure(error, message.id)),
      );
    else if (message.kind === 'query' || message.kind === 'stream') void answer(message);
    else if (message.kind === 'taken') waiting.get(message.id)?.();
    else if (message.kind === 'abort') {
      aborts.get(message.id)?.abort();
      waiting.get(message.id)?.();
    } else if (message.kind === 'close') {
      for (const abort of aborts.values()) abort.abort();
      void engine.close().then(() => port.close());
    }
  });
  send({ kind: 'opened' });
}

function send(message: WorkerMessage): void {
  port.postMessage(message);
}

function end(message: WorkerMessage): void {
  send(message);
  port.close();
}

function failure(error: unknown, id?: number): WorkerMessage {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return { kind: 'failed', name, message, ...defined({ id }) };
}
