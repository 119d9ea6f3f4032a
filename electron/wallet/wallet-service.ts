/**
 * The vault as the app sees it: whether there is one, whether it is open, which addresses it holds.
 *
 * Holds sealed text and public facts only; keys are in the signer worker. The one secret that passes through this thread is the
 * recovery phrase of a new vault: `createVault` returns it once, and the host hands it to the trusted document that asked.
 * Passphrases pass through on their way to the worker and are kept nowhere. Called by the handlers of the approval zone and by
 * sending.
 */
import type { Address } from '../../shared/domain/address.ts';
import { formatAddress, parseAddress } from '../../shared/domain/address.ts';
import type { Signature } from '../../shared/domain/signature.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { DataForm } from '../../shared/ipc/schemas/signatures.ts';
import type { Account, WalletState } from '../../shared/ipc/schemas/wallet.ts';
import type { Clock, Logger } from '../platform/ports.ts';
import { ValueTopic } from '../platform/topics.ts';
import { PassphraseAttempts } from './passphrase-attempts.ts';
import type { SignerPort } from './signer-client.ts';
import type { NamedText, SignResult } from './signer-protocol.ts';
import type { VaultAccount } from './vault-file.ts';
import { parseVault } from './vault-file.ts';
import { requirePassphraseStrength } from './vault-key.ts';
import type { VaultStore } from './vault-store.ts';

export const AUTO_LOCK_MS = 10 * 60_000;

/** The network that addresses are written for and that a new key is bound to. */
export interface CurrentNetwork {
  readonly letter: 'f' | 't';
  readonly genesisCid: string;
}

/** Where texts that are not sealed yet come from, and where they go when they are. */
export interface OpenTexts {
  readOpen(): Promise<readonly NamedText[]>;
  replaceOpen(open: readonly NamedText[], sealed: readonly NamedText[]): Promise<void>;
}

export interface WalletServiceOptions {
  readonly store: VaultStore;
  readonly signer: SignerPort;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly network: () => CurrentNetwork | undefined;
  readonly autoLockMs?: number;
  /** Texts that are sealed when the vault is made. */
  readonly texts?: OpenTexts;
}

export interface SignInput {
  readonly messageBytes: Uint8Array;
  readonly genesisCid: string;
  readonly passphrase?: string;
  readonly isNewNetworkAccepted: boolean;
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

export class WalletService {
  /** The contract's `wallet.changed`. */
  readonly slice = new ValueTopic<WalletState>({ status: 'missing', accounts: [], phrases: [] });
  readonly #store: VaultStore;
  readonly #signer: SignerPort;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #network: () => CurrentNetwork | undefined;
  readonly #autoLockMs: number;
  readonly #attempts: PassphraseAttempts;
  readonly #texts: OpenTexts | undefined;
  #vaultText: string | undefined;
  #accounts: readonly VaultAccount[] = [];
  #problem: string | undefined;
  #autoLockAtMs: number | undefined;
  #isCreating = false;

  constructor(options: WalletServiceOptions) {
    this.#store = options.store;
    this.#signer = options.signer;
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#network = options.network;
    this.#autoLockMs = options.autoLockMs ?? AUTO_LOCK_MS;
    this.#texts = options.texts;
    this.#attempts = new PassphraseAttempts(options.clock);
  }

  /** Reads the vault's header. A file that cannot be used is told in the slice and never overwritten. */
  async start(): Promise<void> {
    try {
      const text = await this.#store.read();
      if (text !== undefined) {
        this.#accounts = parseVault(text).header.accounts;
        this.#vaultText = text;
      }
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      this.#problem = error.message;
      this.#logger.error('The vault cannot be used', { reason: error.message });
    }
    this.publish();
  }

  /** Forgets the keys. The signer's owner ends the worker. */
  async stop(): Promise<void> {
    if (this.#autoLockAtMs !== undefined) {
      await this.lockWallet();
    }
  }

  /** Writes the slice again; called when another network, and so another address letter, became current. */
  publish(): void {
    const letter = this.#network()?.letter ?? 'f';
    this.slice.set({
      status: this.#status(),
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
      ...(this.#autoLockAtMs === undefined ? {} : { autoLockAtMs: this.#autoLockAtMs }),
      accounts: this.#accounts.map(
        (account): Account => ({
          address: formatAddress(parseAddress(account.address), letter),
          label: account.label,
          keyType: account.keyType,
          createdAtMs: account.createdAtMs,
          genesisCids: [...account.genesisCids],
          origin: { kind: 'phrase', phraseId: 'first', path: account.path },
          isBackedUp: false,
        }),
      ),
      phrases: [],
    });
  }

  /** The key's public facts, by its canonical address. */
  findAccount(address: Address): VaultAccount | undefined {
    return this.#accounts.find((account) => account.address === address);
  }

  get isUnlocked(): boolean {
    return this.#autoLockAtMs !== undefined;
  }

  /**
   * Makes the vault and its first key. The vault is on disk when the phrase is returned; it stays locked.
   *
   * @throws SextantError `vault-exists`, `weak-passphrase`, `disk-failure`
   */
  async createVault(input: { passphrase: string; label: string }): Promise<{ mnemonic: string; address: string; path: string }> {
    if (this.#vaultText !== undefined || this.#problem !== undefined || this.#isCreating) {
      throw new SextantError('vault-exists', 'There is a vault file already. It is never overwritten; move it away to start anew.');
    }
    requirePassphraseStrength(input.passphrase);
    this.#isCreating = true;
    try {
      const network = this.#network();
      const texts = await this.#readOpen();
      const { mnemonic, account, vaultText, sealedTexts } = await this.#signer.request<'create'>({
        kind: 'create',
        passphrase: input.passphrase,
        label: input.label,
        createdAtMs: this.#clock.nowMs(),
        texts,
        ...(network === undefined ? {} : { genesisCid: network.genesisCid }),
      });
      await this.#store.write(vaultText);
      this.#vaultText = vaultText;
      this.#accounts = [account];
      await this.#replaceOpen(texts, sealedTexts);
      this.publish();
      return { mnemonic, address: formatAddress(parseAddress(account.address), network?.letter ?? 'f'), path: account.path };
    } finally {
      this.#isCreating = false;
    }
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

  get hasVault(): boolean {
    return this.#vaultText !== undefined;
  }

  /** @throws SextantError `vault-locked` */
  sealText(text: NamedText): Promise<NamedText> {
    return this.#signer.request<'seal'>({ kind: 'seal', text });
  }

  /** @throws SextantError `vault-locked`; `vault-corrupt` for what this vault did not seal under this name */
  openText(text: NamedText): Promise<NamedText> {
    return this.#signer.request<'open'>({ kind: 'open', text });
  }

  /** @throws SextantError `vault-missing`, `wrong-passphrase`, `vault-corrupt` */
  async unlockVault(input: { passphrase: string }): Promise<void> {
    const vaultText = this.#requireVault();
    await this.#attempts.run(() =>
      this.#signer.request<'unlock'>({ kind: 'unlock', vaultText, passphrase: input.passphrase, forMs: this.#autoLockMs }),
    );
    this.#autoLockAtMs = this.#clock.nowMs() + this.#autoLockMs;
    this.publish();
  }

  async lockWallet(): Promise<void> {
    await this.#signer.request<'lock'>({ kind: 'lock' });
    this.noteLocked();
  }

  /** The signer says that it has no keys any more. */
  noteLocked(): void {
    if (this.#autoLockAtMs !== undefined) {
      this.#autoLockAtMs = undefined;
      this.publish();
    }
  }

  /**
   * Signs message bytes with the key of their sender. With a passphrase the vault stays as locked as it was.
   *
   * @throws SextantError `vault-missing`, `vault-locked`, `wrong-passphrase`, `key-missing`, `wrong-network`
   */
  async sign(input: SignInput): Promise<SignResult> {
    const vaultText = this.#requireVault();
    const { passphrase, ...rest } = input;
    if (passphrase === undefined && !this.isUnlocked) {
      throw new SextantError('vault-locked', 'The vault is locked. Type its passphrase to sign.', { retryable: true });
    }
    const signed =
      passphrase === undefined
        ? await this.#signer.request<'sign'>({ kind: 'sign', vaultText, ...rest })
        : await this.#attempts.run(() => this.#signer.request<'sign'>({ kind: 'sign', vaultText, passphrase, ...rest }));
    if (signed.vaultText !== undefined) {
      // The key has learned a network: that consent is on disk before the signature is used.
      await this.#store.write(signed.vaultText);
      this.#vaultText = signed.vaultText;
      this.#accounts = parseVault(signed.vaultText).header.accounts;
      this.publish();
    }
    return signed;
  }

  /**
   * Signs messages with the keys of their senders, all or none, in their order. The vault is opened once.
   *
   * @throws SextantError `vault-missing`, `vault-locked`, `wrong-passphrase`, `key-missing`, `wrong-network`, `invalid-input`
   */
  async signMessages({ messages, chainId: _chainId, ...consent }: SignMessagesInput): Promise<readonly Signature[]> {
    const signatures: Signature[] = [];
    for (const messageBytes of messages) {
      const { signature } = await this.sign({ messageBytes, ...consent });
      signatures.push({ type: 'secp256k1', data: signature });
    }
    return signatures;
  }

  /**
   * Signs data that is no message.
   *
   * @throws SextantError `vault-missing`, `vault-locked`, `wrong-passphrase`, `key-missing`; `message-refused` for bytes in the form of
   * Lotus that would be a signature of something else: a message, a transaction, an envelope
   */
  async signData(_input: SignDataInput): Promise<Signature> {
    throw new SextantError('internal', 'Not built yet.');
  }

  #requireVault(): string {
    if (this.#problem !== undefined) {
      throw new SextantError('vault-corrupt', this.#problem);
    }
    if (this.#vaultText === undefined) {
      throw new SextantError('vault-missing', 'There is no vault yet. Make one first.');
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
