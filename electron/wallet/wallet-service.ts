/**
 * The vault as the app sees it: whether there is one, whether it is open, which addresses it holds.
 *
 * Holds sealed text and public facts only; keys are in the signer worker. Secrets pass through this thread on their way between the worker
 * and the trusted document, which typed them or asked to be shown them, and are kept nowhere. Changes of the vault happen one after the
 * other, each on disk before its answer is given. Called by the handlers of the approval zone and by sending.
 */
import { defined } from '../../shared/collections/defined.ts';
import type { Address } from '../../shared/domain/address.ts';
import type { Signature } from '../../shared/domain/signature.ts';
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

/** The network that addresses are written for and that a new key is bound to. */
export interface CurrentNetwork {
  readonly letter: 'f' | 't';
  readonly genesisCid: string;
  /** What the node calls a key; shown, and trusted by nothing. */
  readonly idOf?: (key: Address) => Address | undefined;
}

/** Where texts that are not sealed yet come from, and where they go when they are. */
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
  /** How long the vault stays unlocked without being used. */
  readonly autoLockMs: () => number;
  /** Texts that are sealed when the vault is made. */
  readonly texts?: OpenTexts;
}

export interface SignMessagesInput {
  /** Unsigned messages, canonical CBOR, all for one network. At most 1000. */
  readonly messages: readonly Uint8Array[];
  readonly genesisCid: string;
  /** Ethereum's chain id of the network: needed where a sender is a delegated account. */
  readonly chainId?: number;
  /** Needed while locked; checked wherever it is given. */
  readonly passphrase?: string;
  readonly isNewNetworkAccepted: boolean;
}

export interface SignDataInput {
  readonly from: Address;
  readonly data: Uint8Array;
  readonly form: DataForm;
  /** Needed while locked; checked wherever it is given. */
  readonly passphrase?: string;
}

/** Requests that open the vault. */
type OpeningRequest = Extract<SignerRequest, { readonly access: VaultAccess }>;
type OpeningKind = OpeningRequest['kind'];
type InputOf<K extends OpeningKind> = Omit<Extract<SignerRequest, { kind: K }>, 'kind' | 'access'>;
type ResultOf<K extends OpeningKind> = Omit<SignerResult<K>, 'change'>;

/** What can be the first thing in a vault. */
const MAKING: ReadonlySet<OpeningKind> = new Set(['createVault', 'importPhrase', 'importKey']);
/** After these nothing may stay that opens with the old passphrase or holds the deleted key, so that the file before is replaced too. */
const LEAVING_NOTHING: ReadonlySet<OpeningKind> = new Set(['changePassphrase', 'deleteKey']);

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

  /** Reads the vault's header. A file that cannot be used is told in the slice and never overwritten. */
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

  /** Forgets the keys. The signer's owner ends the worker. */
  async stop(): Promise<void> {
    if (this.isUnlocked) {
      await this.lockWallet();
    }
  }

  /** Writes the slice again; called when another network, and so another address letter, became current. */
  publish(): void {
    this.slice.set({
      status: this.#status(),
      ...defined({ problem: this.#problem, autoLockAtMs: this.#autoLockAtMs }),
      accounts: this.#facts.accounts.map((account) => shownAccount(account, this.#facts, this.#network())),
      phrases: this.#facts.phrases.map(({ nextIndexes: _nextIndexes, isImported: _isImported, ...phrase }) => phrase),
    });
  }

  /** The key's public facts, by its canonical address. */
  findAccount(address: Address): VaultAccount | undefined {
    return this.#facts.accounts.find((account) => account.address === address);
  }

  get isUnlocked(): boolean {
    return this.#autoLockAtMs !== undefined;
  }

  get hasVault(): boolean {
    return this.#vaultText !== undefined;
  }

  /** How addresses are written now. */
  get letter(): CurrentNetwork['letter'] {
    return this.#network()?.letter ?? 'f';
  }

  /** For keys that are made now: when, and on which network. */
  get madeNow(): { readonly createdAtMs: number; readonly genesisCid?: string } {
    const network = this.#network();
    return { createdAtMs: this.#clock.nowMs(), ...defined({ genesisCid: network?.genesisCid }) };
  }

  /** @throws SextantError `vault-locked` */
  sealText(text: NamedText): Promise<NamedText> {
    return this.#signer.request<'seal'>({ kind: 'seal', vaultText: this.#requireVault(), text });
  }

  /** @throws SextantError `vault-locked`; `vault-corrupt` for what this vault did not seal under this name */
  openText(text: NamedText): Promise<NamedText> {
    return this.#signer.request<'open'>({ kind: 'open', vaultText: this.#requireVault(), text });
  }

  /** @throws SextantError `vault-missing`, `wrong-passphrase`, `vault-corrupt` */
  async unlockVault({ passphrase }: { passphrase: string }): Promise<void> {
    await this.use('unlock', {}, passphrase);
  }

  /** Forgets the keys at once, and ends what is being signed. Resolves when nothing that was asked before can unlock any more. */
  async lockWallet(): Promise<void> {
    await this.#signer.request<'lock'>({ kind: 'lock' });
  }

  /** The signer says until when it is unlocked, or that it is locked. It alone knows: what is asked of it may cross what it does. */
  noteState(autoLockAtMs: number | undefined): void {
    if (this.#autoLockAtMs !== autoLockAtMs) {
      this.#autoLockAtMs = autoLockAtMs;
      this.publish();
    }
  }

  /** The time until the vault locks by itself was set anew; it counts from now. */
  async restartAutoLock(): Promise<void> {
    if (this.isUnlocked) {
      await this.#signer.request<'keep'>({ kind: 'keep', keepForMs: this.#autoLockMs() });
    }
  }

  /** Keys that a phrase gives. Keeps nothing. @throws SextantError `invalid-input` for what is no phrase or no path */
  scanPhrase(input: Omit<Extract<SignerRequest, { kind: 'scanPhrase' }>, 'kind'>): Promise<SignerResult<'scanPhrase'>> {
    return this.#signer.request<'scanPhrase'>({ kind: 'scanPhrase', ...input });
  }

  /** Keys that a text may hold. Keeps nothing. @throws SextantError `invalid-input` for what is no key */
  readKey(text: string): Promise<SignerResult<'readKey'>> {
    return this.#signer.request<'readKey'>({ kind: 'readKey', text });
  }

  /**
   * Signs messages with the keys of their senders, all or none, in their order. The vault is opened once; where it was unlocked, the time
   * until it locks starts anew. With a passphrase it stays as locked as it was.
   *
   * @throws SextantError `vault-missing`, `vault-locked`, `wrong-passphrase`, `key-missing`, `invalid-input`; `wrong-network` for a network
   * that a key is not known on, and for a chain id that belongs to another network than the genesis
   */
  async signMessages({ passphrase, ...input }: SignMessagesInput): Promise<readonly Signature[]> {
    return (await this.use('sign', input, passphrase)).signatures;
  }

  /**
   * Signs data that is no message.
   *
   * @throws SextantError `vault-missing`, `vault-locked`, `wrong-passphrase`, `key-missing`; `message-refused` for bytes in the form of
   * Lotus whose signature would be worth more than it says (`blindMeaning`)
   */
  async signData({ passphrase, ...input }: SignDataInput): Promise<Signature> {
    return (await this.use('signData', input, passphrase)).signature;
  }

  /**
   * Asks the signer for something that opens the vault. What it changes is on disk when this resolves; when it throws, the vault is as it
   * was.
   *
   * @throws SextantError what the request throws, `vault-missing`, `vault-exists`, `vault-locked`, `vault-corrupt`, `wrong-passphrase`,
   * `weak-passphrase`, `disk-failure`
   */
  use<K extends OpeningKind>(kind: K, input: InputOf<K>, passphrase?: string): Promise<ResultOf<K>> {
    // One at a time: each request begins with the vault that the one before it left.
    const result = this.#last.then(() => this.#use(kind, input, passphrase));
    // Without what came out: it may be a key that was shown, which nothing may hold on to.
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
      await this.#keep(change, access, LEAVING_NOTHING.has(kind));
    }
    return result as ResultOf<K>;
  }

  #openAccess(kind: OpeningKind, passphrase: string | undefined): VaultAccess {
    if (kind === 'createVault') {
      throw new SextantError('vault-exists', 'A vault file already exists and is never overwritten. Move it away to start over.');
    }
    const vaultText = this.#requireVault();
    if (passphrase === undefined && !this.isUnlocked) {
      throw new SextantError('vault-locked', 'The vault is locked. Type its passphrase.', { retryable: true });
    }
    return { kind: 'open', vaultText, keepForMs: this.#autoLockMs(), ...defined({ passphrase }) };
  }

  async #makeAccess(kind: OpeningKind, passphrase: string | undefined): Promise<VaultAccess> {
    if (!MAKING.has(kind)) {
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

  async #keep({ vaultText, isRequired, sealedTexts }: VaultChange, access: VaultAccess, isNothingLeft: boolean): Promise<void> {
    try {
      await (isNothingLeft ? this.#store.writeBoth(vaultText) : this.#store.write(vaultText));
    } catch (error) {
      if (isRequired || !(error instanceof SextantError)) {
        throw error;
      }
      // Only a note, or a newer form of the same vault: a full disk must keep nobody from a key. It is written the next time.
      this.#logger.warn('Could not save the vault', { reason: error.message });
      return;
    }
    this.#vaultText = vaultText;
    this.#facts = parseVault(vaultText).header;
    if (access.kind === 'make') {
      // Before anybody is told of the vault, and looks for what it has sealed.
      await this.#replaceOpen(access.texts, sealedTexts);
    }
    this.publish();
  }

  /** Tokens that cannot be read must not keep a vault from being made. */
  async #readOpen(): Promise<readonly NamedText[]> {
    try {
      return (await this.#texts?.readOpen()) ?? [];
    } catch (error) {
      this.#logger.error('Stored tokens could not be read to be sealed', { error });
      return [];
    }
  }

  /** What cannot be stored now is sealed at the next unlock: the phrase of the new vault must be shown whatever happens here. */
  async #replaceOpen(open: readonly NamedText[], sealed: readonly NamedText[]): Promise<void> {
    try {
      await this.#texts?.replaceOpen(open, sealed);
    } catch (error) {
      this.#logger.error('Stored tokens were not sealed by the new vault', { error });
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
