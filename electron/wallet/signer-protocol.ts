/**
 * Messages between the main thread and the signer worker.
 *
 * The vault key never crosses. The worker receives passphrases, and phrases and key exports to import. It returns encrypted vaults,
 * signatures and public facts, and a secret in three cases only, each shown in the trusted document: a new phrase, a phrase shown again, and
 * an exported key. The last two always need the passphrase. Short texts (API tokens) cross decrypted in one direction and encrypted in the
 * other.
 *
 * The worker keeps no vault between requests: each request includes the encrypted text, and a changed vault is returned in `change`. So the
 * worker is never ahead of the disk, even if writing fails.
 */

import type { KeyType } from '../../shared/domain/keys/key.ts';
import type { ByteOrder, KeyExportForm as ReadForm } from '../../shared/domain/keys/key-export.ts';
import type { Signature } from '../../shared/domain/signatures/signature.ts';
import type { ErrorCode } from '../../shared/ipc/envelope.ts';
import type { DataForm } from '../../shared/ipc/schemas/signatures.ts';
import type { KeyExportForm } from '../../shared/ipc/schemas/wallet.ts';

/** A text to encrypt or decrypt; the name is authenticated with it, so that texts cannot be swapped. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** An existing vault. */
export interface OpenAccess {
  readonly kind: 'open';
  readonly vaultText: string;
  /** Needed while locked; always checked if given, and the vault then stays locked. */
  readonly passphrase?: string;
  /** Without a passphrase: how long the vault stays unlocked from now on. */
  readonly keepForMs: number;
}

/** A vault to create with its first key or phrase. It stays locked. */
export interface MakeAccess {
  readonly kind: 'make';
  readonly passphrase: string;
  /** Texts to encrypt with the new vault. */
  readonly texts: readonly NamedText[];
}

export type VaultAccess = OpenAccess | MakeAccess;
/** Access with a passphrase, even if the vault is unlocked. */
export type ProvenAccess = OpenAccess & { readonly passphrase: string };

/** Facts of a new key. */
interface NewKeyFacts {
  readonly label: string;
  readonly createdAtMs: number;
}

/** The network that a new key is bound to; absent if no node is connected. */
interface NewKeyNetwork {
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
  /** Both need an unlocked vault and do not extend the auto-lock time. */
  | { readonly kind: 'seal'; readonly vaultText: string; readonly text: NamedText }
  | { readonly kind: 'open'; readonly vaultText: string; readonly text: NamedText }
  | ({ readonly kind: 'createVault'; readonly access: MakeAccess } & NewKeyFacts & NewKeyNetwork)
  | ({ readonly kind: 'createPhrase'; readonly access: OpenAccess } & NewKeyFacts & NewKeyNetwork)
  | ({ readonly kind: 'createKey'; readonly access: OpenAccess; readonly keyType: KeyType; readonly phraseId?: string } & NewKeyFacts &
      NewKeyNetwork)
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

/** A vault to write to disk. */
export interface VaultChange {
  readonly vaultText: string;
  /** Whether the result is only valid once the vault is on disk. If not, a failed write is retried with the next change. */
  readonly isRequired: boolean;
  /** The encrypted texts of a new vault. */
  readonly sealedTexts: readonly NamedText[];
}

/** Part of the result of every request that opens the vault. */
export interface Changed {
  readonly change?: VaultChange;
}

/** Public facts of a key. */
interface KeyFacts {
  /** Canonical form, with the letter f. */
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
  /** Sent before the answer to the request that caused it. Without a time the vault is locked. */
  | { readonly event: 'state'; readonly autoLockAtMs?: number };
