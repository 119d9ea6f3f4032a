/** The vault, its keys, and what the chain says of an account. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zCid, zTimeMs, zTipsetRef, zUint64 } from './common.ts';

export const zVaultStatus = z.enum(['missing', 'locked', 'unlocked', 'corrupt']);
export const zKeyType = z.enum(['secp256k1', 'bls', 'delegated']);

/** Where a key came from: derived from one of the vault's recovery phrases, or brought (or made at random) without one. */
export const zKeyOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('phrase'), phraseId: z.string().max(100), path: z.string().max(300) }),
  z.object({ kind: z.literal('imported') }),
  z.object({ kind: z.literal('random') }),
]);
export type KeyOrigin = z.infer<typeof zKeyOrigin>;

export const zKeyLabel = z.string().trim().min(1).max(60);

export const zAccount = z.object({
  /** The key address, in the connected network's letter. */
  address: zAddress,
  /** Of a delegated key, in its mixed case. */
  ethAddress: z.string().max(42).optional(),
  /** According to the connected node, where it was asked. */
  idAddress: zAddress.optional(),
  label: z.string(),
  keyType: zKeyType,
  origin: zKeyOrigin,
  createdAtMs: zTimeMs,
  /** The networks this key may be used on, by genesis CID. */
  genesisCids: z.array(zCid),
  /**
   * Whether its loss with this machine can be mended: the phrase was asked back, the key was brought from elsewhere, or a key that was
   * made at random was exported.
   */
  isBackedUp: z.boolean(),
});
export type Account = z.infer<typeof zAccount>;

/** One of the vault's recovery phrases. */
export const zPhrase = z.object({
  id: z.string().max(100),
  wordCount: z.number().int(),
  /** Whether a BIP-39 passphrase belongs to it. */
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

/** What the chain says of an account at one tipset. */
export const zAccountOnChain = z.object({
  address: zAddress,
  pinned: zTipsetRef,
  exists: z.boolean(),
  idAddress: zAddress.optional(),
  /** As the table of actor codes names it; absent where the code is not in it. */
  actorType: z.string().max(40).optional(),
  balance: zAttoFil,
  nonce: zUint64,
  calls: z.array(zCallRef),
});
export type AccountOnChain = z.infer<typeof zAccountOnChain>;

export const zPassphrase = z.string().min(1).max(1024);
/** A recovery phrase as typed, with any white space between its words. */
export const zMnemonicText = z.string().min(1).max(2000);
export const zBip39Passphrase = z.string().max(1024);

/** What an address holds now; absent fields could not be asked (no node, or it refused). */
export const zHolding = z.object({ balance: zAttoFil.optional(), nonce: zUint64.optional(), exists: z.boolean().optional() });
export type HoldingView = z.infer<typeof zHolding>;

/** A key that a phrase gives. */
export const zPhraseKey = zHolding.extend({
  /** Name of the derivation scheme; "own path" for a path that was typed. */
  scheme: z.string().max(100),
  path: z.string().max(300),
  keyType: zKeyType,
  address: zAddress,
  ethAddress: z.string().max(42).optional(),
  /** It is in the vault already. */
  isHeld: z.boolean(),
});
export type PhraseKey = z.infer<typeof zPhraseKey>;

/** One way to read a text that holds a private key. */
export const zKeyReading = zHolding.extend({
  /** What the text was understood as, in words: "Lotus export, hex". */
  form: z.string().max(100),
  keyType: zKeyType,
  byteOrder: z.enum(['big-endian', 'little-endian']),
  address: zAddress,
  ethAddress: z.string().max(42).optional(),
  isHeld: z.boolean(),
});
export type KeyReading = z.infer<typeof zKeyReading>;

/** Forms in which a key can leave the vault. */
export const zKeyExportForm = z.enum(['lotus-hex', 'lotus-json', 'eth-hex', 'hex', 'base64']);
export type KeyExportForm = z.infer<typeof zKeyExportForm>;
