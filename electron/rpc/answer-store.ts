/**
 * Answers that can never change, kept in a folder over restarts: one file an answer, the least recently used removed first.
 *
 * Trusts nothing that it reads back: a file counts only where its checksum over key and reply agrees, and is removed otherwise. What
 * is kept is a node's own reply, so it is read as carefully as one that comes over the wire. The key names the connection and the
 * address, so that no endpoint can answer for another; it is hashed, not written, since an address may hold a token. Failures of the
 * disk are logged and cost an answer, never a call. Called by the node client.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Logger } from '../platform/ports.ts';

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;
const DEFAULT_MAX_FILES = 20_000;
/** A larger answer is a small part of nothing: asking again is better than pushing out all others. */
const LARGEST_PART = 8;
/** Answers waiting to be written, and their bytes; what comes beyond is not kept. */
const MAX_WRITES_WAITING = 200;
const MAX_BYTES_WAITING = 64 * 1024 * 1024;
const SUFFIX = '.answer';
/** Files that a crash left half written. */
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
  /** The reply as it was received. */
  readonly body: Uint8Array;
  /** The id that the reply answers. */
  readonly requestId: number;
  readonly keptAtMs: number;
}

export interface AnswerStoreOptions {
  /** Absolute path; made when first needed. */
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
  /** File name to size, the least recently used first. */
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

  /** The answer kept under this key; undefined where there is none, or none that is whole. */
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
      this.#logger.warn('A kept answer is damaged and was removed', { name });
    } catch (error) {
      this.#logger.warn('A kept answer could not be read', { name, error });
    }
    await this.#remove(name);
    return undefined;
  }

  /** Keeps an answer; it is on disk some time later. */
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
        this.#logger.warn('An answer could not be kept', { error });
      } finally {
        this.#writesWaiting -= 1;
        this.#bytesWaiting -= sizeBytes;
      }
    });
  }

  /** Resolves once everything that was set is on disk or has failed. */
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
      this.#logger.warn('A kept answer could not be removed', { name, error });
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
      // Not there before the first answer; a folder that cannot be read is told by the first write.
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
        this.#logger.warn('A kept answer could not be read', { name, error });
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
