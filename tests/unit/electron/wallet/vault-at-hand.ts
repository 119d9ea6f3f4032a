import { Signer, type SignerOptions } from '../../../../electron/wallet/signer.ts';
import type { Changed, OpenAccess, ProvenAccess, SignerRequest, SignerResult } from '../../../../electron/wallet/signer-protocol.ts';
import type { VaultKey } from '../../../../electron/wallet/vault-key.ts';
import { fastDerive } from './fast-derive.ts';
import { GENESIS } from './sample-messages.ts';

export const PASSPHRASE = 'correct horse battery';
export const LONG_MS = 600_000;

type Kind = SignerRequest['kind'];
type WithAccess = Extract<SignerRequest, { readonly access: unknown }>['kind'];
type Rest<K extends Kind> = Omit<Extract<SignerRequest, { kind: K }>, 'kind' | 'access'>;

/** A signer with fast derivation, and the vault that its answers say is to be on disk. */
export class VaultAtHand {
  readonly signer: Signer;
  /** Every key that a vault was closed with, as the signer got it. */
  readonly keys: VaultKey[] = [];
  text = '';

  constructor(options: SignerOptions = {}) {
    const derive: SignerOptions['derive'] = async (...inputs) => {
      const key = await fastDerive(...inputs);
      this.keys.push(key);
      return key;
    };
    this.signer = new Signer({ derive, ...options });
  }

  access(passphrase?: string): OpenAccess {
    return { kind: 'open', vaultText: this.text, keepForMs: LONG_MS, ...(passphrase === undefined ? {} : { passphrase }) };
  }

  /** With a vault that has one phrase and one key. */
  async make() {
    const facts = { label: 'First key', createdAtMs: 1, genesisCid: GENESIS };
    return this.#kept(
      await this.signer.request<'createVault'>({
        kind: 'createVault',
        access: { kind: 'make', passphrase: PASSPHRASE, texts: [] },
        ...facts,
      }),
    );
  }

  unlock(keepForMs = LONG_MS): Promise<unknown> {
    return this.signer.request<'unlock'>({ kind: 'unlock', access: { ...(this.access(PASSPHRASE) as ProvenAccess), keepForMs } });
  }

  /** With the passphrase unless told otherwise. Keeps what is to be on disk. */
  async ask<K extends WithAccess>(kind: K, input: Rest<K>, passphrase: string | undefined = PASSPHRASE): Promise<SignerResult<K>> {
    const request = { ...input, kind, access: this.access(passphrase) } as unknown as Extract<SignerRequest, { kind: K }>;
    return this.#kept(await this.signer.request<K>(request));
  }

  /** Needs the vault unlocked. */
  async askUnlocked<K extends WithAccess>(kind: K, input: Rest<K>): Promise<SignerResult<K>> {
    const request = { ...input, kind, access: this.access() } as unknown as Extract<SignerRequest, { kind: K }>;
    return this.#kept(await this.signer.request<K>(request));
  }

  #kept<T>(result: T & Changed): T {
    this.text = result.change?.vaultText ?? this.text;
    return result;
  }
}
