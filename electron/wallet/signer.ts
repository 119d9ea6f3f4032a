/**
 * The only code that decrypts a vault. Runs inside the signer worker.
 *
 * Trusts the thread that started it to deliver what the user confirmed, and checks again what it can: the sender of the bytes owns the key,
 * the key is bound to the network, the passphrase is right. Refuses everything else.
 *
 * While unlocked, only the vault key is kept. Private keys, phrases and derived secrets are in memory during one request, and our own buffers
 * are zeroed at its end. The vault key is zeroed on lock, on timeout, and after each request made while locked. Data that cannot be
 * overwritten (strings such as passphrases, typed phrases and key exports; numbers and buffers of the curve libraries) stays in the heap of
 * this thread, which SignerClient ends with the lock. tests/security/locked-memory.test.ts reads the memory afterwards and lists what is
 * left: copies of a secp256k1 key that has signed, in freed buffers of the signature generator.
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

/** Interval of checking the auto-lock time: timers stop while the machine sleeps, the wall clock does not. */
const CHECK_MS = 5000;
/** How long a request may compute before it checks for a lock. */
const MAX_RUN_MS = 100;
const MAX_WRONG_ANSWERS = 5;

export interface SignerOptions {
  readonly derive?: DeriveVaultKey;
  /** Called when the vault is unlocked, extended or locked, with the wall-clock time of auto-lock; undefined for locked. */
  readonly onState?: (autoLockAtMs: number | undefined) => void;
  readonly nowMs?: () => number;
}

interface Unlocked {
  readonly key: VaultKey;
  /** Wall-clock time. */
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
  /** Wrong backup answers since the vault was unlocked. */
  #wrongAnswers = 0;

  constructor(options: SignerOptions = {}) {
    this.#derive = options.derive ?? deriveVaultKey;
    this.#onState = options.onState;
    this.#nowMs = options.nowMs ?? Date.now;
  }

  get isUnlocked(): boolean {
    return this.#unlocked !== undefined;
  }

  /** Answer one request; the caller waits for the answer before the next one. */
  async request<K extends Kind>(request: Request<K>): Promise<SignerResult<K>> {
    try {
      return (await this.#answer(request)) as SignerResult<K>;
    } catch (error) {
      // Messages of domain errors never quote their input.
      throw error instanceof DomainError ? new SextantError('invalid-input', error.message) : error;
    }
  }

  async #answer(request: SignerRequest): Promise<SignerResult<Kind>> {
    switch (request.kind) {
      case 'unlock':
        return this.#unlock(request);
      case 'keep':
        this.#checkTime();
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

  /** Lock at once: signing in progress also ends without a signature, however the vault was opened. */
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

  /** Keep the vault key until the auto-lock time. */
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
      this.#checkTime();
    }
  }

  /** Lock after too many wrong answers: an unlocked vault must not reveal a phrase by guessing, since showing it needs the passphrase. */
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

  #checkTime(): void {
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
    unlocked.timer = setTimeout(() => this.#checkTime(), Math.min(leftMs, CHECK_MS));
  }

  /** Decrypt the vault, work on it, and return the change to write. Nothing of it stays in memory. */
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

  /** Each use restarts the auto-lock time, also during a long one; if the time ran out in between, the rest is not done. */
  async #workUnlocked<T>(
    { vaultText, keepForMs }: OpenAccess,
    work: (vault: OpenVault, pause: Pause) => T | Promise<T>,
  ): Promise<T & Changed> {
    const { vault, unlocked } = this.#openUnlocked(vaultText);
    const use = (): void => {
      this.#checkTime();
      if (this.#unlocked !== unlocked) {
        throw lockedMeanwhile();
      }
      this.#keepFor(keepForMs);
    };
    try {
      const result = await work(vault, pauseBetween(use));
      // A lock zeroes the vault key: nothing may be encrypted with a zeroed key.
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
    // A typed passphrase is checked even while unlocked: a wrong one must not confirm anything.
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
    this.#checkTime();
    const unlocked = this.#unlocked;
    if (unlocked === undefined || !isKeyOf(parsed, unlocked.key)) {
      throw new SextantError('vault-locked', 'The vault is locked. Unlock it or enter its passphrase.', { retryable: true });
    }
    return { vault: OpenVault.open(parsed, unlocked.key), unlocked };
  }

  /** Change the passphrase. The vault is locked afterwards, and the old key is removed from memory. */
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

/** Let queued messages of the worker run from time to time, then check for a lock. */
function pauseBetween(check: () => void): Pause {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs >= MAX_RUN_MS) {
      await setImmediate();
      check();
      sinceMs = performance.now();
    }
  };
}

function lockedMeanwhile(): SextantError {
  return new SextantError('vault-locked', 'The vault was locked before signing finished. Nothing was signed.', { retryable: true });
}

function changeOf(vault: OpenVault, texts: MakeAccess['texts']): Changed {
  if (vault.need === 'nothing') {
    return {};
  }
  const sealedTexts = texts.map((text) => sealText(vault.textKey, text));
  return { change: { vaultText: vault.seal(), isRequired: vault.need === 'change', sealedTexts } };
}
