/** How block rewards were split since network version 29: the miner's part, other streams, what was burned. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zTimeMs, zTipsetKey, zUint64 } from './common.ts';

/** `minted` is the block reward: the miner's part, what recipients of the other streams accrue (`explicit`) and all that is burned. */
const zRewardParts = z.object({ minted: zAttoFil, miner: zAttoFil, explicit: zAttoFil, burned: zAttoFil });
export type RewardParts = z.infer<typeof zRewardParts>;

/** Weights and shares are parts of 10^18. */
const zStreamPart = z.object({
  id: zUint64,
  weight: zBigInteger,
  /** By its weight. Of a stream with a distribution: what its recipients accrue and what it burns together. */
  amount: zAttoFil,
  /** Absent for the stream of the miners. */
  distribution: z
    .object({
      writer: zAddress,
      /** By shares that nobody has. */
      burned: zAttoFil,
      /** Absent where what they had before cannot be told from the state. */
      recipients: z
        .array(z.object({ recipient: zAddress, share: zBigInteger, amount: zAttoFil }))
        .max(1024)
        .optional(),
    })
    .optional(),
});

/** One block in its parts. */
export const zBlockParts = zRewardParts.extend({
  cid: zCid,
  /** What the miner received, where the node reports another amount than its part and its tips: a payment that fails is burned. */
  minerPaid: zAttoFil.optional(),
  streams: z.array(zStreamPart).max(64),
});
export type BlockParts = z.infer<typeof zBlockParts>;

/**
 * Where the parts come from: the node's own report (`node`), the reward actor before and after the tipset (`state`), its streams alone
 * while nothing has executed the tipset (`expected`); `whole` before network version 29, where the miner gets all of it.
 */
export const zRewardWay = z.enum(['node', 'state', 'expected', 'whole']);
export type RewardWay = z.infer<typeof zRewardWay>;

export const zTipsetReward = z.object({
  way: zRewardWay,
  totals: zRewardParts,
  /** In the order of the tipset; absent where the sums of the reward actor do not settle which block got what. */
  blocks: z.array(zBlockParts).max(64).optional(),
  /** False for what is expected, and before network version 29 where null rounds before it moved the reward of the epoch a little. */
  isExact: z.boolean(),
  calls: z.array(zCallRef),
});
export type TipsetReward = z.infer<typeof zTipsetReward>;

export const zTipsetRewardInput = z.object({ key: zTipsetKey }).strict();

/** The newest block of a miner that is known, with its reward. */
export const zLastBlock = z.object({
  /** Oldest epoch whose blocks were searched; what was won before it may be missing. */
  sinceEpoch: zEpoch,
  block: z
    .object({
      cid: zCid,
      height: zEpoch,
      timeMs: zTimeMs,
      winCount: z.number().int(),
      reward: zPanel(zRewardParts.extend({ way: zRewardWay, isExact: z.boolean() })),
    })
    .optional(),
});
export type LastBlock = z.infer<typeof zLastBlock>;
