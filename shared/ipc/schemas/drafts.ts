/** Messages before they are approved: the composer's form, what it would become, batches and saved drafts. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zCid, zEpoch, zTimeMs, zTipsetRef, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { MAX_TRACED_CALLS, zTracedCall } from './execution.ts';
import { zJournalStage } from './journal.ts';

/** Parameters as they are written; what they encode to depends on the actor type of the recipient. */
const zDraftParams = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** CBOR, as hex (0x and spaces allowed) or base64. */
  z.object({ kind: z.literal('bytes'), encoding: z.enum(['hex', 'base64']), text: z.string().max(200_000) }),
  /** The method's fields as JSON in the forms of Lotus (`method-json.ts`); numbers of any size. */
  z.object({ kind: z.literal('fields'), json: z.string().max(200_000) }),
  /** A contract's function (`transfer(address to, uint256 amount)`) and its arguments as a JSON list; sent by InvokeContract. */
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
  /** All that the sender has less the highest fee. */
  isMaximumValue: z.boolean().optional(),
  /** 0 for a plain transfer. */
  method: zUint64,
  params: zDraftParams,
  gasFeeCap: z.string().max(80).optional(),
  gasPremium: z.string().max(80).optional(),
  gasLimit: z.string().max(20).optional(),
  /** Chosen by hand; absent for the next one. */
  nonce: z.string().max(20).optional(),
  /** The journal entry whose place (sender and nonce) it is meant to take. */
  replacesId: z.string().max(100).optional(),
  /** Signed and kept here, to be exported or pushed later. */
  isHeld: z.boolean().optional(),
  /**
   * Built without a node, for the network with this genesis: nonce and the three gas fields are needed then. `actorType` is what the
   * sender says the recipient is, since nobody else can.
   */
  offline: z.object({ genesisCid: zCid, actorType: z.string().max(40).optional() }).optional(),
});
export type MessageDraft = z.infer<typeof zMessageDraft>;

/** What can be done about a finding with one press. */
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
  /** Lotus' own name of the check, where it is one of those a node makes before it takes a message. */
  lotusName: z.string().max(60).optional(),
  action: zCheckAction.optional(),
  /** A warning that the signing document shows in red, before the others. */
  isSevere: z.boolean().optional(),
});
export type Check = z.infer<typeof zCheck>;

/** Every form of an address that is known, and what is there. */
export const zResolvedAddress = z.object({
  /** As given, in the network's letter; of 0x text its f410f or f0 form. */
  address: zAddress,
  idAddress: zAddress.optional(),
  /** The key address of an account, or the f2 of another actor. */
  robustAddress: zAddress.optional(),
  delegatedAddress: zAddress.optional(),
  ethAddress: z.string().max(42).optional(),
  exists: z.boolean(),
  actorType: z.string().max(40).optional(),
  balance: zAttoFil.optional(),
  nonce: zUint64.optional(),
  /** Of an actor that is the same on every network, such as the burnt funds actor. */
  name: z.string().max(100).optional(),
  /** From the vault or the address book. */
  label: z.string().max(60).optional(),
  /** Whether it is a key of this machine. */
  isOwn: z.boolean(),
  /** When it was first sent to, or saved, here. */
  firstSeenAtMs: zTimeMs.optional(),
  /** Why the chain could not be asked; `exists` says nothing then. */
  problem: z.string().max(2000).optional(),
  calls: z.array(zCallRef),
});
export type ResolvedAddress = z.infer<typeof zResolvedAddress>;

/** What is known of a sender's nonces, from three sides. */
export const zNonceView = z.object({
  /** The next one of the state: everything below is executed. */
  chain: zUint64.optional(),
  /** What the node's pool would give next. */
  pool: zUint64.optional(),
  /** One above the highest that was signed here. */
  ledger: zUint64.optional(),
  /** What a message without a nonce of its own gets. */
  next: zUint64,
  /** Below `next` and taken by nothing that is known: no later message can be mined before these are filled. The first 100. */
  gaps: z.array(zUint64).max(100),
  /** How many there are. */
  gapCount: zUint64,
  /** From the chain's next one on, in order: what holds each nonce. At most 50. */
  slots: z.array(
    z.object({
      nonce: zUint64,
      /** `elsewhere`: in the node's pool and not signed here. */
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

/** What a balance would be after the message, by the transfers of its simulation. */
const zBalanceChange = z.object({
  address: zAddress,
  label: z.string().max(60).optional(),
  /** Absent where it was not read. */
  before: zAttoFil.optional(),
  change: zAttoFil,
  after: zAttoFil.optional(),
});
export type BalanceChange = z.infer<typeof zBalanceChange>;

const zSimulation = z.object({
  exitCode: z.number().int(),
  exitName: z.string().max(100),
  /** What the exit code means and what to do, where it is not 0. */
  meaning: z.string().max(2000).optional(),
  gasUsed: zUint64,
  /** The node's own words. */
  error: z.string().max(4000).optional(),
  returned: zDecodedView.optional(),
  calls: z.array(zTracedCall).max(MAX_TRACED_CALLS),
  /** Calls beyond those. */
  omittedCount: z.number().int().min(0),
  /** Sub-calls that failed while the message as a whole would not. */
  failedInsideCount: z.number().int().min(0),
  balanceChanges: z.array(zBalanceChange).max(50),
});
export type SimulationView = z.infer<typeof zSimulation>;

/** What a message must offer to take the place of another. */
const zReplacement = z.object({
  /** Absent where the other message was not signed here. */
  journalId: z.string().max(100).optional(),
  cid: zCid.optional(),
  oldPremium: zAttoFil,
  oldFeeCap: zAttoFil,
  /** What every node accepts: 125 % of the old one, and 1 attoFIL. */
  safePremium: zAttoFil,
  /** What nodes since Lotus v1.20.4 refuse less than: 110 % of the old one, and 1 attoFIL. */
  leastPremium: zAttoFil,
  isEnough: z.boolean(),
});
export type Replacement = z.infer<typeof zReplacement>;

/** What a draft would become at the head: fields resolved, gas estimated, nonce found, simulated. */
export const zDraftReview = z.object({
  /** Absent for a draft that is built without a node. */
  pinned: zTipsetRef.optional(),
  fieldErrors: z.record(z.string(), z.string()),
  checks: z.array(zCheck),
  recipient: zResolvedAddress.extend({ isSender: z.boolean() }).optional(),
  sender: zResolvedAddress.optional(),
  /** Of the method at the recipient, where it is known. */
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
      /** Absent where nothing below the highest fee can be promised. */
      likelyFee: zAttoFil.optional(),
      baseFee: zAttoFil.optional(),
      cid: zCid,
      bytesHex: z.string(),
      paramsHex: z.string(),
      /** The parameters read back from the bytes. */
      params: zDecodedView,
      /** As Lotus writes the message. */
      json: z.string(),
      /** For the machine that has the key: with the network and what the recipient is (`unsigned-text.ts`). */
      unsignedText: z.string(),
    })
    .optional(),
  simulation: zSimulation.optional(),
  /** Why there is no simulation. */
  simulationProblem: z.object({ text: z.string().max(4000), isNotServed: z.boolean() }).optional(),
  calls: z.array(zCallRef),
});
export type DraftReview = z.infer<typeof zDraftReview>;

/** Many messages of one sender, written as CSV with a head line: `to,value` and if wanted `method,params,comment`. */
export const zBatchDraft = z.object({
  from: z.string().max(120),
  csv: z.string().max(2_000_000),
  gasFeeCap: z.string().max(80).optional(),
  gasPremium: z.string().max(80).optional(),
  isHeld: z.boolean().optional(),
});
export type BatchDraft = z.infer<typeof zBatchDraft>;

const zBatchRow = z.object({
  /** In the file, counted from 1; the head line is line 1. */
  line: z.number().int(),
  to: z.string().max(200),
  value: z.string().max(80),
  comment: z.string().max(200).optional(),
  result: z.enum(['pass', 'warning', 'fail']),
  /** What is wrong or to be looked at, worst first. */
  findings: z.array(zCheck),
  recipient: zResolvedAddress.omit({ calls: true }).optional(),
  /** As written: a number or a name. */
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

/** What a batch would become: a dry run of every line. */
export const zBatchReview = z.object({
  pinned: zTipsetRef.optional(),
  /** About the file or the batch as a whole. */
  problems: z.array(zCheck),
  rows: z.array(zBatchRow).max(1000),
  counts: z.object({ pass: z.number().int(), warning: z.number().int(), fail: z.number().int() }),
  totalValue: zAttoFil,
  totalMaximumFee: zAttoFil,
  senderBalance: zAttoFil.optional(),
  calls: z.array(zCallRef),
});
export type BatchReview = z.infer<typeof zBatchReview>;

/** A transaction that waits in a multisig. */
export const zProposal = z.object({
  id: zUint64,
  to: zAddress,
  /** Absent where nothing is there yet, or it was not told. */
  toActorType: z.string().max(40).optional(),
  value: zAttoFil,
  method: zUint64,
  methodName: z.string().max(120).optional(),
  params: zDecodedView,
  /** Why it is certain to fail once it is executed, whatever the state of the chain. */
  failure: z.object({ exitCode: z.number().int(), reason: z.string().max(400) }).optional(),
  /** Id addresses; the first one proposed it. */
  approved: z.array(zAddress),
  /** What an approval or a cancellation names it by, besides its number; 32 bytes. */
  proposalHash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Proposal = z.infer<typeof zProposal>;

/** What waits in a multisig for the approval of its signers. */
export const zProposalList = z.object({
  pinned: zTipsetRef,
  /** How many approvals a transaction needs; absent where it was not told. */
  threshold: z.number().int().optional(),
  proposals: z.array(zProposal).max(20),
  /** Older ones beyond those. */
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

/** Where a draft's height stands, for whoever shows fees over the next tipsets. */
export const zFeeHistory = z.object({
  /** Base fees of the accepted chain, oldest first, attoFIL. */
  tipsets: z.array(z.object({ height: zEpoch, baseFee: zAttoFil })).max(900),
  calls: z.array(zCallRef),
});
