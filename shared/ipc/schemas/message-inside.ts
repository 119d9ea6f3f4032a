/** What an executed message did inside: its calls as the node replays them, its events, and the proposal that an approval stands for. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCid, zPanel, zTipsetKey, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zProposal } from './drafts.ts';
import { MAX_TRACED_CALLS, zTracedCall } from './execution.ts';

/** Events of one message that cross to a document; the others are counted. */
export const MAX_EVENTS = 200;

export const zMessageInsideInput = z
  .object({
    cid: zCid,
    /** The tipset whose blocks carry the message. */
    tipsetKey: zTipsetKey,
    /** Of its receipt; absent where it has none. */
    eventsRoot: zCid.optional(),
  })
  .strict();

/** What a message cost, by part; attoFIL. */
export const zFees = z.object({
  baseFeeBurn: zAttoFil,
  overEstimationBurn: zAttoFil,
  minerTip: zAttoFil,
  refund: zAttoFil,
  total: zAttoFil,
  /** Of the block's miner, where the fee cap was below the base fee. */
  minerPenalty: zAttoFil,
});
export type Fees = z.infer<typeof zFees>;

/** Who would have been let in where a miner refused a caller, by the state before the message. */
const zRefusal = z.object({
  miner: zAddress,
  caller: zAddress,
  /** What it was called with, to draft the same from somebody who is let in. */
  paramsHex: z
    .string()
    .regex(/^[0-9a-f]*$/)
    .max(20_000),
  allowed: z.array(
    z.object({
      role: z.enum(['owner', 'beneficiary', 'worker', 'control']),
      address: zAddress,
      /** Its key address, where the endpoint tells it. */
      key: zAddress.optional(),
    }),
  ),
});
export type Refusal = z.infer<typeof zRefusal>;

export const zMessageTrace = z.object({
  calls: z.array(zTracedCall).max(MAX_TRACED_CALLS),
  omittedCount: z.number().int().min(0),
  /** Calls that failed though the message as a whole did not. */
  failedInsideCount: z.number().int().min(0),
  /** Place of the call among `calls` that explains the failure, where one failed and it is among them. */
  failedAt: z.number().int().min(0).optional(),
  /** As the node ended it this time: the same as the receipt, unless the node replays it otherwise. */
  exitCode: z.number().int(),
  gasUsed: zUint64,
  /** The node's own words. */
  error: z.string().max(4000).optional(),
  /** As the node has it (GasCost), and which parts of that differ from what follows from message, receipt and base fee. */
  fees: zFees,
  differingFees: z.array(zFees.keyof()),
  /** What was charged, by the name of the charge, the largest first; without those that charged nothing. */
  charges: z.array(z.object({ name: z.string(), count: z.number().int(), gas: zUint64 })).max(50),
  refusal: zRefusal.optional(),
});
export type MessageTrace = z.infer<typeof zMessageTrace>;

export const zMessageEvent = z.object({
  emitter: zAddress,
  /** As it calls itself, or the signature that a contract's log looks like; absent where neither is known. */
  name: z.string().max(200).optional(),
  /** `log`: of a contract. */
  kind: z.enum(['actor', 'log']),
  content: zDecodedView,
});
export type MessageEvent = z.infer<typeof zMessageEvent>;

export const zMessageInside = z.object({
  trace: zPanel(zMessageTrace),
  /** Absent where the receipt names none. */
  events: zPanel(z.object({ events: z.array(zMessageEvent).max(MAX_EVENTS), omittedCount: z.number().int().min(0) })).optional(),
  /** Of a message that approves or cancels what waits in a multisig: what it was, by the state before the message. */
  proposal: zPanel(
    z.object({
      proposal: zProposal,
      /** How many signers have to approve. */
      threshold: z.number().int().optional(),
      /** Whether the hash in the parameters is that of this proposal, computed here; `absent`: they name none. */
      hash: z.enum(['matches', 'differs', 'absent']),
    }),
  ).optional(),
});
export type MessageInside = z.infer<typeof zMessageInside>;
