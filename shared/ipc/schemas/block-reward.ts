/** Distribution of block rewards since network version 29: miner, other streams, burned. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zTimeMs, zTipsetKey, zUint64 } from './common.ts';

/** `minted` is the block reward: the sum of miner, recipients of other streams (`explicit`) and burned. */
const zRewardParts = z.object({ minted: zAttoFil, miner: zAttoFil, explicit: zAttoFil, burned: zAttoFil });
export type RewardParts = z.infer<typeof zRewardParts>;

/** Weights and shares are in 10^-18. */
const zStreamPart = z.object({
  id: zUint64,
  weight: zBigInteger,
  /** Amount by weight: for a stream with recipients, the sum of accrued and burned. */
  amount: zAttoFil,
  /** Absent for the miners' stream. */
  distribution: z
    .object({
      writer: zAddress,
      /** From unassigned shares. */
      burned: zAttoFil,
      /** Absent if their earlier amounts are not in the state. */
      recipients: z
        .array(z.object({ recipient: zAddress, share: zBigInteger, amount: zAttoFil }))
        .max(1024)
        .optional(),
    })
    .optional(),
});

/** The parts of one block's reward. */
export const zBlockParts = zRewardParts.extend({
  cid: zCid,
  /** Amount received by the miner, if it differs from its part plus tips: a failed payment is burned. */
  minerPaid: zAttoFil.optional(),
  streams: z.array(zStreamPart).max(64),
});
export type BlockParts = z.infer<typeof zBlockParts>;

/**
 * Source of the parts: StateRewardDistribution (`node`), the reward actor's state before and after the tipset (`state`), its streams while
 * the tipset is not executed (`expected`); `whole` before network version 29, when the miner gets everything.
 */
export const zRewardSource = z.enum(['node', 'state', 'expected', 'whole']);
export type RewardWay = z.infer<typeof zRewardSource>;

export const zTipsetReward = z.object({
  way: zRewardSource,
  totals: zRewardParts,
  /** In the order of the tipset; absent if the sums of the reward actor are ambiguous. */
  blocks: z.array(zBlockParts).max(64).optional(),
  /** False for expected values, and before network version 29 if preceding null rounds changed the reward slightly. */
  isExact: z.boolean(),
  calls: z.array(zCallRef),
});
export type TipsetReward = z.infer<typeof zTipsetReward>;

export const zTipsetRewardInput = z.object({ key: zTipsetKey }).strict();

/** The latest known block of a miner, with its reward. */
export const zLastBlock = z.object({
  /** Oldest searched epoch; earlier blocks may be missing. */
  sinceEpoch: zEpoch,
  block: z
    .object({
      cid: zCid,
      height: zEpoch,
      timeMs: zTimeMs,
      winCount: z.number().int(),
      reward: zPanel(zRewardParts.extend({ way: zRewardSource, isExact: z.boolean() })),
    })
    .optional(),
});
export type LastBlock = z.infer<typeof zLastBlock>;
