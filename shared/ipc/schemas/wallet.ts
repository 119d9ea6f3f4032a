/** The wallet, messages on their way out, and the approvals of the trusted document. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zCid, zEpoch, zTimeMs, zTipsetRef, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';

export const zVaultStatus = z.enum(['missing', 'locked', 'unlocked', 'corrupt']);

export const zAccount = z.object({
  /** The key address, in the connected network's letter. */
  address: zAddress,
  label: z.string(),
  keyType: z.enum(['secp256k1']),
  createdAtMs: zTimeMs,
  /** The networks this key may be used on, by genesis CID. */
  genesisCids: z.array(zCid),
});
export type Account = z.infer<typeof zAccount>;

export const zWalletState = z.object({
  status: zVaultStatus,
  problem: z.string().optional(),
  autoLockAtMs: zTimeMs.optional(),
  accounts: z.array(zAccount),
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

/** The composer's form, as typed. */
export const zMessageDraft = z.object({
  from: z.string().max(120),
  to: z.string().max(120),
  /** FIL, as typed: "1.5", "0.25 FIL", "20 nanoFIL". */
  value: z.string().max(80),
  /** 0 for a plain transfer. */
  method: zUint64,
  /** Hex, with or without 0x and spaces; empty for none. */
  paramsHex: z.string().max(131_072),
  gasFeeCap: z.string().max(80).optional(),
  gasPremium: z.string().max(80).optional(),
  gasLimit: z.string().max(20).optional(),
});
export type MessageDraft = z.infer<typeof zMessageDraft>;

export const zCheck = z.object({ id: z.string(), title: z.string(), detail: z.string(), result: z.enum(['pass', 'warning', 'fail']) });
export type Check = z.infer<typeof zCheck>;

/** What a draft would become at the head: fields resolved, gas estimated, nonce found, simulated. */
export const zDraftReview = z.object({
  pinned: zTipsetRef,
  fieldErrors: z.record(z.string(), z.string()),
  checks: z.array(zCheck),
  recipient: z
    .object({
      address: zAddress,
      exists: z.boolean(),
      actorType: z.string().optional(),
      idAddress: zAddress.optional(),
      /** Of an actor that is the same on every network, such as the burnt funds actor. */
      name: z.string().optional(),
      /** Whether it is the sender itself. */
      isSender: z.boolean(),
    })
    .optional(),
  sender: z.object({ address: zAddress, balance: zAttoFil, exists: z.boolean() }).optional(),
  /** Of the method at the recipient, where it is known. */
  methodName: z.string().optional(),
  message: z
    .object({
      nonce: zUint64,
      gasLimit: zUint64,
      gasFeeCap: zAttoFil,
      gasPremium: zAttoFil,
      value: zAttoFil,
      maximumFee: zAttoFil,
      likelyFee: zAttoFil,
      baseFee: zAttoFil,
      cid: zCid,
      bytesHex: z.string(),
    })
    .optional(),
  simulation: z.object({ exitCode: z.number(), exitName: z.string(), gasUsed: zUint64, error: z.string().optional() }).optional(),
  calls: z.array(zCallRef),
});
export type DraftReview = z.infer<typeof zDraftReview>;

/** A frozen approval as the trusted document shows it; every field of `message` is decoded from `bytesHex`. */
export const zApproval = z.object({
  id: z.string(),
  createdAtMs: zTimeMs,
  expiresAtMs: zTimeMs,
  bytesHex: z.string(),
  unsignedCid: zCid,
  networkName: z.string(),
  genesisCid: zCid,
  isPractice: z.boolean(),
  /** Whether the key is already used on this network; when false, confirming asks for consent first. */
  isKeyKnownHere: z.boolean(),
  from: z.object({ address: zAddress, label: z.string() }),
  /** `name`: of an actor that is the same on every network. */
  to: z.object({ address: zAddress, actorType: z.string().optional(), name: z.string().optional(), exists: z.boolean() }),
  nonce: zUint64,
  value: zAttoFil,
  method: zUint64,
  methodName: z.string(),
  params: zDecodedView,
  paramsHex: z.string(),
  gasLimit: zUint64,
  gasFeeCap: zAttoFil,
  gasPremium: zAttoFil,
  maximumFee: zAttoFil,
  likelyFee: zAttoFil.optional(),
  /** The most that can leave the sender: the fee alone where the sender is paid. */
  maximumTotal: zAttoFil,
  warnings: z.array(zCheck),
});
export type Approval = z.infer<typeof zApproval>;

export const zJournalStage = z.enum([
  'intent',
  'signed',
  'pushed',
  'in-pool',
  'included',
  'executed',
  'final',
  'rejected',
  'replaced',
  'failed',
]);
export type JournalStage = z.infer<typeof zJournalStage>;
export const zJournalEntry = z.object({
  id: z.string(),
  stage: zJournalStage,
  createdAtMs: zTimeMs,
  updatedAtMs: zTimeMs,
  genesisCid: zCid,
  networkName: z.string(),
  connectionName: z.string(),
  from: zAddress,
  to: zAddress,
  nonce: zUint64,
  value: zAttoFil,
  method: zUint64,
  methodName: z.string(),
  gasLimit: zUint64,
  gasFeeCap: zAttoFil,
  gasPremium: zAttoFil,
  unsignedCid: zCid,
  signedCid: zCid.optional(),
  /** One entry per stage reached, oldest first. */
  history: z.array(
    z.object({
      stage: zJournalStage,
      atMs: zTimeMs,
      height: zEpoch.optional(),
      note: z.string().optional(),
      callId: z.number().optional(),
    }),
  ),
  confirmations: z.number().optional(),
  exitCode: z.number().optional(),
  gasUsed: zUint64.optional(),
  fee: zAttoFil.optional(),
  problem: z.string().optional(),
});
export type JournalEntry = z.infer<typeof zJournalEntry>;

/** The trusted document's slice. */
export const zTrustedState = z.object({
  vault: zVaultStatus,
  problem: z.string().optional(),
  networkName: z.string().optional(),
  accounts: z.array(zAccount),
  approvals: z.array(zApproval),
  theme: z.enum(['system', 'dark', 'light']),
});
export type TrustedState = z.infer<typeof zTrustedState>;

export const zPassphrase = z.string().min(1).max(1024);
