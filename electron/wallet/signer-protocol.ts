/**
 * What crosses between the main thread and the signer worker.
 *
 * Private keys and vault keys never cross, in either direction. A passphrase crosses towards the worker; the recovery phrase
 * crosses back once, in the reply to `create`, to be shown in the trusted document. Signing takes message bytes and gives a
 * signature: there is no request that reads a key. Small texts (API tokens) cross open in one direction and sealed in the other;
 * the key that seals them is derived inside the worker and stays there.
 */
import type { ErrorCode } from '../../shared/ipc/envelope.ts';
import type { VaultAccount } from './vault-file.ts';

/** A text to be sealed or opened; the name is authenticated with it, so that one cannot be put in the place of another. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export type SignerRequest =
  | {
      readonly kind: 'create';
      readonly passphrase: string;
      readonly label: string;
      readonly createdAtMs: number;
      /** The network the key is made on; absent where no node is connected. */
      readonly genesisCid?: string;
      /** Sealed by the new vault, which stays locked. */
      readonly texts?: readonly NamedText[];
    }
  | { readonly kind: 'unlock'; readonly vaultText: string; readonly passphrase: string; readonly forMs: number }
  | { readonly kind: 'lock' }
  /** Both need the vault unlocked. */
  | { readonly kind: 'seal'; readonly text: NamedText }
  | { readonly kind: 'open'; readonly text: NamedText }
  | {
      readonly kind: 'sign';
      /** The unsigned message, canonical CBOR. The worker decodes it itself and finds the key by its sender. */
      readonly messageBytes: Uint8Array;
      readonly genesisCid: string;
      readonly vaultText: string;
      /** Needed while locked; the vault stays locked. */
      readonly passphrase?: string;
      readonly isNewNetworkAccepted: boolean;
    };

export interface CreateResult {
  readonly mnemonic: string;
  readonly account: VaultAccount;
  readonly vaultText: string;
  readonly sealedTexts: readonly NamedText[];
}
export interface UnlockResult {
  readonly accounts: readonly VaultAccount[];
}
export interface SignResult {
  /** 65 bytes r, s, v. */
  readonly signature: Uint8Array;
  readonly unsignedCid: string;
  /** The vault to write, when this signature taught a key a new network. */
  readonly vaultText?: string;
}

export type SignerResult<K extends SignerRequest['kind']> = {
  create: CreateResult;
  unlock: UnlockResult;
  lock: Record<string, never>;
  seal: NamedText;
  open: NamedText;
  sign: SignResult;
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
  /** The worker locked by itself because its time ran out. */
  | { readonly event: 'locked' };
