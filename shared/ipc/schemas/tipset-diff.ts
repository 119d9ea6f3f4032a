/** Differences between two tipsets: tipsets in between, network, own miners, and all actors of the state. */
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

/** Two tipsets in any order, each by epoch or key. */
export const zTipsetPair = z.object({ one: zTipsetAt, other: zTipsetAt }).strict();

const zSide = zTipsetRef.extend({ baseFee: zAttoFil, blockCount: z.number().int(), call: zCallRef });
const zPower = z.object({ rawBytes: zBigInteger, qualityAdjusted: zBigInteger });
const zMinerAt = zPower.extend({
  /** Faulty sectors; absent if not available. */
  faulty: z.number().int().optional(),
  available: zAttoFil.optional(),
});

/**
 * The state of a tipset is the one before its messages: the changes are those of the tipsets from the earlier one up to, but excluding, the
 * later one.
 */
export const zTipsetComparison = z.object({
  /** The lower tipset, or the first requested one at equal heights. */
  before: zSide,
  after: zSide,
  /** Path from one to the other. Absent if they are too far apart. */
  path: zPanel(
    z.object({
      tipsets: z.number().int(),
      blocks: z.number().int(),
      nullRounds: z.number().int(),
      /** Reverted tipsets: the earlier one is not an ancestor of the later one. */
      revertedTipsets: z.number().int(),
      /** Executed messages in between, as far as counted. */
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

/** Progress of comparing two states. */
export const zStateDiffProgress = z.object({
  readId: zReadId,
  before: zTipsetKey,
  after: zTipsetKey,
  genesisCid: zCid,
  state: z.enum(['running', 'done', 'cancelled', 'failed', 'budget-spent']),
  startedAtMs: zTimeMs,
  /** Verified blocks, and those of them from the cache. */
  blocks: z.number(),
  cachedBlocks: z.number(),
  bytes: z.number(),
  calls: z.number(),
  callBudget: z.number(),
  roundTrips: z.number(),
  problem: zPanelError.optional(),
  /** Position of the block that could not be decoded; its CID was verified. */
  raw: zDecodedView.optional(),
});
export type StateDiffProgress = z.infer<typeof zStateDiffProgress>;

/** Limit of rows sent to a document; the others are counted. */
export const MAX_CHANGED_ACTORS = 2000;
const zChangedActor = z.object({
  address: zAddress,
  actorType: z.string().max(40).optional(),
  change: z.enum(['added', 'removed', 'changed']),
  /** Absent if the actor does not exist on that side. */
  balanceBefore: zAttoFil.optional(),
  balanceAfter: zAttoFil.optional(),
  /** After minus before; 0 for a missing actor. */
  balanceChange: zAttoFil,
  nonceBefore: zUint64.optional(),
  nonceAfter: zUint64.optional(),
  isHeadChanged: z.boolean(),
  isCodeChanged: z.boolean(),
});
export type ChangedActor = z.infer<typeof zChangedActor>;
/** Rows are absent until the comparison is complete. */
export const zStateDiff = z.object({
  readId: zReadId,
  stateRoots: z.object({ before: zCid, after: zCid }).optional(),
  /** Largest balance change first. */
  actors: zPanel(z.object({ total: z.number().int(), rows: z.array(zChangedActor).max(MAX_CHANGED_ACTORS) })).optional(),
});
export type StateDiff = z.infer<typeof zStateDiff>;
