/**
 * A secret store whose values the vault seals, for hosts without a key store of their own.
 *
 * Before there is a vault, values are kept as the host's store keeps them (a file of mode 0600). Once there is one, what is stored
 * is sealed by the signer worker, and what was stored before is sealed too: when the vault is made, and at every unlock for
 * whatever was left. While the vault is locked, sealed values can neither be read nor stored; whoever needs one waits. What a vault
 * has sealed that is gone or damaged cannot be read, and is not waited for.
 */
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { SecretStore } from '../platform/ports.ts';
import type { NamedText } from './signer-protocol.ts';

/** No value that is stored open begins so: a token has no space in it, and whatever else is kept is JSON. */
const SEALED = 'sealed by the vault: ';

/** The part of the wallet that seals. */
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
      throw new SextantError('vault-missing', 'This token was sealed by a vault that is not here or is damaged. Type the token again.');
    }
    this.#requireUnlocked('The token of this connection is sealed by the vault, which is locked. Unlock it to connect.');
    return (await this.#vault().openText({ name, text: stored.slice(SEALED.length) })).text;
  }

  async set(name: string, value: string): Promise<void> {
    if (!this.#vault().hasVault) {
      await this.#inner.set(name, value);
      return;
    }
    this.#requireUnlocked('The vault seals tokens, and is locked. Unlock it to store this one.');
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

  /** Everything that is stored open, also what no connection names any more. */
  async readOpen(): Promise<NamedText[]> {
    const names = await this.#inner.names();
    const found = await Promise.all(names.map(async (name) => ({ name, text: await this.#inner.get(name) })));
    return found.flatMap(({ name, text }) => (text === undefined || text.startsWith(SEALED) ? [] : [{ name, text }]));
  }

  /** Stores what the vault has sealed, where the open value is still the one that was sealed. */
  async replaceOpen(open: readonly NamedText[], sealed: readonly NamedText[]): Promise<void> {
    for (const { name, text } of sealed) {
      const before = open.find((candidate) => candidate.name === name);
      if (before !== undefined && (await this.#inner.get(name)) === before.text) {
        await this.#inner.set(name, SEALED + text);
      }
    }
  }

  /** Seals what is stored open; the vault is unlocked. */
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
