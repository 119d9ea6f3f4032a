/**
 * What crosses between the main thread and the signer worker.
 *
 * Vault keys never cross, in either direction. Towards the worker go passphrases, and phrases and key texts that are brought. Back come
 * sealed vaults, signatures and public facts, and a secret in three cases only, each to be shown in the trusted document: a phrase
 * that was just made, a phrase that is shown again, a key that is exported. The last two always take the passphrase. Small texts (API
 * tokens) cross open in one direction and sealed in the other.
 *
 * The worker keeps no vault between two requests: every one brings the sealed text, and what is to be on disk comes back in `change`.
 * So what the worker knows is never ahead of the disk, also where writing fails.
 */

import type { KeyType } from '../../shared/domain/key.ts';
import type { ByteOrder, KeyExportForm as ReadForm } from '../../shared/domain/key-export.ts';
import type { Signature } from '../../shared/domain/signature.ts';
import type { ErrorCode } from '../../shared/ipc/envelope.ts';
import type { DataForm } from '../../shared/ipc/schemas/signatures.ts';
import type { KeyExportForm } from '../../shared/ipc/schemas/wallet.ts';

/** A text to be sealed or opened; the name is authenticated with it, so that one cannot be put in the place of another. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** An existing vault. */
export interface OpenAccess {
  readonly kind: 'open';
  readonly vaultText: string;
  /** Needed while locked, and checked wherever it is given; the vault stays locked then. */
  readonly passphrase?: string;
  /** Without a passphrase, the time that the vault stays unlocked from now on. */
  readonly keepForMs: number;
}

/** A vault that is made with the first thing in it. It stays locked. */
export interface MakeAccess {
  readonly kind: 'make';
  readonly passphrase: string;
  /** Sealed by the new vault. */
  readonly texts: readonly NamedText[];
}

export type VaultAccess = OpenAccess | MakeAccess;
/** With a passphrase, whether the vault is unlocked or not. */
export type ProvenAccess = OpenAccess & { readonly passphrase: string };

/** Facts of a key that is taken in. */
interface NewKeyFacts {
  readonly label: string;
  readonly createdAtMs: number;
}

/** The network a key is made on; absent where no node is connected. */
interface MadeOn {
  readonly genesisCid?: string;
}

export interface PhraseInput {
  readonly mnemonic: string;
  readonly bip39Passphrase?: string;
}

export type SignerRequest =
  | { readonly kind: 'unlock'; readonly access: ProvenAccess }
  | { readonly kind: 'keep'; readonly keepForMs: number }
  | { readonly kind: 'lock' }
  /** Both need the vault unlocked, and do not count as using it. */
  | { readonly kind: 'seal'; readonly vaultText: string; readonly text: NamedText }
  | { readonly kind: 'open'; readonly vaultText: string; readonly text: NamedText }
  | ({ readonly kind: 'createVault'; readonly access: MakeAccess } & NewKeyFacts & MadeOn)
  | ({ readonly kind: 'createPhrase'; readonly access: OpenAccess } & NewKeyFacts & MadeOn)
  | ({ readonly kind: 'createKey'; readonly access: OpenAccess; readonly keyType: KeyType; readonly phraseId?: string } & NewKeyFacts &
      MadeOn)
  | ({ readonly kind: 'scanPhrase'; readonly count: number; readonly path?: string } & PhraseInput)
  | ({
      readonly kind: 'importPhrase';
      readonly access: VaultAccess;
      readonly keys: readonly { readonly path: string; readonly keyType: 'secp256k1' | 'delegated' }[];
    } & PhraseInput &
      NewKeyFacts)
  | { readonly kind: 'readKey'; readonly text: string }
  | ({ readonly kind: 'importKey'; readonly access: VaultAccess; readonly text: string; readonly address: string } & NewKeyFacts)
  | { readonly kind: 'exportKey'; readonly access: ProvenAccess; readonly address: string; readonly form: KeyExportForm }
  | { readonly kind: 'revealPhrase'; readonly access: ProvenAccess; readonly phraseId: string }
  | {
      readonly kind: 'confirmBackup';
      readonly access: OpenAccess;
      readonly phraseId: string;
      readonly words: readonly { readonly position: number; readonly word: string }[];
    }
  | { readonly kind: 'deleteKey'; readonly access: ProvenAccess; readonly address: string }
  | { readonly kind: 'renameKey'; readonly access: OpenAccess; readonly address: string; readonly label: string }
  | { readonly kind: 'changePassphrase'; readonly access: ProvenAccess; readonly newPassphrase: string }
  | {
      readonly kind: 'sign';
      readonly access: OpenAccess;
      /** Unsigned messages, canonical CBOR. The worker decodes them itself and finds each key by its sender. */
      readonly messages: readonly Uint8Array[];
      readonly genesisCid: string;
      readonly chainId?: number;
      readonly isNewNetworkAccepted: boolean;
    }
  | {
      readonly kind: 'signData';
      readonly access: OpenAccess;
      readonly from: string;
      readonly data: Uint8Array;
      readonly form: DataForm;
    };

/** A vault to be written. */
export interface VaultChange {
  readonly vaultText: string;
  /** Whether the answer is worth nothing unless the vault is on disk. Otherwise it is written the next time. */
  readonly isRequired: boolean;
  /** The texts of a new vault. */
  readonly sealedTexts: readonly NamedText[];
}

/** What comes with the answer to every request that opens the vault. */
export interface Changed {
  readonly change?: VaultChange;
}

/** A key, in public. */
interface KeyFacts {
  /** Canonical, with the letter f. */
  readonly address: string;
  readonly keyType: KeyType;
}
export interface CreatePhraseResult {
  readonly mnemonic: string;
  readonly phraseId: string;
  readonly address: string;
  readonly path: string;
}
export interface ScannedKey extends KeyFacts {
  readonly scheme: string;
  readonly path: string;
}
export interface ReadKeyResult {
  readonly form: ReadForm;
  readonly keys: readonly (KeyFacts & { readonly byteOrder: ByteOrder })[];
}

export type SignerResult<K extends SignerRequest['kind']> = {
  unlock: Changed;
  keep: Record<string, never>;
  lock: Record<string, never>;
  seal: NamedText;
  open: NamedText;
  createVault: CreatePhraseResult & Changed;
  createPhrase: CreatePhraseResult & Changed;
  createKey: { readonly address: string; readonly path?: string } & Changed;
  scanPhrase: { readonly keys: readonly ScannedKey[]; readonly wordCount: number };
  importPhrase: { readonly addresses: readonly string[] } & Changed;
  readKey: ReadKeyResult;
  importKey: { readonly address: string } & Changed;
  exportKey: { readonly text: string } & Changed;
  revealPhrase: PhraseInput & Changed;
  confirmBackup: Changed;
  deleteKey: Changed;
  renameKey: Changed;
  changePassphrase: Changed;
  sign: { readonly signatures: readonly Signature[] } & Changed;
  signData: { readonly signature: Signature } & Changed;
}[K];

export interface SignerEnvelope {
  readonly id: number;
  readonly request: SignerRequest;
}

export type SignerMessage =
  | { readonly id: number; readonly ok: true; readonly result: SignerResult<SignerRequest['kind']> }
  | {
      readonly id: number;
      readonly ok: false;
      readonly error: { readonly code: ErrorCode; readonly message: string; readonly retryable: boolean };
    }
  /** Sent before the answer to what caused it. Without a time the vault is locked. */
  | { readonly event: 'state'; readonly autoLockAtMs?: number };
