/**
 * A secret store whose values are encrypted by the vault, for hosts without a key store of their own.
 *
 * Without a vault, values are stored as the host's store does (a file of mode 0600). With a vault, new values are encrypted by the signer
 * worker, and older ones too: when the vault is created, and at every unlock those that are left. While the vault is locked, encrypted values
 * can neither be read nor stored, and callers wait for the unlock. Values of a vault that is missing or damaged cannot be read.
 */
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { SecretStore } from '../platform/ports.ts';
import type { NamedText } from './signer-protocol.ts';

/** Prefix of encrypted values. Plain values never start with it: tokens have no spaces, and other values are JSON. */
const SEALED = 'sealed by the vault: ';

/** The part of the wallet that encrypts texts. */
export interface TextVault {
  readonly hasVault: boolean;
  readonly isUnlocked: boolean;
  sealText(text: NamedText): Promise<NamedText>;
  openText(text: NamedText): Promise<NamedText>;
}

export class VaultSealedSecrets implements SecretStore {
  readonly #inner: SecretStore;
  readonly #vault: () => TextVault;

  constructor(inner: SecretStore, vault: () => TextVault) {
    this.#inner = inner;
    this.#vault = vault;
  }

  async get(name: string): Promise<string | undefined> {
    const stored = await this.#inner.get(name);
    if (stored === undefined || !stored.startsWith(SEALED)) {
      return stored;
    }
    if (!this.#vault().hasVault) {
      throw new SextantError('vault-missing', 'This token was encrypted by a vault that is missing or damaged. Enter the token again.');
    }
    this.#requireUnlocked('The token of this connection is encrypted by the vault, which is locked. Unlock it to connect.');
    return (await this.#vault().openText({ name, text: stored.slice(SEALED.length) })).text;
  }

  async set(name: string, value: string): Promise<void> {
    if (!this.#vault().hasVault) {
      await this.#inner.set(name, value);
      return;
    }
    this.#requireUnlocked('The token cannot be stored while the vault is locked. Unlock the vault first.');
    const { text } = await this.#vault().sealText({ name, text: value });
    await this.#inner.set(name, SEALED + text);
  }

  delete(name: string): Promise<void> {
    return this.#inner.delete(name);
  }

  async isLocked(name: string): Promise<boolean> {
    const { hasVault, isUnlocked } = this.#vault();
    return hasVault && !isUnlocked && (await this.#inner.get(name))?.startsWith(SEALED) === true;
  }

  names(): Promise<readonly string[]> {
    return this.#inner.names();
  }

  /** Return all values that are stored unencrypted, also those of deleted connections. */
  async readOpen(): Promise<NamedText[]> {
    const names = await this.#inner.names();
    const found = await Promise.all(names.map(async (name) => ({ name, text: await this.#inner.get(name) })));
    return found.flatMap(({ name, text }) => (text === undefined || text.startsWith(SEALED) ? [] : [{ name, text }]));
  }

  /** Store encrypted values, unless the plain value has changed meanwhile. */
  async replaceOpen(open: readonly NamedText[], sealed: readonly NamedText[]): Promise<void> {
    for (const { name, text } of sealed) {
      const before = open.find((candidate) => candidate.name === name);
      if (before !== undefined && (await this.#inner.get(name)) === before.text) {
        await this.#inner.set(name, SEALED + text);
      }
    }
  }

  /** Encrypt all values that are stored unencrypted; the vault must be unlocked. */
  async sealOpen(): Promise<void> {
    const open = await this.readOpen();
    const vault = this.#vault();
    await this.replaceOpen(open, await Promise.all(open.map((text) => vault.sealText(text))));
  }

  #requireUnlocked(sentence: string): void {
    if (!this.#vault().isUnlocked) {
      throw new SextantError('vault-locked', sentence, { retryable: true });
    }
  }
}
