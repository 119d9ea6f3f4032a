/**
 * LRU cache of immutable answers on disk, one file per answer.
 *
 * Files are untrusted: one whose checksum over key and reply is wrong is removed, and replies are parsed like those of a node. The key
 * contains connection and URL, so that no endpoint answers for another; it is stored as a hash, because a URL may contain a token. Disk
 * failures are logged and never fail a call. Used by the node client.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Logger } from '../platform/ports.ts';

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const DEFAULT_MAX_FILES = 20_000;
/** A larger answer would evict too many others. */
const LARGEST_PART = 8;
/** Limits of the write queue; answers beyond them are not stored. */
const MAX_WRITES_WAITING = 200;
const MAX_BYTES_WAITING = 64 * 1024 * 1024;
const SUFFIX = '.answer';
/** Incomplete files of an earlier crash. */
const UNFINISHED = '.part';
const NAME = /^[0-9a-f]{64}\.answer$/;
const MAX_HEAD_BYTES = 1000;

const zHead = z.object({
  version: z.literal(1),
  requestId: z.number().int(),
  keptAtMs: z.number(),
  sha256: z.string(),
});

export interface StoredAnswer {
  /** The reply as received. */
  readonly body: Uint8Array;
  /** The request id of the reply. */
  readonly requestId: number;
  readonly keptAtMs: number;
}

export interface AnswerStoreOptions {
  /** Absolute path; created when first needed. */
  readonly folder: string;
  readonly logger: Logger;
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

export class AnswerStore {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #maxBytes: number;
  readonly #maxFiles: number;
  /** Sizes by file name, the least recently used first. */
  #files: Map<string, number> | undefined;
  #loading: Promise<Map<string, number>> | undefined;
  #sizeBytes = 0;
  #writesWaiting = 0;
  #bytesWaiting = 0;
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(options: AnswerStoreOptions) {
    this.#folder = options.folder;
    this.#logger = options.logger;
    this.#maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    this.#maxFiles = options.maxFiles ?? DEFAULT_MAX_FILES;
  }

  /** The answer for a key; undefined if absent or damaged. */
  async get(key: string): Promise<StoredAnswer | undefined> {
    const files = this.#files ?? (await this.#load());
    const name = nameOf(key);
    const sizeBytes = files.get(name);
    if (sizeBytes === undefined) {
      return undefined;
    }
    try {
      const answer = readAnswer(await readFile(this.#pathOf(name)), key);
      if (answer !== undefined) {
        if (files.delete(name)) {
          files.set(name, sizeBytes);
        }
        const now = new Date();
        await utimes(this.#pathOf(name), now, now);
        return answer;
      }
      this.#logger.warn('Removed a damaged cached answer', { name });
    } catch (error) {
      this.#logger.warn('Could not read a cached answer', { name, error });
    }
    await this.#remove(name);
    return undefined;
  }

  /** Stores an answer; it is written later. */
  set(key: string, answer: StoredAnswer): void {
    const sizeBytes = answer.body.length;
    const isFull = this.#writesWaiting >= MAX_WRITES_WAITING || this.#bytesWaiting + sizeBytes > MAX_BYTES_WAITING;
    if (sizeBytes > this.#maxBytes / LARGEST_PART || isFull) {
      return;
    }
    this.#writesWaiting += 1;
    this.#bytesWaiting += sizeBytes;
    this.#lastWrite = this.#lastWrite.then(async () => {
      try {
        await this.#write(key, answer);
      } catch (error) {
        this.#logger.warn('Could not cache an answer', { error });
      } finally {
        this.#writesWaiting -= 1;
        this.#bytesWaiting -= sizeBytes;
      }
    });
  }

  /** Resolves when all writes have finished or failed. */
  settled(): Promise<void> {
    return this.#lastWrite;
  }

  async #write(key: string, { body, requestId, keptAtMs }: StoredAnswer): Promise<void> {
    const files = this.#files ?? (await this.#load());
    const name = nameOf(key);
    if (files.has(name)) {
      return;
    }
    const head: z.output<typeof zHead> = { version: 1, requestId, keptAtMs, sha256: checksum(key, requestId, body) };
    const content = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const unfinished = `${this.#pathOf(name)}${UNFINISHED}`;
    await writeFile(unfinished, content, { mode: 0o600 });
    await rename(unfinished, this.#pathOf(name));
    files.set(name, content.length);
    this.#sizeBytes += content.length;
    await this.#makeRoom(files);
  }

  async #makeRoom(files: Map<string, number>): Promise<void> {
    for (const name of files.keys()) {
      if (this.#sizeBytes <= this.#maxBytes && files.size <= this.#maxFiles) {
        return;
      }
      await this.#remove(name);
    }
  }

  async #remove(name: string): Promise<void> {
    const sizeBytes = this.#files?.get(name);
    if (sizeBytes !== undefined) {
      this.#files?.delete(name);
      this.#sizeBytes -= sizeBytes;
    }
    try {
      await rm(this.#pathOf(name), { force: true });
    } catch (error) {
      this.#logger.warn('Could not remove a cached answer', { name, error });
    }
  }

  #load(): Promise<Map<string, number>> {
    this.#loading ??= this.#list().then((found) => {
      this.#files = found;
      return found;
    });
    return this.#loading;
  }

  async #list(): Promise<Map<string, number>> {
    let names: string[];
    try {
      names = await readdir(this.#folder);
    } catch {
      // Absent before the first answer; the first write reports an unreadable folder.
      return new Map();
    }
    const found: { name: string; sizeBytes: number; usedMs: number }[] = [];
    for (const name of names) {
      try {
        if (name.endsWith(UNFINISHED)) {
          await rm(this.#pathOf(name), { force: true });
        } else if (NAME.test(name)) {
          const { size, mtimeMs } = await stat(this.#pathOf(name));
          found.push({ name, sizeBytes: size, usedMs: mtimeMs });
        }
      } catch (error) {
        this.#logger.warn('Could not read a cached answer', { name, error });
      }
    }
    found.sort((left, right) => left.usedMs - right.usedMs);
    this.#sizeBytes = found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return new Map(found.map(({ name, sizeBytes }) => [name, sizeBytes]));
  }

  #pathOf(name: string): string {
    return path.join(this.#folder, name);
  }
}

function readAnswer(content: Buffer, key: string): StoredAnswer | undefined {
  const headEnd = content.subarray(0, MAX_HEAD_BYTES).indexOf('\n');
  if (headEnd < 0) {
    return undefined;
  }
  let head: unknown;
  try {
    head = JSON.parse(content.toString('utf8', 0, headEnd));
  } catch {
    return undefined;
  }
  const parsed = zHead.safeParse(head);
  const body = content.subarray(headEnd + 1);
  if (!parsed.success || parsed.data.sha256 !== checksum(key, parsed.data.requestId, body)) {
    return undefined;
  }
  return { body, requestId: parsed.data.requestId, keptAtMs: parsed.data.keptAtMs };
}

function nameOf(key: string): string {
  return createHash('sha256').update(key).digest('hex') + SUFFIX;
}

function checksum(key: string, requestId: number, body: Uint8Array): string {
  return createHash('sha256').update(`${key}\n${requestId}\n`).update(body).digest('hex');
}
