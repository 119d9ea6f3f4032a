/** Approvals for the trusted document. Everything about messages is decoded from the bytes to be signed. */
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
  /** EIP-155 chain ID in a delegated sender's signature; absent for other senders. */
  chainId: z.number().int().optional(),
  /** Whether the key is already used on this network; if not, confirming asks for consent. */
  isKeyKnownHere: z.boolean(),
  /** Signed and held, not pushed. */
  isHeld: z.boolean(),
  /** Built offline: nonce, fees and recipient type are as the sender entered them. */
  isOffline: z.boolean(),
};

/**
 * A name of an address in the approval, by source. `key`: a key of this vault. `label`: from the address book, which the app can write, so
 * it proves nothing. `protocol`: a singleton actor. `node`: the node's resolution of an ID address.
 */
const zAddressName = z.object({
  address: zAddress,
  by: z.enum(['key', 'label', 'protocol', 'node']),
  text: z.string().max(200),
  /** When the label was last changed, if recorded. */
  writtenAtMs: zTimeMs.optional(),
});
export type AddressName = z.infer<typeof zAddressName>;

/** Funds transferred if a call of the message, or of a transaction it approves, is executed. */
const zFundMove = z.object({
  /** 0: sent by the message itself. */
  depth: z.number().int().min(0),
  kind: z.enum(['value', 'miner-withdrawal', 'market-withdrawal']),
  amount: zAttoFil,
  from: zAddress,
  /** Absent for withdrawals and for an actor that does not exist yet. */
  to: zAddress.optional(),
});

/** Effect of the message on a multisig. The transaction hash is computed here; the approvals are from the node. */
const zMultisigStep = z.object({
  act: z.enum(['propose', 'approve', 'cancel']),
  depth: z.number().int().min(0),
  multisig: zAddress,
  id: zUint64.optional(),
  /**
   * `own`: the proposal is in the parameters. `same`: the pending transaction has the signed hash. Otherwise the approved
   * transaction cannot be shown.
   */
  match: z.enum(['own', 'same', 'other', 'unhashed', 'absent', 'unread']),
  /** For `same`: the transaction, as the parameters of its proposal. */
  transaction: zDecodedView.optional(),
  /** Approvals so far; the first is the proposer. */
  approved: z.array(zAddress).optional(),
  threshold: z.number().int().optional(),
});
export type MultisigStepView = z.infer<typeof zMultisigStep>;

/** A message, decoded from its bytes. */
export const zFrozenMessage = z.object({
  bytesHex: z.string(),
  unsignedCid: zCid,
  to: z.object({
    address: zAddress,
    idAddress: zAddress.optional(),
    /** For an ID address: the robust address, according to the node. */
    robustAddress: zAddress.optional(),
    ethAddress: z.string().max(42).optional(),
    actorType: z.string().optional(),
    exists: z.boolean().optional(),
  }),
  names: z.array(zAddressName),
  moves: z.array(zFundMove),
  /** Effects of the calls on miner pledges, at any depth. */
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
  /** Maximum that can leave the sender; only the fee if the sender is the recipient. */
  maximumTotal: zAttoFil,
  /** For a batch: line number in the file, from 1, and its comment. Neither is signed. */
  line: z.number().int().optional(),
  comment: z.string().max(200).optional(),
});
export type FrozenMessage = z.infer<typeof zFrozenMessage>;

const zMessageApproval = zFrozenMessage.extend({
  kind: z.literal('message'),
  ...zFrozen,
  ...zOnNetwork,
  /** The message with the same sender and nonce that it replaces. */
  replaces: z
    .object({
      cid: zCid,
      to: zAddress,
      value: zAttoFil,
      methodName: z.string(),
      /** `cancel`: a transfer of 0 FIL to the sender. */
      as: z.enum(['speed-up', 'cancel', 'other']),
    })
    .optional(),
  /** Result of the simulation in the review. */
  simulatedExit: z.object({ code: z.number().int(), name: z.string(), failedInsideCount: z.number().int() }).optional(),
});

/** A batch of messages of one sender, approved together; rows are read in pages. */
const zBatchApproval = z.object({
  kind: z.literal('batch'),
  ...zFrozen,
  ...zOnNetwork,
  count: z.number().int().min(1).max(1000),
  recipientCount: z.number().int(),
  firstNonce: zUint64,
  lastNonce: zUint64,
  totalValue: zAttoFil,
  /** Transfers by internal calls of the messages. */
  totalMovedInside: zAttoFil,
  totalMaximumFee: zAttoFil,
  maximumTotal: zAttoFil,
  largestValue: zAttoFil,
  /** SHA-256 over the bytes of all messages, in order. */
  digestHex: z.string(),
});

/** Data other than a message. */
const zDataApproval = z.object({
  kind: z.literal('data'),
  ...zFrozen,
  form: zDataForm,
  dataHex: z.string(),
  /** The data as text if it is UTF-8, shown with marks for invisible characters. */
  text: z.string().optional(),
  /** The bytes to sign: the data, or the data in an envelope. */
  signedBytesHex: z.string(),
});

export const zApproval = z.discriminatedUnion('kind', [zMessageApproval, zBatchApproval, zDataApproval]);
export type Approval = z.infer<typeof zApproval>;
export type MessageApproval = z.infer<typeof zMessageApproval>;
export type BatchApproval = z.infer<typeof zBatchApproval>;
export type DataApproval = z.infer<typeof zDataApproval>;

/** The node rejected the message but has a copy that may still be executed. */
const zRejected = z.literal(true).optional();

/** Result of confirming. `problem` says why a message was not pushed. */
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
    /** The first message is in the mempool; the others follow one by one. */
    isPushed: z.boolean(),
    /** Of the first message. */
    isRejected: zRejected,
    problem: z.string().max(4000).optional(),
  }),
  z.object({ kind: z.literal('data'), signature: zDataSignature }),
]);
export type Confirmed = z.infer<typeof zConfirmed>;

/** Outcome of an approval. */
export const zApprovalOutcome = z.object({
  status: z.enum(['waiting', 'confirmed', 'rejected', 'expired']),
  result: zConfirmed.optional(),
});
export type ApprovalOutcome = z.infer<typeof zApprovalOutcome>;

/** State for the trusted document. */
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
