/** Messages before approval: drafts, their review, batches and saved drafts. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zCid, zEpoch, zTimeMs, zTipsetRef, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { MAX_TRACED_CALLS, zTracedCall } from './execution.ts';
import { zJournalStage } from './journal.ts';

/** Parameters as entered; their encoding depends on the recipient's actor type. */
const zDraftParams = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** CBOR, as hex (0x and spaces allowed) or base64. */
  z.object({ kind: z.literal('bytes'), encoding: z.enum(['hex', 'base64']), text: z.string().max(200_000) }),
  /** The method's fields as JSON in the forms of Lotus (`method-json.ts`); numbers of any size. */
  z.object({ kind: z.literal('fields'), json: z.string().max(200_000) }),
  /** A contract function (`transfer(address to, uint256 amount)`) with its arguments as a JSON array; sent with InvokeContract. */
  z.object({ kind: z.literal('contract'), declaration: z.string().max(2000), argumentsJson: z.string().max(200_000) }),
]);
export type DraftParams = z.infer<typeof zDraftParams>;

/** The composer's form, as typed. */
export const zMessageDraft = z.object({
  from: z.string().max(120),
  /** f0, f1, f2, f3, f4 or 0x. */
  to: z.string().max(120),
  /** FIL, as typed: "1.5", "0.25 FIL", "20 nanoFIL". Not read while `isMaximumValue`. */
  value: z.string().max(80),
  /** The whole balance minus the maximum fee. */
  isMaximumValue: z.boolean().optional(),
  /** 0 for a plain transfer. */
  method: zUint64,
  params: zDraftParams,
  gasFeeCap: z.string().max(80).optional(),
  gasPremium: z.string().max(80).optional(),
  gasLimit: z.string().max(20).optional(),
  /** Set by the user; absent for the next one. */
  nonce: z.string().max(20).optional(),
  /** The journal entry it replaces (same sender and nonce). */
  replacesId: z.string().max(100).optional(),
  /** Hold after signing, to export or push later. */
  isHeld: z.boolean().optional(),
  /**
   * Built offline for the network with this genesis: requires nonce and gas fields. `actorType` is the recipient's type according to the
   * sender.
   */
  offline: z.object({ genesisCid: zCid, actorType: z.string().max(40).optional() }).optional(),
});
export type MessageDraft = z.infer<typeof zMessageDraft>;

/** Action of a finding. */
const zCheckAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replace'), journalId: z.string().max(100) }),
  z.object({ kind: z.literal('fill-gap'), nonce: zUint64 }),
  z.object({ kind: z.literal('open-journal'), journalId: z.string().max(100) }),
  /** Sets fields of the draft. */
  z.object({
    kind: z.literal('change'),
    title: z.string().max(100),
    fields: zMessageDraft.pick({ value: true, gasFeeCap: true, gasPremium: true, gasLimit: true, nonce: true, method: true }).partial(),
  }),
]);
export const zCheck = z.object({
  id: z.string(),
  /** The conclusion. */
  title: z.string(),
  /** Its reason. */
  detail: z.string(),
  result: z.enum(['pass', 'warning', 'fail']),
  /** Lotus' name of the check, if it is one of the mempool's. */
  lotusName: z.string().max(60).optional(),
  action: zCheckAction.optional(),
  /** Shown first and in red by the trusted document. */
  isSevere: z.boolean().optional(),
});
export type Check = z.infer<typeof zCheck>;

/** All known forms of an address, and its actor. */
export const zResolvedAddress = z.object({
  /** As given, with the network's prefix; 0x addresses as f410f or f0. */
  address: zAddress,
  idAddress: zAddress.optional(),
  /** The key address of an account, or the f2 address of another actor. */
  robustAddress: zAddress.optional(),
  delegatedAddress: zAddress.optional(),
  ethAddress: z.string().max(42).optional(),
  exists: z.boolean(),
  actorType: z.string().max(40).optional(),
  balance: zAttoFil.optional(),
  nonce: zUint64.optional(),
  /** Name of a singleton actor, such as the burnt funds actor. */
  name: z.string().max(100).optional(),
  /** From the vault or the address book. */
  label: z.string().max(60).optional(),
  /** Whether its key is on this machine. */
  isOwn: z.boolean(),
  /** When it was first saved or used as a recipient. */
  firstSeenAtMs: zTimeMs.optional(),
  /** Why the chain could not be read; `exists` is then unknown. */
  problem: z.string().max(2000).optional(),
  calls: z.array(zCallRef),
});
export type ResolvedAddress = z.infer<typeof zResolvedAddress>;

/** A sender's nonces according to chain, mempool and journal. */
export const zNonceView = z.object({
  /** Next nonce on chain: everything below is executed. */
  chain: zUint64.optional(),
  /** Next nonce according to the mempool. */
  pool: zUint64.optional(),
  /** One above the highest nonce signed here. */
  ledger: zUint64.optional(),
  /** Nonce assigned to a message without one. */
  next: zUint64,
  /** Gaps below `next`, which block all later messages. The first 100. */
  gaps: z.array(zUint64).max(100),
  /** Total number. */
  gapCount: zUint64,
  /** Messages by nonce, from the next one on chain. At most 50. */
  slots: z.array(
    z.object({
      nonce: zUint64,
      /** `elsewhere`: in the mempool, not signed here. */
      holder: z.enum(['here', 'elsewhere', 'gap', 'this', 'free']),
      journalId: z.string().max(100).optional(),
      stage: zJournalStage.optional(),
      cid: zCid.optional(),
      sinceMs: zTimeMs.optional(),
    }),
  ),
  calls: z.array(zCallRef),
});
export type NonceView = z.infer<typeof zNonceView>;

/** Balance after the message, by the transfers in the simulation. */
const zBalanceChange = z.object({
  address: zAddress,
  label: z.string().max(60).optional(),
  /** Absent if it was not read. */
  before: zAttoFil.optional(),
  change: zAttoFil,
  after: zAttoFil.optional(),
});
export type BalanceChange = z.infer<typeof zBalanceChange>;

const zSimulation = z.object({
  exitCode: z.number().int(),
  exitName: z.string().max(100),
  /** Meaning of a non-zero exit code, and what to do. */
  meaning: z.string().max(2000).optional(),
  gasUsed: zUint64,
  /** The node's error text. */
  error: z.string().max(4000).optional(),
  returned: zDecodedView.optional(),
  calls: z.array(zTracedCall).max(MAX_TRACED_CALLS),
  /** Number of further calls. */
  omittedCount: z.number().int().min(0),
  /** Failed internal calls of a message that succeeds. */
  failedInsideCount: z.number().int().min(0),
  balanceChanges: z.array(zBalanceChange).max(50),
});
export type SimulationView = z.infer<typeof zSimulation>;

/** Minimum fees to replace a message. */
const zReplacement = z.object({
  /** Absent if the other message was not signed here. */
  journalId: z.string().max(100).optional(),
  cid: zCid.optional(),
  oldPremium: zAttoFil,
  oldFeeCap: zAttoFil,
  /** Accepted by every node: 125% of the old premium plus 1 attoFIL. */
  safePremium: zAttoFil,
  /** Minimum since Lotus v1.20.4: 110% of the old premium plus 1 attoFIL. */
  leastPremium: zAttoFil,
  isEnough: z.boolean(),
});
export type Replacement = z.infer<typeof zReplacement>;

/** Review of a draft at the head: resolved fields, gas, nonce and simulation. */
export const zDraftReview = z.object({
  /** Absent for an offline draft. */
  pinned: zTipsetRef.optional(),
  fieldErrors: z.record(z.string(), z.string()),
  checks: z.array(zCheck),
  recipient: zResolvedAddress.extend({ isSender: z.boolean() }).optional(),
  sender: zResolvedAddress.optional(),
  /** Method name at the recipient, if known. */
  methodName: z.string().optional(),
  nonces: zNonceView.optional(),
  replacement: zReplacement.optional(),
  message: z
    .object({
      nonce: zUint64,
      gasLimit: zUint64,
      gasFeeCap: zAttoFil,
      gasPremium: zAttoFil,
      value: zAttoFil,
      maximumFee: zAttoFil,
      /** Absent if only the maximum fee is known. */
      likelyFee: zAttoFil.optional(),
      baseFee: zAttoFil.optional(),
      cid: zCid,
      bytesHex: z.string(),
      paramsHex: z.string(),
      /** The parameters decoded from the bytes. */
      params: zDecodedView,
      /** Lotus JSON of the message. */
      json: z.string(),
      /** For the machine with the key, with network and recipient type (`unsigned-text.ts`). */
      unsignedText: z.string(),
    })
    .optional(),
  simulation: zSimulation.optional(),
  /** Why there is no simulation. */
  simulationProblem: z.object({ text: z.string().max(4000), isNotServed: z.boolean() }).optional(),
  calls: z.array(zCallRef),
});
export type DraftReview = z.infer<typeof zDraftReview>;

/** A batch of one sender as CSV with a header line: `to,value` and optionally `method,params,comment`. */
export const zBatchDraft = z.object({
  from: z.string().max(120),
  csv: z.string().max(2_000_000),
  gasFeeCap: z.string().max(80).optional(),
  gasPremium: z.string().max(80).optional(),
  isHeld: z.boolean().optional(),
});
export type BatchDraft = z.infer<typeof zBatchDraft>;

const zBatchRow = z.object({
  /** Line number in the file, from 1; the header is line 1. */
  line: z.number().int(),
  to: z.string().max(200),
  value: z.string().max(80),
  comment: z.string().max(200).optional(),
  result: z.enum(['pass', 'warning', 'fail']),
  /** Findings, most severe first. */
  findings: z.array(zCheck),
  recipient: zResolvedAddress.omit({ calls: true }).optional(),
  /** As entered: a number or a name. */
  method: z.string().max(80),
  methodName: z.string().max(120).optional(),
  message: z
    .object({
      nonce: zUint64,
      value: zAttoFil,
      gasLimit: zUint64,
      gasFeeCap: zAttoFil,
      gasPremium: zAttoFil,
      maximumFee: zAttoFil,
      cid: zCid,
    })
    .optional(),
  simulatedExitCode: z.number().int().optional(),
});
export type BatchRow = z.infer<typeof zBatchRow>;

/** Review of a batch: every line simulated. */
export const zBatchReview = z.object({
  pinned: zTipsetRef.optional(),
  /** Of the file or the whole batch. */
  problems: z.array(zCheck),
  rows: z.array(zBatchRow).max(1000),
  counts: z.object({ pass: z.number().int(), warning: z.number().int(), fail: z.number().int() }),
  totalValue: zAttoFil,
  totalMaximumFee: zAttoFil,
  senderBalance: zAttoFil.optional(),
  calls: z.array(zCallRef),
});
export type BatchReview = z.infer<typeof zBatchReview>;

/** A pending transaction of a multisig. */
export const zProposal = z.object({
  id: zUint64,
  to: zAddress,
  /** Absent if the recipient does not exist or could not be read. */
  toActorType: z.string().max(40).optional(),
  value: zAttoFil,
  method: zUint64,
  methodName: z.string().max(120).optional(),
  params: zDecodedView,
  /** Why its execution is certain to fail in any state. */
  failure: z.object({ exitCode: z.number().int(), reason: z.string().max(400) }).optional(),
  /** ID addresses; the first is the proposer. */
  approved: z.array(zAddress),
  /** Hash used by approvals and cancellations; 32 bytes. */
  proposalHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Proposal = z.infer<typeof zProposal>;

/** Pending transactions of a multisig. */
export const zProposalList = z.object({
  pinned: zTipsetRef,
  /** Required approvals; absent if unknown. */
  threshold: z.number().int().optional(),
  proposals: z.array(zProposal).max(20),
  /** Number of older ones. */
  omittedCount: z.number().int().min(0),
  calls: z.array(zCallRef),
});
export type ProposalList = z.infer<typeof zProposalList>;

export const zSavedDraft = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(100),
  savedAtMs: zTimeMs,
  draft: zMessageDraft,
});
export type SavedDraft = z.infer<typeof zSavedDraft>;

/** Fee data at the height of a draft's review. */
export const zFeeHistory = z.object({
  /** Base fees of the chain, oldest first, attoFIL. */
  tipsets: z.array(z.object({ height: zEpoch, baseFee: zAttoFil })).max(900),
  calls: z.array(zCallRef),
});
