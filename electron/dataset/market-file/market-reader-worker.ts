/**
 * Reads a market file in its own thread, concurrently with writing.
 *
 * Controlled by its load; sends rows and waits until they are taken.
 */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { defined } from '../../../shared/collections/defined.ts';
import type { ReaderCommand, ReaderMessage, ReaderOptions } from '../load-protocol.ts';
import { openFileSource } from './file-source.ts';
import { MarketFileError, SourceError } from './market-file-error.ts';
import { MarketReader } from './market-reader.ts';
import { unpack } from './unpack.ts';
import { forgetReceived, readUrl, StartsAnew, type UrlObject } from './url-source.ts';

const BATCH_ROWS = 8192;
/** Maximum unacknowledged messages with rows. */
const MAX_WAITING = 2;
const PROGRESS_MS = 250;
/** Limit for objects that change with every request. */
const MAX_STARTS = 5;

if (parentPort === null) throw new Error('The market reader must run as a worker.');
const port = parentPort;
const { source, folder } = workerData as ReaderOptions;
const stopping = new AbortController();
const changes = new EventTarget();
let waiting = 0;
let isPaused = false;
let reader = new MarketReader(BATCH_ROWS);

port.on('message', (command: ReaderCommand) => {
  if (command.kind === 'taken') {
    waiting -= 1;
    reader.reuse(command.buffers);
  } else if (command.kind === 'stop') stopping.abort();
  else isPaused = command.kind === 'pause';
  changes.dispatchEvent(new Event('change'));
});

try {
  await run();
} catch (error) {
  if (!stopping.signal.aborted) {
    // Received bytes that are not a market file must not be used again.
    if (error instanceof MarketFileError && 'url' in source) await forgetReceived(folder);
    send({ kind: 'failed', message: sentenceOf(error) });
  }
}
port.close();

async function run(): Promise<void> {
  let note: string | undefined;
  for (let start = 1; ; start += 1) {
    try {
      await readOnce(note);
      return;
    } catch (error) {
      if (!(error instanceof StartsAnew)) throw error;
      if (start === MAX_STARTS) throw new SourceError('The file on the server changes faster than it can be downloaded. Try again later.');
      note = error.message;
    }
  }
}

async function readOnce(note: string | undefined): Promise<void> {
  let packedBytes = 0;
  let toldBytes = 0;
  reader = new MarketReader(BATCH_ROWS);
  // By a timer, not by chunks, so that a stalled download shows everything it received.
  const progress = setInterval(() => {
    if (packedBytes === toldBytes) return;
    toldBytes = packedBytes;
    send({ kind: 'read', bytesRead: packedBytes });
  }, PROGRESS_MS);
  try {
    for await (const chunk of unpack(counted(await chunksOf(note), (bytes) => (packedBytes += bytes)))) {
      reader.push(chunk);
      while (reader.read() === 'full') await sendRows(packedBytes);
      await goingOn();
    }
    reader.finish();
    await sendRows(packedBytes, { isOrdered: reader.isOrdered, unpackedBytes: reader.bytesRead });
  } finally {
    clearInterval(progress);
  }
}

async function chunksOf(note: string | undefined): Promise<AsyncIterable<Uint8Array>> {
  if ('path' in source) {
    const file = await openFileSource(source.path);
    send({ kind: 'began', facts: { sizeBytes: file.sizeBytes, lastModifiedMs: file.modifiedMs }, keptBytes: 0, note });
    return file.chunks();
  }
  return readUrl({
    url: source.url,
    folder,
    signal: stopping.signal,
    sleep: async (delayMs, signal) => sleep(delayMs, undefined, { signal }),
    onObject: (object, keptBytes) => send({ kind: 'began', facts: factsOf(object), keptBytes, note }),
    onNote: (text) => send({ kind: 'note', note: text }),
  });
}

function factsOf({ etag, lastModified, sizeBytes }: UrlObject): { etag?: string; lastModifiedMs?: number; sizeBytes?: number } {
  const lastModifiedMs = Date.parse(lastModified ?? '');
  return {
    ...defined({ etag }),
    ...(Number.isNaN(lastModifiedMs) ? {} : { lastModifiedMs }),
    ...defined({ sizeBytes }),
  };
}

async function* counted(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

async function sendRows(bytesRead: number, end?: { readonly isOrdered: boolean; readonly unpackedBytes: number }): Promise<void> {
  const { batches: full, rejects } = reader.take();
  const batches = full.map((batch) => ({ deals: batch.deals(), cids: batch.cids(), buffers: batch.buffers }));
  while (waiting >= MAX_WAITING) await changed();
  waiting += 1;
  port.postMessage(
    { kind: 'rows', batches, rejects, bytesRead, ...defined({ end }) } satisfies ReaderMessage,
    batches.flatMap(({ buffers }) => [buffers.columns, buffers.label]),
  );
  await goingOn();
}

/** Wait while the load is paused. */
async function goingOn(): Promise<void> {
  stopping.signal.throwIfAborted();
  while (isPaused) await changed();
}

async function changed(): Promise<void> {
  await once(changes, 'change', { signal: stopping.signal });
}

function send(message: ReaderMessage): void {
  port.postMessage(message);
}

function sentenceOf(error: unknown): string {
  if (error instanceof MarketFileError || error instanceof SourceError) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return 'The disk is full. Free some space and load again; the download is kept.';
  const where = 'url' in source ? source.url : source.path;
  return `Could not read ${where}${code === undefined ? '' : ` (${code})`}: ${cause instanceof Error ? cause.message : String(cause)}.`;
}
