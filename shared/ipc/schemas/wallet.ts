/** The vault, its keys, and account balances. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zCid, zTimeMs, zTipsetRef, zUint64 } from './common.ts';

export const zVaultStatus = z.enum(['missing', 'locked', 'unlocked', 'corrupt']);
export const zKeyType = z.enum(['secp256k1', 'bls', 'delegated']);

/** Origin of a key: derived from a recovery phrase of the vault, or imported or random without one. */
export const zKeyOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phrase'), phraseId: z.string().max(100), path: z.string().max(300) }),
  z.object({ kind: z.literal('imported') }),
  z.object({ kind: z.literal('random') }),
]);
export type KeyOrigin = z.infer<typeof zKeyOrigin>;

export const zKeyLabel = z.string().trim().min(1).max(60);

export const zAccount = z.object({
  /** The key address, with the connected network's prefix. */
  address: zAddress,
  /** 0x address of a delegated key, with checksum. */
  ethAddress: z.string().max(42).optional(),
  /** According to the connected node, if read. */
  idAddress: zAddress.optional(),
  label: z.string(),
  keyType: zKeyType,
  origin: zKeyOrigin,
  createdAtMs: zTimeMs,
  /** The networks this key may be used on, by genesis CID. */
  genesisCids: z.array(zCid),
  /**
   * Whether it can be restored without this machine: its phrase was confirmed, the key was imported, or a random key was exported.
   */
  isBackedUp: z.boolean(),
});
export type Account = z.infer<typeof zAccount>;

/** One of the vault's recovery phrases. */
export const zPhrase = z.object({
  id: z.string().max(100),
  wordCount: z.number().int(),
  /** Whether it has a BIP-39 passphrase. */
  hasBip39Passphrase: z.boolean(),
  isBackedUp: z.boolean(),
  createdAtMs: zTimeMs,
});
export type Phrase = z.infer<typeof zPhrase>;

export const zWalletState = z.object({
  status: zVaultStatus,
  problem: z.string().optional(),
  autoLockAtMs: zTimeMs.optional(),
  accounts: z.array(zAccount),
  phrases: z.array(zPhrase),
});
export type WalletState = z.infer<typeof zWalletState>;

/** An account on chain at one tipset. */
export const zAccountOnChain = z.object({
  address: zAddress,
  pinned: zTipsetRef,
  exists: z.boolean(),
  idAddress: zAddress.optional(),
  /** Actor type by code; absent if unknown. */
  actorType: z.string().max(40).optional(),
  balance: zAttoFil,
  nonce: zUint64,
  calls: z.array(zCallRef),
});
export type AccountOnChain = z.infer<typeof zAccountOnChain>;

export const zPassphrase = z.string().min(1).max(1024);
/** A recovery phrase as typed, with any whitespace. */
export const zMnemonicText = z.string().min(1).max(2000);
export const zBip39Passphrase = z.string().max(1024);

/** Current balance of an address; absent fields could not be read. */
export const zHolding = z.object({ balance: zAttoFil.optional(), nonce: zUint64.optional(), exists: z.boolean().optional() });
export type HoldingView = z.infer<typeof zHolding>;

/** A key derived from a phrase. */
export const zPhraseKey = zHolding.extend({
  /** Name of the derivation scheme; "own path" for an entered path. */
  scheme: z.string().max(100),
  path: z.string().max(300),
  keyType: zKeyType,
  address: zAddress,
  ethAddress: z.string().max(42).optional(),
  /** Already in the vault. */
  isHeld: z.boolean(),
});
export type PhraseKey = z.infer<typeof zPhraseKey>;

/** A possible reading of a text as a private key. */
export const zKeyReading = zHolding.extend({
  /** The recognised format: "Lotus export, hex". */
  form: z.string().max(100),
  keyType: zKeyType,
  byteOrder: z.enum(['big-endian', 'little-endian']),
  address: zAddress,
  ethAddress: z.string().max(42).optional(),
  isHeld: z.boolean(),
});
export type KeyReading = z.infer<typeof zKeyReading>;

/** Export formats of a key. */
export const zKeyExportForm = z.enum(['lotus-hex', 'lotus-json', 'eth-hex', 'hex', 'base64']);
export type KeyExportForm = z.infer<typeof zKeyExportForm>;
