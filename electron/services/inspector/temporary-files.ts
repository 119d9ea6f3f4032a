/**
 * Temporary files of the inspector: exports being fetched, opened sessions. Files of an earlier session are removed when the first file is
 * created, all files when the inspector stops. The files contain masked recordings and are readable only by their owner.
 */
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFailure } from '../../persistence/disk-failure.ts';

export interface TemporaryFile {
  readonly handle: FileHandle;
  /** Close and remove the file; may be called more than once. */
  remove(): Promise<void>;
}

export class TemporaryFiles {
  readonly #folder: string;
  /** Resolves when files of an earlier session are removed. */
  #cleaned: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Create an empty file. @throws SextantError `disk-failure` */
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

  /** Remove all files. */
  async stop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Only once, so that files of this session are not removed after a failure to create one. */
  #clean(): Promise<void> {
    this.#cleaned ??= rm(this.#folder, { recursive: true, force: true }).catch((error: unknown) => {
      this.#cleaned = undefined;
      throw error;
    });
    return this.#cleaned;
  }
}
