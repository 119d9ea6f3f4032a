/**
 * The vault file on disk. Only encrypted text, so it may run in the main thread.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { diskFailure, isMissingFile } from '../persistence/disk-failure.ts';
import { replaceFile } from '../persistence/replace-file.ts';

export interface VaultStore {
  /** Read the file; undefined if there is no vault. */
  read(): Promise<string | undefined>;
  /** Replace the file atomically and keep the previous one as a copy. */
  write(text: string): Promise<void>;
  /** Replace the file and the copy. */
  writeBoth(text: string): Promise<void>;
  /** Return what to do if the file cannot be used. */
  recoveryHint(): Promise<string>;
}

export class FileVaultStore implements VaultStore {
  readonly #path: string;

  constructor(file: string) {
    this.#path = file;
  }

  get backupPath(): string {
    return `${this.#path}.bak`;
  }

  /** @throws SextantError `vault-corrupt` if the vault is missing but its copy exists */
  async read(): Promise<string | undefined> {
    const text = await readText(this.#path);
    if (text === undefined && (await readText(this.backupPath)) !== undefined) {
      throw new SextantError('vault-corrupt', 'The vault file is missing.');
    }
    return text;
  }

  async recoveryHint(): Promise<string> {
    return (await readText(this.backupPath)) === undefined
      ? `The file is ${this.#path}, without a copy next to it. Quit Sextant, then restore the file from a disk backup, or move it away and import your recovery phrase.`
      : `The file is ${this.#path}; a copy from before the last change is ${this.backupPath}. Quit Sextant, move the file away and rename the copy to ${path.basename(this.#path)}.`;
  }

  async write(text: string): Promise<void> {
    try {
      await replaceFile(this.#path, text, this.backupPath);
    } catch (error) {
      throw diskFailure('write', this.#path, error);
    }
  }

  /**
   * The copy is written first: an interruption leaves the old vault or two new files, but never a new vault next to an old copy that opens
   * with the old passphrase or contains a deleted key.
   */
  async writeBoth(text: string): Promise<void> {
    try {
      await replaceFile(this.backupPath, text);
      await replaceFile(this.#path, text);
    } catch (error) {
      throw diskFailure('write', this.#path, error);
    }
  }
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) {
      return undefined;
    }
    throw diskFailure('read', file, error);
  }
}
