/** Details of an executed message: replayed calls, events, and the approved proposal. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCid, zPanel, zTipsetKey, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zProposal } from './drafts.ts';
import { MAX_TRACED_CALLS, zTracedCall } from './execution.ts';

/** Limit of events sent to a document; the others are counted. */
export const MAX_EVENTS = 200;

export const zMessageInsideInput = z
  .object({
    cid: zCid,
    /** The tipset with the message. */
    tipsetKey: zTipsetKey,
    /** Of its receipt; absent if there is none. */
    eventsRoot: zCid.optional(),
  })
  .strict();

/** Cost of a message by part, in attoFIL. */
export const zFees = z.object({
  baseFeeBurn: zAttoFil,
  overEstimationBurn: zAttoFil,
  minerTip: zAttoFil,
  refund: zAttoFil,
  total: zAttoFil,
  /** Penalty of the block's miner if the fee cap was below the base fee. */
  minerPenalty: zAttoFil,
});
export type Fees = z.infer<typeof zFees>;

/** Allowed callers, if a miner refused the caller, by the state before the message. */
const zRefusal = z.object({
  miner: zAddress,
  caller: zAddress,
  /** Parameters of the call, to draft it from an allowed caller. */
  paramsHex: z
    .string()
    .regex(/^[0-9a-f]*$/)
    .max(20_000),
  allowed: z.array(
    z.object({
      role: z.enum(['owner', 'beneficiary', 'worker', 'control']),
      address: zAddress,
      /** Its key address, if available. */
      key: zAddress.optional(),
    }),
  ),
});
export type Refusal = z.infer<typeof zRefusal>;

export const zMessageTrace = z.object({
  calls: z.array(zTracedCall).max(MAX_TRACED_CALLS),
  omittedCount: z.number().int().min(0),
  /** Failed internal calls of a successful message. */
  failedInsideCount: z.number().int().min(0),
  /** Index in `calls` of the call that explains the failure. */
  failedAt: z.number().int().min(0).optional(),
  /** Result of the replay; differs from the receipt only if the node replays it differently. */
  exitCode: z.number().int(),
  gasUsed: zUint64,
  /** The node's error text. */
  error: z.string().max(4000).optional(),
  /** GasCost of the node, and which of its parts differ from the values computed from message, receipt and base fee. */
  fees: zFees,
  differingFees: z.array(zFees.keyof()),
  /** Gas charges by name, the largest first, without zeros. */
  charges: z.array(z.object({ name: z.string(), count: z.number().int(), gas: zUint64 })).max(50),
  refusal: zRefusal.optional(),
});
export type MessageTrace = z.infer<typeof zMessageTrace>;

export const zMessageEvent = z.object({
  emitter: zAddress,
  /** Event name, or the probable signature of a contract's log; absent if unknown. */
  name: z.string().max(200).optional(),
  /** `log`: a contract's log. */
  kind: z.enum(['actor', 'log']),
  content: zDecodedView,
});
export type MessageEvent = z.infer<typeof zMessageEvent>;

export const zMessageInside = z.object({
  trace: zPanel(zMessageTrace),
  /** Absent if the receipt has no events root. */
  events: zPanel(z.object({ events: z.array(zMessageEvent).max(MAX_EVENTS), omittedCount: z.number().int().min(0) })).optional(),
  /** For a message that approves or cancels a multisig transaction: the transaction, by the state before the message. */
  proposal: zPanel(
    z.object({
      proposal: zProposal,
      /** Required approvals. */
      threshold: z.number().int().optional(),
      /** Whether the hash in the parameters matches this proposal, computed here; `absent`: no hash. */
      hash: z.enum(['matches', 'differs', 'absent']),
    }),
  ).optional(),
});
export type MessageInside = z.infer<typeof zMessageInside>;
