/**
 * Files of this run only: exports that are being fetched, sessions that are open. What an earlier run left behind is removed when the
 * first one is needed, all of it when the inspector stops. The files hold recordings, which are masked; they are readable to their owner alone.
 */
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFailure } from '../../persistence/disk-failure.ts';

export interface TemporaryFile {
  readonly handle: FileHandle;
  /** Closes and removes it; once is enough, more is no harm. */
  remove(): Promise<void>;
}

export class TemporaryFiles {
  readonly #folder: string;
  #isReady: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** An empty file to write and read. @throws SextantError `disk-failure` */
  async create(): Promise<TemporaryFile> {
    const path = join(this.#folder, randomUUID());
    try {
      this.#isReady ??= this.#clean();
      await this.#isReady;
      const handle = await open(path, 'wx+', 0o600);
      let removed: Promise<void> | undefined;
      return {
        handle,
        remove: () => {
          removed ??= handle.close().then(() => rm(path, { force: true }));
          return removed;
        },
      };
    } catch (error) {
      this.#isReady = undefined;
      throw diskFailure('write', path, error);
    }
  }

  /** Removes everything. */
  async stop(): Promise<void> {
    this.#isReady = undefined;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #clean(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }
}
