/**
 * Entry of the dataset's worker: one for each load and one for questions and exports, so that neither delays the host or the other.
 *
 * DuckDB's native code is loaded here and nowhere else. Told what to do by `dataset-client.ts` alone.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { ClientMessage, ExportMessage, QuestionMessage, WorkerJob, WorkerMessage } from './dataset-protocol.ts';
import { DatasetStore } from './dataset-store.ts';
import { openDuckDb } from './duckdb-engine.ts';
import type { DatasetEngine } from './engine.ts';
import { startLoad } from './load-market.ts';
import { openPostgres } from './postgres-engine.ts';
import { ServerStore } from './server/server-store.ts';
import { writeExport } from './write-export.ts';

if (parentPort === null) throw new Error('The dataset worker runs as a worker.');
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
  let engine: DatasetEngine;
  try {
    engine = await ('schema' in job.options ? openPostgres(job.options) : openDuckDb(job.options));
  } catch (error) {
    end(failure(error));
    return;
  }
  const aborts = new Map<number, AbortController>();
  const waiting = new Map<number, () => void>();
  const answer = async (message: QuestionMessage): Promise<void> => {
    const { id, sql, parameters } = message;
    const abort = new AbortController();
    aborts.set(id, abort);
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
    const abort = new AbortController();
    aborts.set(id, abort);
    try {
      const rows = await writeExport(engine, plan, {
        file,
        signal: abort.signal,
        onProgress: (progress) => send({ kind: 'written', id, progress }),
      });
      send({ kind: 'exported', id, rows });
    } catch (error) {
      send(failure(error, id));
    } finally {
      aborts.delete(id);
    }
  };
  port.on('message', (message: ClientMessage) => {
    if (message.kind === 'export') void write(message);
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
  return { kind: 'failed', name, message, ...(id === undefined ? {} : { id }) };
}
