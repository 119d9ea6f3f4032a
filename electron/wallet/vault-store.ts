/**
 * The vault file on disk. It holds sealed text only: nothing here needs to be kept from the main thread.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { diskFailure, isMissingFile } from '../persistence/disk-failure.ts';
import { replaceFile } from '../persistence/replace-file.ts';

export interface VaultStore {
  /** The file's text; undefined when no vault was ever made here. */
  read(): Promise<string | undefined>;
  /** Replaces the file in one step and keeps the one before it. */
  write(text: string): Promise<void>;
  /** Replaces the file and the one before it. */
  writeBoth(text: string): Promise<void>;
  /** What to do where the file cannot be used. */
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

  /** @throws SextantError `vault-corrupt` where the vault is gone but its previous copy is still there */
  async read(): Promise<string | undefined> {
    const text = await readText(this.#path);
    if (text === undefined && (await readText(this.backupPath)) !== undefined) {
      throw new SextantError('vault-corrupt', 'The vault file is missing.');
    }
    return text;
  }

  async recoveryHint(): Promise<string> {
    return (await readText(this.backupPath)) === undefined
      ? `The file is ${this.#path}, and there is no copy beside it. Quit Sextant, then restore the file from a backup of this disk, or move it away and import your recovery phrase.`
      : `The file is ${this.#path}; the copy from before its last change is ${this.backupPath}. Quit Sextant, move the file away and rename the copy to ${path.basename(this.#path)}.`;
  }

  async write(text: string): Promise<void> {
    try {
      await replaceFile(this.#path, text, this.backupPath);
    } catch (error) {
      throw diskFailure('write', this.#path, error);
    }
  }

  /**
   * The copy goes first: whatever interrupts this leaves the vault as it was, or both files new, and never a new vault beside an old
   * copy that would open with a passphrase that was given up or hold a key that was deleted.
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
