/**
 * A vault while it is open: what it shows and what it hides, side by side. Runs inside the signer worker only.
 *
 * It lives for the length of one request: opened from its text, used, sealed again where it changed, and zeroed.
 */
import { getRandomValues } from 'node:crypto';
import type { DerivedKeyType } from '../../shared/domain/derivation-path.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import type { Key } from '../../shared/domain/key.ts';
import { keyFromPrivateKey, zeroKey } from '../../shared/domain/key.ts';
import type { PrivateKey } from '../../shared/domain/private-key.ts';
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

/** How an answer depends on the disk: not at all, gladly, or entirely. */
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

  /** Makes an empty vault. */
  static async make(passphrase: string, derive: DeriveVaultKey): Promise<OpenVault> {
    const kdf = newKdfParameters();
    return new OpenVault(await derive(passphrase, kdf), kdf, getRandomValues(new Uint8Array(32)), 'change');
  }

  /**
   * Opens a vault; one of an earlier version is to be written anew.
   *
   * @param key stays the caller's, who zeroes it
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
      throw new SextantError('vault-corrupt', 'The vault opened, but its recovery phrases are not those it names.');
    }
    return vault;
  }

  /** @throws SextantError `vault-corrupt` where a key does not belong to the address that the vault names */
  requireOwnKeys(): void {
    for (const held of this.keys) {
      requireOwnKey(held);
    }
  }

  get textKey(): Uint8Array {
    return this.#textKey;
  }

  /** Tells that the vault is to be written: `note` for what may wait until the next time. */
  mark(need: 'note' | 'change'): void {
    if (this.#need !== 'change') {
      this.#need = need;
    }
  }

  get need(): Need {
    return this.#need;
  }

  /** The vault as text, as it is now. */
  seal(): string {
    const contents = encodeSecrets(this.#secrets());
    try {
      const facts = { accounts: this.keys.map((key) => key.facts), phrases: this.phrases.map((phrase) => phrase.facts) };
      return sealVault(contents, facts, this.#kdf, this.#key);
    } finally {
      contents.fill(0);
    }
  }

  /** Closes the vault with another key from now on: a new passphrase, and a new salt. The caller zeroes the key. */
  rekey(key: VaultKey, kdf: KdfParameters): void {
    this.#key = key;
    this.#kdf = kdf;
    this.mark('change');
  }

  zero(): void {
    zeroSecrets(this.#secrets());
  }

  /** The key that closes the vault. */
  get key(): VaultKey {
    return this.#key;
  }

  /** @throws SextantError `key-missing` */
  requireKey(address: string): HeldKey {
    const held = this.keys.find(({ facts }) => facts.address === address);
    if (held === undefined) {
      throw new SextantError('key-missing', 'The vault holds no key for this address.');
    }
    return held;
  }

  /** @throws SextantError `key-missing` */
  requirePhrase(id: string): HeldPhrase {
    const held = this.phrases.find(({ facts }) => facts.id === id);
    if (held === undefined) {
      throw new SextantError('key-missing', 'The vault does not hold this recovery phrase.');
    }
    return held;
  }

  holds(address: string): boolean {
    return this.keys.some(({ facts }) => facts.address === address);
  }

  /** Takes a key in, with a copy of its bytes. The caller zeroes the key. */
  addKey(key: Key, facts: Omit<VaultAccount, 'address' | 'keyType' | 'isExported'>): void {
    if (this.keys.length >= MAX_ACCOUNTS) {
      throw new SextantError('invalid-input', `The vault holds ${MAX_ACCOUNTS} keys, the maximum. Delete one first.`);
    }
    this.keys.push({
      facts: { ...facts, address: key.address, keyType: key.type, isExported: false },
      secret: { type: key.type, privateKey: Uint8Array.from(key.privateKey) },
    });
    this.mark('change');
  }

  /** Takes a phrase in; its bytes belong to the vault from now on. */
  addPhrase(facts: Pick<VaultPhrase, 'isImported' | 'isBackedUp' | 'createdAtMs'>, secret: PhraseSecret): HeldPhrase {
    if (this.phrases.length >= MAX_PHRASES) {
      throw new SextantError('invalid-input', `The vault holds ${MAX_PHRASES} recovery phrases, the maximum.`);
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

  /** Notes that the number of a phrase's key was used. */
  takeIndex(phrase: HeldPhrase, keyType: DerivedKeyType, index: number): void {
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
  return new SextantError('vault-corrupt', 'The vault opened, but its keys do not belong to the addresses it names.');
}

/** Before a key is used: it is the one of its address. @throws SextantError `vault-corrupt` */
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
