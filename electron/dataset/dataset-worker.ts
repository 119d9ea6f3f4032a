/**
 * Entry of the dataset's worker: one for each load, for each export and for questions, so that none delays the host or another.
 *
 * DuckDB's native code is loaded here and nowhere else. Told what to do by `dataset-client.ts` alone.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { ClientMessage, QuestionMessage, WorkerJob, WorkerMessage } from './dataset-protocol.ts';
import { DatasetStore } from './dataset-store.ts';
import { openDuckDb } from './duckdb-engine.ts';
import type { DatasetEngine } from './engine.ts';
import { startLoad } from './load-market.ts';
import { type ExportProgress, exportCsv, exportParquet } from './questions/export-deals.ts';

class ExportStopped extends Error {
  override readonly name = 'ExportStopped';
}

if (parentPort === null) throw new Error('The dataset worker runs as a worker.');
const port = parentPort;
const job = workerData as WorkerJob;

if (job.kind === 'load') load();
else if (job.kind === 'export') await writeFile();
else await answerQuestions();

function load(): void {
  if (job.kind !== 'load') return;
  const running = startLoad({
    source: job.source,
    store: new DatasetStore(job.folder),
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

async function writeFile(): Promise<void> {
  if (job.kind !== 'export') return;
  const { options, plan, file } = job;
  const stopping = new AbortController();
  port.on('message', (message: ClientMessage) => {
    if (message.kind === 'stop') stopping.abort(new ExportStopped('The export was stopped.'));
  });
  const target = { file, signal: stopping.signal, onProgress: (progress: ExportProgress) => send({ kind: 'written', progress }) };
  try {
    if (plan.form === 'parquet') {
      end({ kind: 'exported', rows: await exportParquet(options, plan, target) });
      return;
    }
    const engine = await openDuckDb(options);
    try {
      end({ kind: 'exported', rows: await exportCsv(engine, plan, target) });
    } finally {
      await engine.close();
    }
  } catch (error) {
    end(failure(error));
  }
}

async function answerQuestions(): Promise<void> {
  if (job.kind !== 'questions') return;
  let engine: DatasetEngine;
  try {
    engine = await openDuckDb(job.options);
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
  port.on('message', (message: ClientMessage) => {
    if (message.kind === 'query' || message.kind === 'stream') void answer(message);
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
