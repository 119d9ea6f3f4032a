/**
 * Downloads a market file to disk, so that an interruption or restart does not lose received bytes.
 *
 * The server is untrusted: kept bytes are only reused if the server confirms by ETag or Last-Modified that it is the same object
 * (If-Range), and a range only if it starts where the kept bytes end. Sends no credentials; follows redirects to HTTP and HTTPS.
 */

import { open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { isMissingFile } from '../../persistence/disk-failure.ts';
import { replaceFile } from '../../persistence/replace-file.ts';
import { readChunks } from './file-source.ts';
import { SourceError } from './market-file-error.ts';

const MAX_REDIRECTS = 5;
const CONNECT_TIMEOUT_MS = 30_000;
/** Timeout without data from the server. */
const SILENCE_TIMEOUT_MS = 60_000;
const MAX_ATTEMPTS = 6;
const FIRST_WAIT_MS = 1000;

export interface UrlObject {
  readonly url: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Absent if the server does not state it. */
  readonly sizeBytes?: number | undefined;
}

const zKept = z.object({
  url: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  sizeBytes: z.number().int().min(0).optional(),
});

export interface UrlSourceOptions {
  readonly url: string;
  /** Folder of received bytes. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Called with each object that is read: the first one, and every replacement. */
  readonly onObject: (object: UrlObject, keptBytes: number) => void;
  /** Notice about an interruption. */
  readonly onNote: (note: string) => void;
}

/** The object changed or cannot be resumed: reading restarts at the first byte. */
export class StartsAnew extends Error {
  override readonly name = 'StartsAnew';
}

type Answer = Awaited<ReturnType<typeof request>>;

/** All bytes of the object: first kept ones, then the missing ones. Call again after StartsAnew. */
export async function* readUrl(options: UrlSourceOptions): AsyncGenerator<Uint8Array, void, undefined> {
  const { folder, url } = options;
  const part = join(folder, 'market.part');
  const about = join(folder, 'market.json');
  const kept = await readKept(about, url);
  let received = kept === undefined ? 0 : await sizeOf(part);
  if (kept !== undefined && received > 0 && validatorOf(kept) !== undefined) {
    if (kept.sizeBytes !== undefined && received > kept.sizeBytes) {
      received = kept.sizeBytes;
      await truncate(part, received);
    }
    options.onObject(kept, received);
    // Request before reading the kept bytes, even if they are complete: they are useless if the object changed.
    const answer = await ask(options, kept, received);
    yield* readChunks(await open(part, 'r'));
    if (answer !== 'complete') yield* receive(options, part, kept, received, answer);
    return;
  }
  await rm(part, { force: true });
  const answer = await ask(options, undefined, 0);
  if (answer === 'complete') throw new SourceError(`${url} is empty.`);
  const object = objectOf(url, answer);
  await replaceFile(about, JSON.stringify(object));
  options.onObject(object, 0);
  yield* receive(options, part, object, 0, answer);
}

/** Delete received bytes. */
export async function forgetReceived(folder: string): Promise<void> {
  await rm(join(folder, 'market.part'), { force: true });
  await rm(join(folder, 'market.json'), { force: true });
}

async function* receive(
  options: UrlSourceOptions,
  part: string,
  object: UrlObject,
  from: number,
  first: Answer,
): AsyncGenerator<Uint8Array, void, undefined> {
  const file = await open(part, 'a');
  let received = from;
  let answer = first;
  try {
    for (let attempt = 0; ; ) {
      try {
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          if (object.sizeBytes !== undefined && received + chunk.length > object.sizeBytes) {
            throw new SourceError(`The server sent more than the ${object.sizeBytes} bytes it announced.`);
          }
          await file.writeFile(chunk);
          received += chunk.length;
          attempt = 0;
          yield chunk;
        }
        if (object.sizeBytes === undefined || received >= object.sizeBytes) {
          await file.sync();
          return;
        }
        throw new Error(`the connection ended after ${received} of ${object.sizeBytes} bytes`);
      } catch (error) {
        options.signal.throwIfAborted();
        if (error instanceof SourceError || isDiskFailure(error)) throw error;
        if (validatorOf(object) === undefined) {
          await forgetReceived(options.folder);
          throw new StartsAnew('The download was interrupted and the server cannot resume it. Starting again from the first byte.');
        }
        attempt += 1;
        if (attempt > MAX_ATTEMPTS) throw new SourceError(`The download stopped: ${reasonOf(error)}. Load again to resume it.`);
        options.onNote(`Connection lost (${reasonOf(error)}). Resuming at byte ${received}.`);
        await options.sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), options.signal);
        const again = await ask(options, object, received).catch((failure: unknown) => {
          if (failure instanceof StartsAnew || failure instanceof SourceError) throw failure;
          options.signal.throwIfAborted();
          return undefined;
        });
        if (again === 'complete') {
          await file.sync();
          return;
        }
        // No data: the response has ended; the next attempt waits longer.
        if (again !== undefined) answer = again;
      }
    }
  } finally {
    await file.close();
    answer.body.destroy();
  }
}

/** Request the object, or the rest of it. `complete` if nothing is missing. */
async function ask(options: UrlSourceOptions, object: UrlObject | undefined, from: number): Promise<Answer | 'complete'> {
  const validator = object === undefined ? undefined : validatorOf(object);
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  if (validator !== undefined && from > 0) Object.assign(headers, { range: `bytes=${from}-`, 'if-range': validator });
  const answer = await follow(options.url, headers, options.signal);
  const { statusCode } = answer;
  if (object === undefined || from === 0) {
    if (statusCode === 200 && (object === undefined || isSame(object, answer))) return answer;
    if (statusCode === 200) return startAnew(options, answer);
  } else {
    const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(String(answer.headers['content-range'] ?? ''));
    if (statusCode === 206 && range?.[1] === String(from) && isSame(object, answer)) return answer;
    // Some servers leave out the length of the object.
    if (statusCode === 416 && (range?.[2] ?? String(object.sizeBytes)) === String(from)) {
      await answer.body.dump();
      return 'complete';
    }
    if (statusCode === 200 || statusCode === 206 || statusCode === 416) return startAnew(options, answer);
  }
  answer.body.destroy();
  if (statusCode === 429 || statusCode >= 500) throw new Error(`HTTP ${statusCode}`);
  throw new SourceError(`${options.url} answered with HTTP ${statusCode}. Check the URL.`);
}

async function startAnew(options: UrlSourceOptions, answer: Answer): Promise<never> {
  answer.body.destroy();
  await forgetReceived(options.folder);
  throw new StartsAnew('The file on the server has changed. Starting again from the first byte.');
}

export async function follow(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Answer> {
  let target = url;
  for (let hops = 0; ; hops += 1) {
    const answer = await request(target, { headers, signal, headersTimeout: CONNECT_TIMEOUT_MS, bodyTimeout: SILENCE_TIMEOUT_MS });
    const { location } = answer.headers;
    if (answer.statusCode < 300 || answer.statusCode >= 400 || typeof location !== 'string') return answer;
    await answer.body.dump();
    target = new URL(location, target).href;
    if (hops === MAX_REDIRECTS || !/^https?:/.test(target)) throw new SourceError(`${url} redirects too often or to another protocol.`);
  }
}

function objectOf(url: string, { headers }: Answer): UrlObject {
  const text = (value: string | string[] | undefined): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  const length = text(headers['content-length']);
  return {
    url,
    ...defined({ etag: text(headers.etag), lastModified: text(headers['last-modified']) }),
    ...(length === undefined || !/^\d{1,15}$/.test(length) ? {} : { sizeBytes: Number(length) }),
  };
}

/** Validator for If-Range: a strong ETag, or the modification time. */
function validatorOf({ etag, lastModified }: UrlObject): string | undefined {
  return etag !== undefined && !etag.startsWith('W/') ? etag : lastModified;
}

/** Detect servers that ignore If-Range. */
function isSame(object: UrlObject, { headers }: Answer): boolean {
  const { etag, 'last-modified': lastModified } = headers;
  if (object.etag !== undefined && etag !== undefined) return etag === object.etag;
  return lastModified === undefined || lastModified === object.lastModified;
}

async function readKept(path: string, url: string): Promise<UrlObject | undefined> {
  try {
    const kept = zKept.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return kept.success && kept.data.url === url ? kept.data : undefined;
  } catch (error) {
    if (isMissingFile(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissingFile(error)) return 0;
    throw error;
  }
}

function isDiskFailure(error: unknown): boolean {
  return (
    error instanceof Error && 'syscall' in error && (error.syscall === 'write' || error.syscall === 'fsync' || error.syscall === 'open')
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? `${cause.message} (${cause.code})` : cause.message;
}
