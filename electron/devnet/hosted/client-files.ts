/**
 * The folder that represents the disk of the hosted service. Paths come from callers without a token: nothing outside the folder is
 * read or written, and links out of it are not followed.
 */
import { readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RpcError } from '../rpc/rpc-error.ts';

/** Limit, because a commitment blocks for about 15 seconds per GiB. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

export class ClientFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(given: string): Uint8Array {
    const file = this.#realPath(given, given);
    const { size } = statSync(file);
    if (size > MAX_FILE_BYTES)
      throw new RpcError(`read ${given}: larger than ${MAX_FILE_BYTES} bytes, the maximum of this practice service`);
    return readFileSync(file);
  }

  /** Write a new file; fails if it exists. */
  write(given: string, bytes: Uint8Array): void {
    const name = path.basename(given);
    const folder = this.#realPath(path.dirname(given), given);
    try {
      writeFileSync(path.join(folder, name), bytes, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new RpcError(`open ${given}: file exists`);
      throw error;
    }
  }

  /** Resolve a path; fails with Go's error text if it does not exist or is outside the folder. */
  #realPath(given: string, named: string): string {
    const missing = new RpcError(`open ${named}: no such file or directory`);
    let found: string;
    try {
      found = realpathSync(path.resolve(this.#folder, given));
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw missing;
      throw error;
    }
    const folder = realpathSync(this.#folder);
    if (found !== folder && !found.startsWith(folder + path.sep)) throw missing;
    return found;
  }
}
