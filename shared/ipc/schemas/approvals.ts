/** What waits for the trusted document. Everything about messages is decoded from the bytes that will be signed. */
import { z } from 'zod';
import { zSafety } from './app.ts';
import { zAddress, zAttoFil, zCid, zTimeMs, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zCheck } from './drafts.ts';
import { zDataForm, zDataSignature } from './signatures.ts';
import { zAccount, zKeyType, zPhrase, zVaultStatus } from './wallet.ts';

const zFrozen = {
  id: z.string(),
  createdAtMs: zTimeMs,
  expiresAtMs: zTimeMs,
  from: z.object({ address: zAddress, label: z.string(), keyType: zKeyType }),
  warnings: z.array(zCheck),
};

const zOnNetwork = {
  networkName: z.string(),
  genesisCid: zCid,
  isPractice: z.boolean(),
  /** Of EIP-155, which the signature of a delegated sender names; absent for other senders. */
  chainId: z.number().int().optional(),
  /** Whether the key is already used on this network; when false, confirming asks for consent first. */
  isKeyKnownHere: z.boolean(),
  /** Signed and kept here, not pushed. */
  isHeld: z.boolean(),
  /** Nobody was asked: nonce, fees and what the recipient is are the sender's own word. */
  isOffline: z.boolean(),
};

/**
 * A name of an address that the approval shows, by who gives it. `key`: a key of this vault. `label`: of the address book, which the app
 * document can write, and so no proof of anything. `protocol`: an actor that is the same on every network. `node`: what the node says
 * that an ID stands for.
 */
const zAddressName = z.object({
  address: zAddress,
  by: z.enum(['key', 'label', 'protocol', 'node']),
  text: z.string().max(200),
  /** When a label was last written, where that was recorded. */
  writtenAtMs: zTimeMs.optional(),
});
export type AddressName = z.infer<typeof zAddressName>;

/** Funds that leave somebody if a call of the message, or of a transaction that it approves, is carried out. */
const zFundMove = z.object({
  /** 0: sent by the message itself. */
  depth: z.number().int().min(0),
  kind: z.enum(['value', 'miner-withdrawal', 'market-withdrawal']),
  amount: zAttoFil,
  from: zAddress,
  /** Absent for withdrawals, and for an actor that does not exist yet. */
  to: zAddress.optional(),
});

/** What the message does at one multisig. The transaction is hashed here; how many approved it is the node's word. */
const zMultisigStep = z.object({
  act: z.enum(['propose', 'approve', 'cancel']),
  depth: z.number().int().min(0),
  multisig: zAddress,
  id: zUint64.optional(),
  /**
   * `own`: the proposal stands in the parameters. `same`: the pending transaction has the hash that is signed. Otherwise what is
   * approved cannot be shown.
   */
  match: z.enum(['own', 'same', 'other', 'unhashed', 'absent', 'unread']),
  /** Of `same`: the transaction, as the parameters of its proposal. */
  transaction: zDecodedView.optional(),
  /** Who approved so far; the first proposed it. */
  approved: z.array(zAddress).optional(),
  threshold: z.number().int().optional(),
});
export type MultisigStepView = z.infer<typeof zMultisigStep>;

/** One message, read back from its bytes. */
export const zFrozenMessage = z.object({
  bytesHex: z.string(),
  unsignedCid: zCid,
  to: z.object({
    address: zAddress,
    idAddress: zAddress.optional(),
    /** Of an ID: the address that it stands for, by the node's word. */
    robustAddress: zAddress.optional(),
    ethAddress: z.string().max(42).optional(),
    actorType: z.string().optional(),
    exists: z.boolean().optional(),
  }),
  names: z.array(zAddressName),
  moves: z.array(zFundMove),
  /** What the calls do to the pledge of miners, at any depth. */
  pledgeChanges: z.array(z.enum(['locks', 'burns'])).optional(),
  multisigSteps: z.array(zMultisigStep),
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
  /** Of a batch: where it stands in the file, counted from 1, and what the file says beside it. Neither is signed. */
  line: z.number().int().optional(),
  comment: z.string().max(200).optional(),
});
export type FrozenMessage = z.infer<typeof zFrozenMessage>;

const zMessageApproval = zFrozenMessage.extend({
  kind: z.literal('message'),
  ...zFrozen,
  ...zOnNetwork,
  /** The message of the same sender and nonce that it is meant to replace. */
  replaces: z
    .object({
      cid: zCid,
      to: zAddress,
      value: zAttoFil,
      methodName: z.string(),
      /** `cancel`: a transfer of nothing to the sender itself. */
      as: z.enum(['speed-up', 'cancel', 'other']),
    })
    .optional(),
  /** What the simulation ended with, repeated from the review. */
  simulatedExit: z.object({ code: z.number().int(), name: z.string(), failedInsideCount: z.number().int() }).optional(),
});

/** Many messages of one sender, approved together; rows are asked for in pages. */
const zBatchApproval = z.object({
  kind: z.literal('batch'),
  ...zFrozen,
  ...zOnNetwork,
  count: z.number().int().min(1).max(1000),
  recipientCount: z.number().int(),
  firstNonce: zUint64,
  lastNonce: zUint64,
  totalValue: zAttoFil,
  /** What calls inside of the messages move besides. */
  totalMovedInside: zAttoFil,
  totalMaximumFee: zAttoFil,
  maximumTotal: zAttoFil,
  largestValue: zAttoFil,
  /** SHA-256 over the bytes of all messages, in order. */
  digestHex: z.string(),
});

/** Data that is no message. */
const zDataApproval = z.object({
  kind: z.literal('data'),
  ...zFrozen,
  form: zDataForm,
  dataHex: z.string(),
  /** The data as text, where it is UTF-8. Shown with marks for what cannot be seen. */
  text: z.string().optional(),
  /** The bytes that the key signs: the data, or the data in its envelope. */
  signedBytesHex: z.string(),
});

export const zApproval = z.discriminatedUnion('kind', [zMessageApproval, zBatchApproval, zDataApproval]);
export type Approval = z.infer<typeof zApproval>;
export type MessageApproval = z.infer<typeof zMessageApproval>;
export type BatchApproval = z.infer<typeof zBatchApproval>;
export type DataApproval = z.infer<typeof zDataApproval>;

/** The node rejected the message, and has a copy that may still be executed. */
const zRejected = z.literal(true).optional();

/** What confirming gave. Where what was meant to be pushed is not, `problem` says why. */
export const zConfirmed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    journalId: z.string(),
    cid: zCid,
    isPushed: z.boolean(),
    isRejected: zRejected,
    problem: z.string().max(4000).optional(),
  }),
  z.object({
    kind: z.literal('batch'),
    batchId: z.string(),
    journalIds: z.array(z.string()),
    firstCid: zCid,
    /** The first message is in a pool; the others follow it one by one. */
    isPushed: z.boolean(),
    /** Of the first message. */
    isRejected: zRejected,
    problem: z.string().max(4000).optional(),
  }),
  z.object({ kind: z.literal('data'), signature: zDataSignature }),
]);
export type Confirmed = z.infer<typeof zConfirmed>;

/** What became of an approval, for the screen that waits for it. */
export const zApprovalOutcome = z.object({
  status: z.enum(['waiting', 'confirmed', 'rejected', 'expired']),
  result: zConfirmed.optional(),
});
export type ApprovalOutcome = z.infer<typeof zApprovalOutcome>;

/** The trusted document's slice. */
export const zTrustedState = z.object({
  vault: zVaultStatus,
  problem: z.string().optional(),
  networkName: z.string().optional(),
  accounts: z.array(zAccount),
  phrases: z.array(zPhrase),
  approvals: z.array(zApproval),
  theme: z.enum(['system', 'dark', 'light']),
  zoomPercent: z.number().int(),
  safety: zSafety,
});
export type TrustedState = z.infer<typeof zTrustedState>;
