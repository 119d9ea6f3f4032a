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
  /** What an earlier run left behind is gone. */
  #cleaned: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** An empty file to write and read. @throws SextantError `disk-failure` */
  async create(): Promise<TemporaryFile> {
    const path = join(this.#folder, randomUUID());
    try {
      await this.#clean();
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
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
      throw diskFailure('write', path, error);
    }
  }

  /** Removes everything. */
  async stop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Once: files of this run are not to go because one of them could not be made. */
  #clean(): Promise<void> {
    this.#cleaned ??= rm(this.#folder, { recursive: true, force: true }).catch((error: unknown) => {
      this.#cleaned = undefined;
      throw error;
    });
    return this.#cleaned;
  }
}
