/**
 * A decrypted vault: public facts and secrets. Runs inside the signer worker only.
 *
 * Exists for one request: decrypted from its text, used, encrypted again if changed, and zeroed.
 */
import { getRandomValues } from 'node:crypto';
import { DomainError } from '../../shared/domain/domain-error.ts';
import type { DerivedKeyType } from '../../shared/domain/keys/derivation-path.ts';
import type { Key } from '../../shared/domain/keys/key.ts';
import { keyFromPrivateKey, zeroKey } from '../../shared/domain/keys/key.ts';
import type { PrivateKey } from '../../shared/domain/keys/private-key.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { PhraseSecret } from './vault-contents.ts';
import { decodeSecrets, encodeSecrets, zeroSecrets } from './vault-contents.ts';
import { newKdfParameters, openSeal, type ParsedVault, sealVault } from './vault-file.ts';
import { MAX_ACCOUNTS, MAX_PHRASES, VAULT_VERSION, type VaultAccount, type VaultPhrase } from './vault-header.ts';
import type { DeriveVaultKey, KdfParameters, VaultKey } from './vault-key.ts';

export interface HeldKey {
  facts: VaultAccount;
  readonly secret: PrivateKey;
}

export interface HeldPhrase {
  facts: VaultPhrase;
  readonly secret: PhraseSecret;
}

/** Whether the vault must be written: not at all, at the next opportunity (`note`), or before the result is valid (`change`). */
export type Need = 'nothing' | 'note' | 'change';

export class OpenVault {
  readonly keys: HeldKey[] = [];
  readonly phrases: HeldPhrase[] = [];
  #key: VaultKey;
  #kdf: KdfParameters;
  readonly #textKey: Uint8Array;
  #need: Need;

  private constructor(key: VaultKey, kdf: KdfParameters, textKey: Uint8Array, need: Need) {
    this.#key = key;
    this.#kdf = kdf;
    this.#textKey = textKey;
    this.#need = need;
  }

  /** Create an empty vault. */
  static async make(passphrase: string, derive: DeriveVaultKey): Promise<OpenVault> {
    const kdf = newKdfParameters();
    return new OpenVault(await derive(passphrase, kdf), kdf, getRandomValues(new Uint8Array(32)), 'change');
  }

  /**
   * Decrypt a vault; one of an earlier version is marked for writing.
   *
   * @param key remains owned by the caller, who zeroes it
   * @throws SextantError `vault-corrupt`
   */
  static open(parsed: ParsedVault, key: VaultKey): OpenVault {
    const secrets = decodeSecrets(openSeal(parsed, key));
    const { header, fileVersion } = parsed;
    const vault = new OpenVault(key, header.kdf, secrets.textKey, fileVersion < VAULT_VERSION ? 'note' : 'nothing');
    for (const [index, facts] of header.accounts.entries()) {
      const secret = secrets.keys[index];
      if (secret?.type === facts.keyType) {
        vault.keys.push({ facts, secret });
      }
    }
    for (const [index, facts] of header.phrases.entries()) {
      const secret = secrets.phrases[index];
      if (secret?.id === facts.id) {
        vault.phrases.push({ facts, secret });
      }
    }
    if (vault.keys.length !== header.accounts.length || vault.keys.length !== secrets.keys.length) {
      zeroSecrets(secrets);
      throw foreignKeys();
    }
    if (vault.phrases.length !== header.phrases.length || vault.phrases.length !== secrets.phrases.length) {
      zeroSecrets(secrets);
      throw new SextantError('vault-corrupt', 'The vault was decrypted, but its recovery phrases do not match its header.');
    }
    return vault;
  }

  /** Check that every key belongs to its address. @throws SextantError `vault-corrupt` */
  requireOwnKeys(): void {
    for (const held of this.keys) {
      requireOwnKey(held);
    }
  }

  get textKey(): Uint8Array {
    return this.#textKey;
  }

  /** Mark the vault for writing; `note` may wait until the next write. */
  mark(need: 'note' | 'change'): void {
    if (this.#need !== 'change') {
      this.#need = need;
    }
  }

  get need(): Need {
    return this.#need;
  }

  /** Encrypt the vault and return its text. */
  seal(): string {
    const contents = encodeSecrets(this.#secrets());
    try {
      const facts = { accounts: this.keys.map((key) => key.facts), phrases: this.phrases.map((phrase) => phrase.facts) };
      return sealVault(contents, facts, this.#kdf, this.#key);
    } finally {
      contents.fill(0);
    }
  }

  /** Use another key from now on: a new passphrase and a new salt. The caller zeroes the key. */
  rekey(key: VaultKey, kdf: KdfParameters): void {
    this.#key = key;
    this.#kdf = kdf;
    this.mark('change');
  }

  zero(): void {
    zeroSecrets(this.#secrets());
  }

  /** The key that encrypts the vault. */
  get key(): VaultKey {
    return this.#key;
  }

  /** @throws SextantError `key-missing` */
  requireKey(address: string): HeldKey {
    const held = this.keys.find(({ facts }) => facts.address === address);
    if (held === undefined) {
      throw new SextantError('key-missing', 'The vault has no key for this address.');
    }
    return held;
  }

  /** @throws SextantError `key-missing` */
  requirePhrase(id: string): HeldPhrase {
    const held = this.phrases.find(({ facts }) => facts.id === id);
    if (held === undefined) {
      throw new SextantError('key-missing', 'The vault does not have this recovery phrase.');
    }
    return held;
  }

  hasKey(address: string): boolean {
    return this.keys.some(({ facts }) => facts.address === address);
  }

  /** Add a key with a copy of its bytes. The caller zeroes the key. */
  addKey(key: Key, facts: Omit<VaultAccount, 'address' | 'keyType' | 'isExported'>): void {
    if (this.keys.length >= MAX_ACCOUNTS) {
      throw new SextantError('invalid-input', `The vault has ${MAX_ACCOUNTS} keys, the maximum. Delete one first.`);
    }
    this.keys.push({
      facts: { ...facts, address: key.address, keyType: key.type, isExported: false },
      secret: { type: key.type, privateKey: Uint8Array.from(key.privateKey) },
    });
    this.mark('change');
  }

  /** Add a phrase; the vault owns its bytes from now on. */
  addPhrase(facts: Pick<VaultPhrase, 'isImported' | 'isBackedUp' | 'createdAtMs'>, secret: PhraseSecret): HeldPhrase {
    if (this.phrases.length >= MAX_PHRASES) {
      throw new SextantError('invalid-input', `The vault has ${MAX_PHRASES} recovery phrases, the maximum.`);
    }
    const held: HeldPhrase = {
      facts: {
        ...facts,
        id: secret.id,
        wordCount: (secret.entropy.length * 3) / 4,
        hasBip39Passphrase: secret.bip39Passphrase.length > 0,
        nextIndexes: { secp256k1: 0, delegated: 0 },
      },
      secret,
    };
    this.phrases.push(held);
    this.mark('change');
    return held;
  }

  /** Record that a derivation index of a phrase was used. */
  markIndexUsed(phrase: HeldPhrase, keyType: DerivedKeyType, index: number): void {
    const { nextIndexes } = phrase.facts;
    phrase.facts = { ...phrase.facts, nextIndexes: { ...nextIndexes, [keyType]: Math.max(nextIndexes[keyType], index + 1) } };
  }

  #secrets() {
    return {
      textKey: this.#textKey,
      phrases: this.phrases.map(({ secret }) => secret),
      keys: this.keys.map(({ secret }) => secret),
    };
  }
}

function foreignKeys(): SextantError {
  return new SextantError('vault-corrupt', 'The vault was decrypted, but its keys do not match the addresses in its header.');
}

/** Check that a key belongs to its address before it is used. @throws SextantError `vault-corrupt` */
export function requireOwnKey({ facts, secret }: HeldKey): void {
  try {
    const key = keyFromPrivateKey(secret.type, secret.privateKey);
    zeroKey(key);
    if (key.address === facts.address) {
      return;
    }
  } catch (error) {
    if (!(error instanceof DomainError)) {
      throw error;
    }
  }
  throw foreignKeys();
}
