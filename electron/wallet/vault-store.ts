/**
 * The vault file on disk. It holds sealed text only: nothing here needs to be kept from the main thread.
 */
import { readFile } from 'node:fs/promises';
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
}

export class FileVaultStore implements VaultStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  get backupPath(): string {
    return `${this.#path}.bak`;
  }

  /** @throws SextantError `vault-corrupt` where the vault is gone but its previous copy is still there */
  async read(): Promise<string | undefined> {
    const text = await readText(this.#path);
    if (text === undefined && (await readText(this.backupPath)) !== undefined) {
      throw new SextantError(
        'vault-corrupt',
        'The vault file is missing, but its previous copy is there. Rename the copy (its name ends in .bak) to bring the vault back.',
      );
    }
    return text;
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

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) {
      return undefined;
    }
    throw diskFailure('read', path, error);
  }
}
