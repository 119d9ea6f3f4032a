/**
 * The folder of a network's datasets, and the dataset in use.
 *
 * A dataset is a folder that is complete before `current.json` points to it, and never changed by a load afterwards: if the process is
 * killed, either the old or the new one is in use. An update changes the one in use in one transaction. A lock file ensures a single
 * writing process.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { isMissingFile } from '../persistence/disk-failure.ts';
import { replaceFile, syncFolder } from '../persistence/replace-file.ts';

const CURRENT = 'current.json';
const ABOUT = 'about.json';
const LOCK = 'writing.json';
const NETWORK = 'network.json';
const DATABASE = 'market.duckdb';
const FOLDER = /^market-[0-9a-f-]{1,36}$/;
/** The writer refreshes its lock more often than this; an older lock is stale. */
const LOCK_LIFE_MS = 60_000;

/** How a dataset was loaded. Its current state is in its table `about`, which updates change. */
export const zDatasetAbout = z.object({
  /** URL or path. */
  source: z.string(),
  etag: z.string().optional(),
  /** Modification time of the object or file. */
  lastModifiedMs: z.number().optional(),
  sourceBytes: z.number().int().min(0),
  loadedAtMs: z.number(),
  rows: z.number().int().min(0),
  rejects: z.number().int().min(0),
  /** Largest epoch at which a deal changed. */
  epoch: z.number().int().optional(),
});
export type DatasetAbout = z.output<typeof zDatasetAbout>;

const zCurrent = z.object({ version: z.literal(1), folder: z.string().regex(FOLDER) });
/** As reported by a node. Other names cannot be typed or printed safely. */
const zNetwork = z.object({ name: z.string().regex(/^[\w.-]{1,100}$/) });
const zLock = z.object({ pid: z.number().int(), token: z.string() });

export interface CurrentDataset {
  readonly folder: string;
  /** Path of the database. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly about: DatasetAbout;
}

/** Another process, or another load of this process, is writing. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

export class DatasetStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Folder of downloaded bytes. */
  get downloadFolder(): string {
    return join(this.folder, 'download');
  }

  async current(): Promise<CurrentDataset | undefined> {
    const text = await readIfThere(join(this.folder, CURRENT));
    if (text === undefined) return undefined;
    const folder = join(this.folder, zCurrent.parse(JSON.parse(text)).folder);
    const about = zDatasetAbout.parse(JSON.parse(await readFile(join(folder, ABOUT), 'utf8')));
    const path = join(folder, DATABASE);
    return { folder, path, about, sizeBytes: (await stat(path)).size };
  }

  /** Network name of the dataset, if a node reported it. */
  async networkName(): Promise<string | undefined> {
    const text = await readIfThere(join(this.folder, NETWORK));
    return text === undefined ? undefined : zNetwork.parse(JSON.parse(text)).name;
  }

  /** Save the network name that a node reports, if there is a dataset. */
  async saveNetworkName(name: string): Promise<void> {
    const network = zNetwork.safeParse({ name });
    if (!network.success || (await this.current()) === undefined || (await this.networkName()) === name) return;
    await replaceFile(join(this.folder, NETWORK), `${JSON.stringify(network.data)}\n`);
  }

  /**
   * Acquire the lock for writing a new dataset.
   *
   * @throws StoreBusy if it is locked
   */
  async startWriting(): Promise<DatasetWriting> {
    await mkdir(this.downloadFolder, { recursive: true, mode: 0o700 });
    const lock = await WriteLock.take(join(this.folder, LOCK));
    await this.clean();
    // A unique name: a suspended process may still write to a dataset that was removed.
    const folder = join(this.folder, `market-${lock.token}`);
    await mkdir(folder, { mode: 0o700 });
    return new DatasetWriting(this, folder, lock);
  }

  /**
   * Run a change of the dataset in use, with the lock. Returns undefined if no dataset is in use.
   *
   * @throws StoreBusy if it is locked
   */
  async change<T>(run: (current: CurrentDataset) => Promise<T>): Promise<T | undefined> {
    if ((await this.current()) === undefined) return undefined;
    const lock = await WriteLock.take(join(this.folder, LOCK));
    try {
      // Another dataset may be in use by now.
      const current = await this.current();
      return current === undefined ? undefined : await run(current);
    } finally {
      await lock.release();
    }
  }

  /** Remove every dataset that is not in use. Only the process that holds the lock may call it. */
  async clean(): Promise<void> {
    const inUse = (await this.current())?.folder;
    for (const name of await this.#folders()) {
      const folder = join(this.folder, name);
      // On Windows an open dataset cannot be removed: the next start does it.
      if (folder !== inUse) await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(ignoreOpenFiles);
    }
  }

  /** The same at startup, when another process may be loading. */
  async cleanUnlessWriting(): Promise<void> {
    if (await removeDeadLock(join(this.folder, LOCK))) await this.clean();
  }

  async #folders(): Promise<string[]> {
    try {
      return (await readdir(this.folder)).filter((name) => FOLDER.test(name));
    } catch (error) {
      if (isMissingFile(error)) return [];
      throw error;
    }
  }
}

/** The lock file of the writer, until `release`. */
class WriteLock {
  readonly token: string;
  readonly #path: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.token = token;
    // If a refresh fails the lock becomes stale; `isHeld` notices if another process took over.
    this.#timer = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), LOCK_LIFE_MS / 4);
    this.#timer.unref();
  }

  /** @throws StoreBusy */
  static async take(path: string): Promise<WriteLock> {
    const token = randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      try {
        const file = await open(path, 'wx', 0o600);
        await file.writeFile(JSON.stringify({ pid: process.pid, token }));
        await file.close();
        return new WriteLock(path, token);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
        if (attempt === 3 || !(await removeDeadLock(path))) {
          throw new StoreBusy('Another load or update of this network is running. Stop it, or wait until it ends.');
        }
      }
    }
  }

  async isHeld(): Promise<boolean> {
    const held = await readIfThere(this.#path);
    return held !== undefined && parseLock(held)?.token === this.token;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    if (await this.isHeld()) await rm(this.#path, { force: true });
  }
}

/** Lock for writing a dataset, until `end`. */
export class DatasetWriting {
  /** Path of the database being written. */
  readonly path: string;
  readonly #store: DatasetStore;
  readonly #folder: string;
  readonly #lock: WriteLock;

  constructor(store: DatasetStore, folder: string, lock: WriteLock) {
    this.#store = store;
    this.#folder = folder;
    this.#lock = lock;
    this.path = join(folder, DATABASE);
  }

  /** Make the dataset, whose database is closed, the one in use. */
  async commit(about: DatasetAbout): Promise<void> {
    if (!(await this.#lock.isHeld())) throw new StoreBusy('Another load took over while this one was suspended. Load again.');
    await rm(join(this.#folder, 'temporary'), { recursive: true, force: true });
    const database = await open(this.path, 'r+');
    try {
      await database.sync();
    } finally {
      await database.close();
    }
    await replaceFile(join(this.#folder, ABOUT), `${JSON.stringify(zDatasetAbout.parse(about), undefined, 2)}\n`);
    await syncFolder(this.#folder);
    const root = this.#store.folder;
    await syncFolder(root);
    await replaceFile(join(root, CURRENT), `${JSON.stringify({ version: 1, folder: basename(this.#folder) })}\n`);
  }

  /** Remove the replaced dataset, or this one if it was not committed, and release the lock. Does nothing if another process took over. */
  async end(): Promise<void> {
    try {
      if (await this.#lock.isHeld()) await this.#store.clean();
    } finally {
      await this.#lock.release();
    }
  }
}

/** Whether the lock is stale; if so, it is removed. */
async function removeDeadLock(lock: string): Promise<boolean> {
  const text = await readIfThere(lock);
  if (text === undefined) return true;
  const held = parseLock(text);
  const ageMs = Date.now() - (await stat(lock).catch(() => ({ mtimeMs: 0 }))).mtimeMs;
  // May be partially written by a process that just acquired it.
  const isAlive = held === undefined ? ageMs < LOCK_LIFE_MS / 10 : ageMs < LOCK_LIFE_MS && isRunning(held.pid);
  if (isAlive) return false;
  // Rename first: of two processes that find it stale, only one succeeds.
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (isMissingFile(error)) return true;
    throw error;
  }
  await rm(aside, { force: true });
  return true;
}

function parseLock(text: string): z.output<typeof zLock> | undefined {
  try {
    return zLock.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function ignoreOpenFiles(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'EBUSY' && code !== 'EPERM' && code !== 'ENOTEMPTY') throw error;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
