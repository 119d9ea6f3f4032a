/**
 * The only code that opens a vault. It runs inside the signer worker.
 *
 * Trusts the thread that started it to deliver what the user confirmed, and checks what it can again: the sender of the bytes
 * owns the key, the key is bound to the network, the passphrase is right. Refuses everything else.
 *
 * While unlocked it keeps the key that closes the vault, and nothing else. Private keys, phrases and what is derived from them are in
 * memory for the length of one request. The bytes that are ours are zeroed at its end; the vault's key is zeroed on lock, on time-out, and
 * after each request made while locked. What cannot be overwritten (strings: passphrases, typed phrases and key texts, what is to be shown;
 * numbers and buffers of the libraries that do the arithmetic) stays in the heap of this thread, which SignerClient ends with the lock.
 * tests/security/locked-memory.test.ts reads the memory afterwards, and says what is left: copies of a secp256k1 key that has signed, in
 * buffers of the signature's generator that were freed as they were.
 */
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { OpenVault } from './open-vault.ts';
import { openText, sealText } from './sealed-text.ts';
import { createKey, deleteKey, exportKey, importKey, readKey, renameKey } from './signer-keys.ts';
import { confirmBackup, createPhrase, importPhrase, revealPhrase, scanPhrase } from './signer-phrases.ts';
import type { Changed, MakeAccess, OpenAccess, SignerRequest, SignerResult, VaultAccess } from './signer-protocol.ts';
import { type Pause, signDataBytes, signMessages } from './signer-signing.ts';
import { deriveKeyOf, isKeyOf, newKdfParameters, parseVault } from './vault-file.ts';
import type { DeriveVaultKey, VaultKey } from './vault-key.ts';
import { deriveVaultKey, requirePassphraseStrength } from './vault-key.ts';

/** How often is looked whether the time is over: timers stand still while the machine sleeps, the wall clock does not. */
const LOOK_MS = 5000;
/** How long a request may compute before a lock is heard. */
const LONGEST_RUN_MS = 100;
const MAX_WRONG_ANSWERS = 5;

export interface SignerOptions {
  readonly derive?: DeriveVaultKey;
  /** Called whenever the vault is unlocked, kept longer, or locked: when it locks by itself, on the wall clock; undefined for locked. */
  readonly onState?: (autoLockAtMs: number | undefined) => void;
  readonly nowMs?: () => number;
}

interface Unlocked {
  readonly key: VaultKey;
  /** On the wall clock. */
  untilMs: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

type Kind = SignerRequest['kind'];
type Request<K extends Kind> = Extract<SignerRequest, { kind: K }>;

export class Signer {
  readonly #derive: DeriveVaultKey;
  readonly #onState: SignerOptions['onState'];
  readonly #nowMs: () => number;
  #unlocked: Unlocked | undefined;
  #locksAsked = 0;
  /** Words asked back that were wrong, since the vault was unlocked. */
  #wrongAnswers = 0;

  constructor(options: SignerOptions = {}) {
    this.#derive = options.derive ?? deriveVaultKey;
    this.#onState = options.onState;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  get isUnlocked(): boolean {
    return this.#unlocked !== undefined;
  }

  /** Answers one request; the caller sends the next when this one is answered. */
  async request<K extends Kind>(request: Request<K>): Promise<SignerResult<K>> {
    try {
      return (await this.#answer(request)) as SignerResult<K>;
    } catch (error) {
      // The domain's sentences never quote what they are about.
      throw error instanceof DomainError ? new SextantError('invalid-input', error.message) : error;
    }
  }

  async #answer(request: SignerRequest): Promise<SignerResult<Kind>> {
    switch (request.kind) {
      case 'unlock':
        return this.#unlock(request);
      case 'keep':
        this.#look();
        this.#keepFor(request.keepForMs);
        return {};
      case 'lock':
        this.lock();
        return {};
      case 'seal':
        return this.#withUnlocked(request.vaultText, ({ textKey }) => sealText(textKey, request.text));
      case 'open':
        return this.#withUnlocked(request.vaultText, ({ textKey }) => openText(textKey, request.text));
      case 'createVault':
      case 'createPhrase':
        return this.#use(request.access, (vault) => createPhrase(vault, request));
      case 'createKey':
        return this.#use(request.access, (vault) => createKey(vault, request));
      case 'scanPhrase':
        return scanPhrase(request);
      case 'importPhrase':
        return this.#use(request.access, (vault) => importPhrase(vault, request));
      case 'readKey':
        return readKey(request.text);
      case 'importKey':
        return this.#use(request.access, (vault) => importKey(vault, request));
      case 'exportKey':
        return this.#use(request.access, (vault) => exportKey(vault, request));
      case 'revealPhrase':
        return this.#use(request.access, (vault) => revealPhrase(vault, request.phraseId));
      case 'confirmBackup':
        return this.#use(request.access, (vault) => this.#countWrong(() => confirmBackup(vault, request)));
      case 'deleteKey':
        return this.#use(request.access, (vault) => deleteKey(vault, request.address));
      case 'renameKey':
        return this.#use(request.access, (vault) => renameKey(vault, request));
      case 'changePassphrase':
        return this.#changePassphrase(request);
      case 'sign':
        return this.#use(request.access, (vault, pause) => signMessages(vault, request, pause));
      case 'signData':
        return this.#use(request.access, (vault) => signDataBytes(vault, request));
      default:
        return request satisfies never;
    }
  }

  /** Takes effect at once: also what is being signed ends without a signature, however its vault was opened. */
  lock(): void {
    this.#locksAsked += 1;
    this.#forget();
  }

  #forget(): void {
    if (this.#unlocked !== undefined) {
      clearTimeout(this.#unlocked.timer);
      this.#unlocked.key.sealingKey.fill(0);
      this.#unlocked = undefined;
      this.#onState?.(undefined);
    }
  }

  /** Keeps the vault's key until its time is over. */
  async #unlock({ access }: Request<'unlock'>): Promise<Changed> {
    const { vault, key } = await this.#openWith(access, access.passphrase);
    try {
      const changed = changeOf(vault, []);
      this.#forget();
      this.#unlocked = { key, untilMs: 0, timer: undefined };
      this.#wrongAnswers = 0;
      this.#keepFor(access.keepForMs);
      return changed;
    } finally {
      vault.zero();
    }
  }

  #keepFor(durationMs: number): void {
    if (this.#unlocked !== undefined) {
      this.#unlocked.untilMs = this.#nowMs() + durationMs;
      this.#onState?.(this.#unlocked.untilMs);
      this.#look();
    }
  }

  /** Whoever finds the vault unlocked must not learn a phrase by trying words: to show it takes the passphrase. */
  #countWrong<T>(answer: () => T): T {
    try {
      return answer();
    } catch (error) {
      this.#wrongAnswers += 1;
      if (this.#wrongAnswers >= MAX_WRONG_ANSWERS) {
        this.#forget();
      }
      throw error;
    }
  }

  #look(): void {
    const unlocked = this.#unlocked;
    if (unlocked === undefined) {
      return;
    }
    clearTimeout(unlocked.timer);
    const leftMs = unlocked.untilMs - this.#nowMs();
    if (leftMs <= 0) {
      this.#forget();
      return;
    }
    unlocked.timer = setTimeout(() => this.#look(), Math.min(leftMs, LOOK_MS));
  }

  /** Opens the vault, works on it, and says what is to be written. Nothing of it stays in memory. */
  async #use<T>(access: VaultAccess, work: (vault: OpenVault, pause: Pause) => T | Promise<T>): Promise<T & Changed> {
    if (access.kind === 'open' && access.passphrase === undefined) {
      return this.#workUnlocked(access, work);
    }
    const { vault, key, texts } = await this.#openLocked(access);
    try {
      const asked = this.#locksAsked;
      const pause = pauseBetween(() => {
        if (this.#locksAsked !== asked) {
          throw lockedMeanwhile();
        }
      });
      const result = await work(vault, pause);
      return { ...result, ...changeOf(vault, texts) };
    } finally {
      vault.zero();
      key.sealingKey.fill(0);
    }
  }

  /** Each use starts the time anew, and so does each part of a long one; where the time ran out in between, the rest is not done. */
  async #workUnlocked<T>(
    { vaultText, keepForMs }: OpenAccess,
    work: (vault: OpenVault, pause: Pause) => T | Promise<T>,
  ): Promise<T & Changed> {
    const { vault, unlocked } = this.#openUnlocked(vaultText);
    const use = (): void => {
      this.#look();
      if (this.#unlocked !== unlocked) {
        throw lockedMeanwhile();
      }
      this.#keepFor(keepForMs);
    };
    try {
      const result = await work(vault, pauseBetween(use));
      // The vault's key is zeroed by a lock: nothing may be sealed with what is left of it.
      use();
      return { ...result, ...changeOf(vault, []) };
    } finally {
      vault.zero();
    }
  }

  async #openLocked(access: VaultAccess) {
    if (access.kind === 'make') {
      return this.#make(access);
    }
    // Even while unlocked a passphrase that was typed is checked: a wrong one must not confirm anything.
    return { ...(await this.#openWith(access, access.passphrase ?? '')), texts: [] };
  }

  async #make({ passphrase, texts }: MakeAccess) {
    requirePassphraseStrength(passphrase);
    const vault = await OpenVault.make(passphrase, this.#derive);
    return { vault, key: vault.key, texts };
  }

  async #openWith({ vaultText }: OpenAccess, passphrase: string): Promise<{ vault: OpenVault; key: VaultKey }> {
    const parsed = parseVault(vaultText);
    const key = await deriveKeyOf(parsed, passphrase, this.#derive);
    try {
      const vault = OpenVault.open(parsed, key);
      try {
        vault.requireOwnKeys();
        return { vault, key };
      } catch (error) {
        vault.zero();
        throw error;
      }
    } catch (error) {
      key.sealingKey.fill(0);
      throw error;
    }
  }

  #withUnlocked<T>(vaultText: string, work: (vault: OpenVault) => T): T {
    const { vault } = this.#openUnlocked(vaultText);
    try {
      return work(vault);
    } finally {
      vault.zero();
    }
  }

  #openUnlocked(vaultText: string): { vault: OpenVault; unlocked: Unlocked } {
    const parsed = parseVault(vaultText);
    this.#look();
    const unlocked = this.#unlocked;
    if (unlocked === undefined || !isKeyOf(parsed, unlocked.key)) {
      throw new SextantError('vault-locked', 'The vault is locked. Unlock it, or type its passphrase.', { retryable: true });
    }
    return { vault: OpenVault.open(parsed, unlocked.key), unlocked };
  }

  /** The vault is locked afterwards: the new passphrase opens it, and the old key is gone from memory too. */
  async #changePassphrase({ access, newPassphrase }: Request<'changePassphrase'>): Promise<Changed> {
    requirePassphraseStrength(newPassphrase);
    const { vault, key } = await this.#openWith(access, access.passphrase);
    const kdf = newKdfParameters();
    let newKey: VaultKey | undefined;
    try {
      newKey = await this.#derive(newPassphrase, kdf);
      vault.rekey(newKey, kdf);
      const changed = changeOf(vault, []);
      this.#forget();
      return changed;
    } finally {
      vault.zero();
      key.sealingKey.fill(0);
      newKey?.sealingKey.fill(0);
    }
  }
}

/** Lets whatever waits for the worker have its turn now and then, and looks what came of it. */
function pauseBetween(look: () => void): Pause {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs >= LONGEST_RUN_MS) {
      await setImmediate();
      look();
      sinceMs = performance.now();
    }
  };
}

function lockedMeanwhile(): SextantError {
  return new SextantError('vault-locked', 'The vault was locked before all of it was signed. Nothing was signed.', { retryable: true });
}

function changeOf(vault: OpenVault, texts: MakeAccess['texts']): Changed {
  if (vault.need === 'nothing') {
    return {};
  }
  const sealedTexts = texts.map((text) => sealText(vault.textKey, text));
  return { change: { vaultText: vault.seal(), isRequired: vault.need === 'change', sealedTexts } };
}
