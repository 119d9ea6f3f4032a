/**
 * The only code that holds private keys. It runs inside the signer worker.
 *
 * Trusts the thread that started it to deliver what the user confirmed, and checks what it can again: the sender of the bytes
 * owns the key, the key is bound to the network, the phrase is right. Refuses everything else. Keys are zeroed on lock, on
 * time-out, and after each signature made while locked; the phrase of a new vault is a string for the length of one reply,
 * which JavaScript cannot overwrite.
 */
import { randomBytes } from 'node:crypto';
import { FIRST_KEY_PATH } from '../../shared/domain/derivation-path.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { keyFromPrivateKey, zeroKey } from '../../shared/domain/key.ts';
import { decodeMessage, encodeMessage, messageCid } from '../../shared/domain/message.ts';
import { signMessage } from '../../shared/domain/message-signature.ts';
import { deriveKey, generateMnemonic } from '../../shared/domain/mnemonic.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { openText, sealText } from './sealed-text.ts';
import type { CreateResult, NamedText, SignerRequest, SignResult, UnlockResult } from './signer-protocol.ts';
import type { VaultSecrets } from './vault-contents.ts';
import { decodeSecrets, encodeSecrets, zeroSecrets } from './vault-contents.ts';
import type { ParsedVault, VaultAccount } from './vault-file.ts';
import { deriveKeyOf, newKdfParameters, openSeal, parseVault, sealVault } from './vault-file.ts';
import type { DeriveVaultKey, VaultKey } from './vault-key.ts';
import { deriveVaultKey, requirePassphraseStrength } from './vault-key.ts';

const MNEMONIC_ENTROPY_BYTES = 32;

interface OpenVault {
  readonly key: VaultKey;
  readonly secrets: VaultSecrets;
  accounts: readonly VaultAccount[];
  readonly kdf: ParsedVault['header']['kdf'];
}

interface SignerOptions {
  readonly derive?: DeriveVaultKey;
  readonly entropy?: () => Uint8Array;
  /** Called when the unlocked time ran out. */
  readonly onTimeout?: () => void;
}

/** Undefined for bytes that are no key. */
function addressOf(privateKey: Uint8Array): string | undefined {
  try {
    const key = keyFromPrivateKey('secp256k1', privateKey);
    zeroKey(key);
    return key.address;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function closeVault(open: OpenVault): void {
  open.key.sealingKey.fill(0);
  zeroSecrets(open.secrets);
}

function sealAgain(open: OpenVault): string {
  const contents = encodeSecrets(open.secrets);
  try {
    return sealVault(contents, open.accounts, open.kdf, open.key);
  } finally {
    contents.fill(0);
  }
}

export class Signer {
  readonly #derive: DeriveVaultKey;
  readonly #entropy: () => Uint8Array;
  readonly #onTimeout: (() => void) | undefined;
  #open: OpenVault | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SignerOptions = {}) {
    this.#derive = options.derive ?? deriveVaultKey;
    this.#entropy = options.entropy ?? (() => Uint8Array.from(randomBytes(MNEMONIC_ENTROPY_BYTES)));
    this.#onTimeout = options.onTimeout;
  }

  get isUnlocked(): boolean {
    return this.#open !== undefined;
  }

  /** Makes a vault with one key. The signer stays locked. */
  async create(request: Extract<SignerRequest, { kind: 'create' }>): Promise<CreateResult> {
    requirePassphraseStrength(request.passphrase);
    const kdf = newKdfParameters();
    const key = await this.#derive(request.passphrase, kdf);
    const entropy = this.#entropy();
    const mnemonic = generateMnemonic(entropy);
    const { address, privateKey } = deriveKey(mnemonic, 'secp256k1', FIRST_KEY_PATH);
    const account: VaultAccount = {
      address,
      label: request.label,
      keyType: 'secp256k1',
      path: FIRST_KEY_PATH,
      createdAtMs: request.createdAtMs,
      genesisCids: request.genesisCid === undefined ? [] : [request.genesisCid],
    };
    const open: OpenVault = { kdf, key, secrets: { entropy, keys: [{ path: FIRST_KEY_PATH, privateKey }] }, accounts: [account] };
    try {
      const sealedTexts = (request.texts ?? []).map((text) => sealText(entropy, text));
      return { mnemonic, account, vaultText: sealAgain(open), sealedTexts };
    } finally {
      closeVault(open);
    }
  }

  /** Keeps the keys for `forMs`, then forgets them. Unlocking again starts the time anew. */
  async unlock(request: Extract<SignerRequest, { kind: 'unlock' }>): Promise<UnlockResult> {
    const open = await this.#openVault(request.vaultText, request.passphrase);
    this.lock();
    this.#open = open;
    this.#timer = setTimeout(() => {
      this.lock();
      this.#onTimeout?.();
    }, request.forMs);
    return { accounts: open.accounts };
  }

  lock(): void {
    clearTimeout(this.#timer);
    if (this.#open !== undefined) {
      closeVault(this.#open);
      this.#open = undefined;
    }
  }

  /** @throws SextantError `vault-locked` */
  seal(text: NamedText): NamedText {
    return sealText(this.#requireOpen().secrets.entropy, text);
  }

  /** @throws SextantError `vault-locked`; `vault-corrupt` for what this vault did not seal under this name */
  open(sealed: NamedText): NamedText {
    return openText(this.#requireOpen().secrets.entropy, sealed);
  }

  #requireOpen(): OpenVault {
    if (this.#open === undefined) {
      throw new SextantError('vault-locked', 'The vault is locked. Unlock it first.', { retryable: true });
    }
    return this.#open;
  }

  async sign(request: Extract<SignerRequest, { kind: 'sign' }>): Promise<SignResult> {
    if (request.passphrase !== undefined) {
      // Even while unlocked a passphrase that was typed is checked: a wrong one must not confirm anything.
      const open = await this.#openVault(request.vaultText, request.passphrase);
      try {
        const result = this.#signWith(open, request);
        if (this.#open !== undefined) {
          this.#open.accounts = open.accounts;
        }
        return result;
      } finally {
        closeVault(open);
      }
    }
    if (this.#open === undefined) {
      throw new SextantError('vault-locked', 'The vault is locked. Type its passphrase to sign.', { retryable: true });
    }
    return this.#signWith(this.#open, request);
  }

  #signWith(open: OpenVault, request: Extract<SignerRequest, { kind: 'sign' }>): SignResult {
    const message = decodeMessage(request.messageBytes);
    if (!Buffer.from(encodeMessage(message)).equals(Buffer.from(request.messageBytes))) {
      throw new SextantError('invalid-input', 'The message is not in canonical form; it is not signed.');
    }
    const index = open.accounts.findIndex((account) => account.address === message.from);
    const account = open.accounts[index];
    const secret = open.secrets.keys[index];
    if (account === undefined || secret === undefined) {
      throw new SextantError('key-missing', 'The vault holds no key for the sender of this message.');
    }
    const isKnownHere = account.genesisCids.includes(request.genesisCid);
    if (!isKnownHere && !request.isNewNetworkAccepted) {
      throw new SextantError(
        'wrong-network',
        'This key has not been used on this network. A signature carries no chain id: it would be valid wherever the account exists. Accept the network first.',
      );
    }
    const unsignedCid = messageCid(message);
    const signature = signMessage({ type: 'secp256k1', privateKey: secret.privateKey }, message);
    if (isKnownHere) {
      return { signature: signature.data, unsignedCid };
    }
    open.accounts = open.accounts.map((entry) =>
      entry === account ? { ...entry, genesisCids: [...entry.genesisCids, request.genesisCid] } : entry,
    );
    return { signature: signature.data, unsignedCid, vaultText: sealAgain(open) };
  }

  async #openVault(vaultText: string, passphrase: string): Promise<OpenVault> {
    const vault = parseVault(vaultText);
    const key = await deriveKeyOf(vault, passphrase, this.#derive);
    const secrets = decodeSecrets(openSeal(vault, key));
    const open: OpenVault = { key, secrets, accounts: vault.header.accounts, kdf: vault.header.kdf };
    const isWhole =
      secrets.keys.length === open.accounts.length &&
      open.accounts.every((account, index) => {
        const secret = secrets.keys[index];
        return secret !== undefined && secret.path === account.path && addressOf(secret.privateKey) === account.address;
      });
    if (!isWhole) {
      closeVault(open);
      throw new SextantError('vault-corrupt', 'The vault opened, but its keys do not belong to the addresses it names.');
    }
    return open;
  }
}
