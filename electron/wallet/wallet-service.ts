/**
 * The vault as the app sees it: whether it exists, whether it is unlocked, and its addresses.
 *
 * Has encrypted text and public facts only; keys are in the signer worker. Secrets pass through this thread between the worker and the
 * trusted document and are not stored. Changes of the vault run one at a time, each on disk before its answer. Called by the handlers of the
 * approval zone and by sending.
 */
import { defined } from '../../shared/collections/defined.ts';
import type { Address } from '../../shared/domain/addresses/address.ts';
import type { Signature } from '../../shared/domain/signatures/signature.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { DataForm } from '../../shared/ipc/schemas/signatures.ts';
import type { WalletState } from '../../shared/ipc/schemas/wallet.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { ValueTopic } from '../platform/topics.ts';
import { type AttemptStore, PassphraseAttempts } from './passphrase-attempts.ts';
import { shownAccount } from './shown-account.ts';
import type { SignerPort } from './signer-client.ts';
import type { Changed, NamedText, SignerRequest, SignerResult, VaultAccess, VaultChange } from './signer-protocol.ts';
import { parseVault, type VaultFacts } from './vault-file.ts';
import type { VaultAccount } from './vault-header.ts';
import { requirePassphraseStrength } from './vault-key.ts';
import type { VaultStore } from './vault-store.ts';

/** The network whose letter addresses have, and that new keys are bound to. */
export interface CurrentNetwork {
  readonly letter: 'f' | 't';
  readonly genesisCid: string;
  /** ID address of a key as reported by the node; only shown, never trusted. */
  readonly idOf?: (key: Address) => Address | undefined;
}

/** Reads unencrypted texts and replaces them with encrypted ones. */
export interface OpenTexts {
  readOpen(): Promise<readonly NamedText[]>;
  replaceOpen(open: readonly NamedText[], sealed: readonly NamedText[]): Promise<void>;
}

export interface WalletServiceOptions {
  readonly store: VaultStore;
  readonly signer: SignerPort;
  readonly attempts: AttemptStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly network: () => CurrentNetwork | undefined;
  /** Auto-lock time: how long the vault stays unlocked while unused. */
  readonly autoLockMs: () => number;
  /** Texts that are encrypted when the vault is created. */
  readonly texts?: OpenTexts;
}

export interface SignMessagesInput {
  /** Unsigned messages, canonical CBOR, all for one network. At most 1000. */
  readonly messages: readonly Uint8Array[];
  readonly genesisCid: string;
  /** EIP-155 chain ID of the network, needed for delegated senders. */
  readonly chainId?: number;
  /** Needed while locked; always checked if given. */
  readonly passphrase?: string;
  readonly isNewNetworkAccepted: boolean;
}

export interface SignDataInput {
  readonly from: Address;
  readonly data: Uint8Array;
  readonly form: DataForm;
  /** Needed while locked; always checked if given. */
  readonly passphrase?: string;
}

/** Requests that open the vault. */
type OpeningRequest = Extract<SignerRequest, { readonly access: VaultAccess }>;
type OpeningKind = OpeningRequest['kind'];
type InputOf<K extends OpeningKind> = Omit<Extract<SignerRequest, { kind: K }>, 'kind' | 'access'>;
type ResultOf<K extends OpeningKind> = Omit<SignerResult<K>, 'change'>;

/** Requests that can create a vault. */
const CREATES_VAULT: ReadonlySet<OpeningKind> = new Set(['createVault', 'importPhrase', 'importKey']);
/** After these requests the copy of the vault file is replaced too: it would open with the old passphrase or contain the deleted key. */
const REPLACES_COPY: ReadonlySet<OpeningKind> = new Set(['changePassphrase', 'deleteKey']);

export class WalletService {
  /** The contract's `wallet.changed`. */
  readonly slice = new ValueTopic<WalletState>({ status: 'missing', accounts: [], phrases: [] });
  readonly #store: VaultStore;
  readonly #signer: SignerPort;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #network: () => CurrentNetwork | undefined;
  readonly #autoLockMs: () => number;
  readonly #attempts: PassphraseAttempts;
  readonly #texts: OpenTexts | undefined;
  #vaultText: string | undefined;
  #facts: VaultFacts = { accounts: [], phrases: [] };
  #problem: string | undefined;
  #autoLockAtMs: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WalletServiceOptions) {
    this.#store = options.store;
    this.#signer = options.signer;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#network = options.network;
    this.#autoLockMs = options.autoLockMs;
    this.#texts = options.texts;
    this.#attempts = new PassphraseAttempts({ clock: options.clock, store: options.attempts, logger: options.logger });
  }

  /** Read the vault's header. A file that cannot be used is reported in the slice and never overwritten. */
  async start(): Promise<void> {
    await this.#attempts.start();
    try {
      const text = await this.#store.read();
      if (text !== undefined) {
        this.#facts = parseVault(text).header;
        this.#vaultText = text;
      }
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      this.#problem = error.code === 'vault-corrupt' ? `${error.message} ${await this.#store.recoveryHint()}` : error.message;
      this.#logger.error('The vault cannot be used', { reason: error.message });
    }
    this.publish();
  }

  /** Lock the vault. The signer's owner ends the worker. */
  async stop(): Promise<void> {
    if (this.isUnlocked) {
      await this.lockWallet();
    }
  }

  /** Update the slice; called when the network, and so the letter of addresses, changes. */
  publish(): void {
    this.slice.set({
      status: this.#status(),
      ...defined({ problem: this.#problem, autoLockAtMs: this.#autoLockAtMs }),
      accounts: this.#facts.accounts.map((account) => shownAccount(account, this.#facts, this.#network())),
      phrases: this.#facts.phrases.map(({ nextIndexes: _nextIndexes, isImported: _isImported, ...phrase }) => phrase),
    });
  }

  /** Find the public facts of a key by its canonical address. */
  findAccount(address: Address): VaultAccount | undefined {
    return this.#facts.accounts.find((account) => account.address === address);
  }

  get isUnlocked(): boolean {
    return this.#autoLockAtMs !== undefined;
  }

  get hasVault(): boolean {
    return this.#vaultText !== undefined;
  }

  /** The letter of addresses on the current network. */
  get letter(): CurrentNetwork['letter'] {
    return this.#network()?.letter ?? 'f';
  }

  /** Time and network for a new key. */
  get newKeyFacts(): { readonly createdAtMs: number; readonly genesisCid?: string } {
    const network = this.#network();
    return { createdAtMs: this.#clock.nowMs(), ...defined({ genesisCid: network?.genesisCid }) };
  }

  /** @throws SextantError `vault-locked` */
  sealText(text: NamedText): Promise<NamedText> {
    return this.#signer.request<'seal'>({ kind: 'seal', vaultText: this.#requireVault(), text });
  }

  /** @throws SextantError `vault-locked`; `vault-corrupt` for a text that this vault did not encrypt under this name */
  openText(text: NamedText): Promise<NamedText> {
    return this.#signer.request<'open'>({ kind: 'open', vaultText: this.#requireVault(), text });
  }

  /** @throws SextantError `vault-missing`, `wrong-passphrase`, `vault-corrupt` */
  async unlockVault({ passphrase }: { passphrase: string }): Promise<void> {
    await this.use('unlock', {}, passphrase);
  }

  /** Lock at once and stop signing. Resolves when no earlier request can unlock the vault any more. */
  async lockWallet(): Promise<void> {
    await this.#signer.request<'lock'>({ kind: 'lock' });
  }

  /** Called by the signer with its auto-lock time, or undefined for locked. Only the signer knows, since requests may be in transit. */
  noteState(autoLockAtMs: number | undefined): void {
    if (this.#autoLockAtMs !== autoLockAtMs) {
      this.#autoLockAtMs = autoLockAtMs;
      this.publish();
    }
  }

  /** Restart the auto-lock time after it was changed. */
  async restartAutoLock(): Promise<void> {
    if (this.isUnlocked) {
      await this.#signer.request<'keep'>({ kind: 'keep', keepForMs: this.#autoLockMs() });
    }
  }

  /** Derive the keys of a phrase. Stores nothing. @throws SextantError `invalid-input` for an invalid phrase or path */
  scanPhrase(input: Omit<Extract<SignerRequest, { kind: 'scanPhrase' }>, 'kind'>): Promise<SignerResult<'scanPhrase'>> {
    return this.#signer.request<'scanPhrase'>({ kind: 'scanPhrase', ...input });
  }

  /** Parse a key export. Stores nothing. @throws SextantError `invalid-input` for an invalid key */
  readKey(text: string): Promise<SignerResult<'readKey'>> {
    return this.#signer.request<'readKey'>({ kind: 'readKey', text });
  }

  /**
   * Sign messages with the keys of their senders, all or none, in order. The vault is decrypted once; if it was unlocked, the auto-lock time
   * restarts. With a passphrase a locked vault stays locked.
   *
   * @throws SextantError `vault-missing`, `vault-locked`, `wrong-passphrase`, `key-missing`, `invalid-input`; `wrong-network` for a network
   * that a key was not accepted for, or a chain ID that belongs to another network than the genesis
   */
  async signMessages({ passphrase, ...input }: SignMessagesInput): Promise<readonly Signature[]> {
    return (await this.use('sign', input, passphrase)).signatures;
  }

  /**
   * Sign data that is not a message.
   *
   * @throws SextantError `vault-missing`, `vault-locked`, `wrong-passphrase`, `key-missing`; `message-refused` for raw bytes in Lotus format
   * that have another meaning (`blindMeaning`)
   */
  async signData({ passphrase, ...input }: SignDataInput): Promise<Signature> {
    return (await this.use('signData', input, passphrase)).signature;
  }

  /**
   * Send a request that opens the vault to the signer. When this resolves, its change is on disk; when it throws, the vault is unchanged.
   *
   * @throws SextantError errors of the request, `vault-missing`, `vault-exists`, `vault-locked`, `vault-corrupt`, `wrong-passphrase`,
   * `weak-passphrase`, `disk-failure`
   */
  use<K extends OpeningKind>(kind: K, input: InputOf<K>, passphrase?: string): Promise<ResultOf<K>> {
    // One at a time: each request starts with the vault of the previous one.
    const result = this.#last.then(() => this.#use(kind, input, passphrase));
    // Drop the result: it may be a private key, which must not stay referenced.
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #use<K extends OpeningKind>(kind: K, input: InputOf<K>, passphrase: string | undefined): Promise<ResultOf<K>> {
    const access =
      this.hasVault || this.#problem !== undefined ? this.#openAccess(kind, passphrase) : await this.#makeAccess(kind, passphrase);
    const request = { ...input, kind, access } as unknown as Extract<SignerRequest, { kind: K }>;
    const ask = (): Promise<SignerResult<K> & Changed> => this.#signer.request<K>(request);
    const isGuess = access.kind === 'open' && access.passphrase !== undefined;
    const { change, ...result } = await (isGuess ? this.#attempts.run(ask) : ask());
    if (change !== undefined) {
      await this.#keep(change, access, REPLACES_COPY.has(kind));
    }
    return result as ResultOf<K>;
  }

  #openAccess(kind: OpeningKind, passphrase: string | undefined): VaultAccess {
    if (kind === 'createVault') {
      throw new SextantError('vault-exists', 'A vault file already exists and is never overwritten. Move it away to start over.');
    }
    const vaultText = this.#requireVault();
    if (passphrase === undefined && !this.isUnlocked) {
      throw new SextantError('vault-locked', 'The vault is locked. Enter its passphrase.', { retryable: true });
    }
    return { kind: 'open', vaultText, keepForMs: this.#autoLockMs(), ...defined({ passphrase }) };
  }

  async #makeAccess(kind: OpeningKind, passphrase: string | undefined): Promise<VaultAccess> {
    if (!CREATES_VAULT.has(kind)) {
      this.#requireVault();
    }
    if (passphrase === undefined) {
      throw new SextantError('vault-missing', 'No vault yet. Choose a passphrase to create one.');
    }
    requirePassphraseStrength(passphrase);
    if ((await this.#store.read()) !== undefined) {
      throw new SextantError(
        'vault-exists',
        'A vault file appeared after Sextant started. Restart Sextant to use it; it is not overwritten.',
      );
    }
    return { kind: 'make', passphrase, texts: await this.#readOpen() };
  }

  async #keep({ vaultText, isRequired, sealedTexts }: VaultChange, access: VaultAccess, isCopyReplaced: boolean): Promise<void> {
    try {
      await (isCopyReplaced ? this.#store.writeBoth(vaultText) : this.#store.write(vaultText));
    } catch (error) {
      if (isRequired || !(error instanceof SextantError)) {
        throw error;
      }
      // Only a note or a migration: a full disk must not block access to a key. It is written with the next change.
      this.#logger.warn('Could not save the vault', { reason: error.message });
      return;
    }
    this.#vaultText = vaultText;
    this.#facts = parseVault(vaultText).header;
    if (access.kind === 'make') {
      // Before the new state is published and texts are read.
      await this.#replaceOpen(access.texts, sealedTexts);
    }
    this.publish();
  }

  /** Tokens that cannot be read must not prevent the creation of a vault. */
  async #readOpen(): Promise<readonly NamedText[]> {
    try {
      return (await this.#texts?.readOpen()) ?? [];
    } catch (error) {
      this.#logger.error('Could not read stored tokens to encrypt them', { error });
      return [];
    }
  }

  /** On failure the texts are encrypted at the next unlock: the phrase of the new vault must be shown in any case. */
  async #replaceOpen(open: readonly NamedText[], sealed: readonly NamedText[]): Promise<void> {
    try {
      await this.#texts?.replaceOpen(open, sealed);
    } catch (error) {
      this.#logger.error('Could not encrypt stored tokens with the new vault', { error });
    }
  }

  #requireVault(): string {
    if (this.#problem !== undefined) {
      throw new SextantError('vault-corrupt', this.#problem);
    }
    if (this.#vaultText === undefined) {
      throw new SextantError('vault-missing', 'No vault yet. Create one first.');
    }
    return this.#vaultText;
  }

  #status(): WalletState['status'] {
    if (this.#problem !== undefined) {
      return 'corrupt';
    }
    if (this.#vaultText === undefined) {
      return 'missing';
    }
    return this.isUnlocked ? 'unlocked' : 'locked';
  }
}
