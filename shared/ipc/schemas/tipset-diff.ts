/** What changed between two tipsets: the heads between them, the network, one's own miners, and every actor of the state. */
import { z } from 'zod';
import {
  zAddress,
  zAttoFil,
  zBigInteger,
  zCallRef,
  zCid,
  zEpoch,
  zPanel,
  zPanelError,
  zTimeMs,
  zTipsetKey,
  zTipsetRef,
  zUint64,
} from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zCallBudget } from './state-read.ts';

const zTipsetAt = z.union([z.object({ key: zTipsetKey }).strict(), z.object({ height: zEpoch.min(0) }).strict()]);
export type TipsetAt = z.infer<typeof zTipsetAt>;

/** Two tipsets in any order; of an epoch as seen from the head, or by key. */
export const zTipsetPair = z.object({ one: zTipsetAt, other: zTipsetAt }).strict();

const zSide = zTipsetRef.extend({ baseFee: zAttoFil, blockCount: z.number().int(), call: zCallRef });
const zPower = z.object({ rawBytes: zBigInteger, qualityAdjusted: zBigInteger });
const zMinerAt = zPower.extend({
  /** Faulty sectors; absent where the endpoint does not tell. */
  faulty: z.number().int().optional(),
  available: zAttoFil.optional(),
});

/**
 * The state of a tipset is the one before its own messages: what changed is what the tipsets from the earlier one up to, and without,
 * the later one did.
 */
export const zTipsetComparison = z.object({
  /** The lower one, or the one asked for first where both have one height. */
  before: zSide,
  after: zSide,
  /** Heads from the one to the other. Absent where they are too far apart to be counted. */
  path: zPanel(
    z.object({
      tipsets: z.number().int(),
      blocks: z.number().int(),
      nullRounds: z.number().int(),
      /** Tipsets that were left on the way: the earlier one is no ancestor of the later one. */
      revertedTipsets: z.number().int(),
      /** Messages that were executed from the one to the other, as far as they were counted. */
      messages: z.object({ tipsets: z.number().int(), count: z.number().int(), failed: z.number().int(), gasUsed: zUint64 }).optional(),
    }),
  ).optional(),
  power: zPanel(z.object({ before: zPower, after: zPower })),
  miners: z.array(z.object({ address: zAddress, figures: zPanel(z.object({ before: zMinerAt, after: zMinerAt })) })).max(20),
});
export type TipsetComparison = z.infer<typeof zTipsetComparison>;

const zReadId = z.string().min(1).max(100);
export const zStateDiffStart = z.object({ before: zTipsetKey, after: zTipsetKey, callBudget: zCallBudget }).strict();
export const zStateDiffAt = z.object({ readId: zReadId }).strict();
export const zStateDiffContinuation = z.object({ readId: zReadId, callBudget: zCallBudget }).strict();

/** How far a comparison of two states is. */
export const zStateDiffProgress = z.object({
  readId: zReadId,
  before: zTipsetKey,
  after: zTipsetKey,
  genesisCid: zCid,
  state: z.enum(['running', 'done', 'cancelled', 'failed', 'budget-spent']),
  startedAtMs: zTimeMs,
  /** Blocks that were read, every one of them hashed and compared; of these from the cache. */
  blocks: z.number(),
  cachedBlocks: z.number(),
  bytes: z.number(),
  calls: z.number(),
  callBudget: z.number(),
  roundTrips: z.number(),
  problem: zPanelError.optional(),
  /** The block that could not be read, by position; its CID was verified. */
  raw: zDecodedView.optional(),
});
export type StateDiffProgress = z.infer<typeof zStateDiffProgress>;

/** Rows that cross to a document; the others are counted. */
export const MAX_CHANGED_ACTORS = 2000;
const zChangedActor = z.object({
  address: zAddress,
  actorType: z.string().max(40).optional(),
  change: z.enum(['added', 'removed', 'changed']),
  /** Absent where there is no such actor on that side. */
  balanceBefore: zAttoFil.optional(),
  balanceAfter: zAttoFil.optional(),
  /** After less before; what is not there has nothing. */
  balanceChange: zAttoFil,
  nonceBefore: zUint64.optional(),
  nonceAfter: zUint64.optional(),
  isHeadChanged: z.boolean(),
  isCodeChanged: z.boolean(),
});
export type ChangedActor = z.infer<typeof zChangedActor>;
/** Absent rows: not read to the end yet. */
export const zStateDiff = z.object({
  readId: zReadId,
  stateRoots: z.object({ before: zCid, after: zCid }).optional(),
  /** The largest change of balance first. */
  actors: zPanel(z.object({ total: z.number().int(), rows: z.array(zChangedActor).max(MAX_CHANGED_ACTORS) })).optional(),
});
export type StateDiff = z.infer<typeof zStateDiff>;
