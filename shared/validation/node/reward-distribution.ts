/**
 * StateRewardDistribution of the v2 API: how the reward of a tipset was split. Source: lotus pull request 13808.
 *
 * The sums that hold by definition are checked, so that no figure on screen contradicts another one of the same answer.
 */
import { z } from 'zod';
import { WHOLE_WEIGHT } from '../../domain/reward-split.ts';
import { zAddressValue, zAmount, zBigDecimal, zCidLink, zSafeInteger, zSlice } from './primitives.ts';

/** More than the chain allows: 64 recipients and 8 streams; a tipset has never had so many blocks. */
const MAX_BLOCKS = 64;
const MAX_STREAMS = 64;
const MAX_RECIPIENTS = 1024;

const zStreamId = zBigDecimal.refine((id) => id >= 0n && id < 1n << 64n, 'The ID of a stream is out of range.');
/** A weight or a share. */
const zPart = zBigDecimal.refine((part) => part >= 0n && part <= WHOLE_WEIGHT, 'A weight or share is not between 0 and 1.');

/** All in attoFIL. */
const zRewardAmounts = z
  .object({
    MintedReward: zAmount,
    MinerReward: zAmount,
    MessageReward: zAmount,
    ExplicitReward: zAmount,
    BurnAllocation: zAmount,
    MinerPaid: zAmount,
    BurnPaid: zAmount,
  })
  .transform((amounts) => ({
    /** The block reward: what the miner, the recipients and the burn share. */
    minted: amounts.MintedReward,
    miner: amounts.MinerReward,
    /** Gas premiums, which go to the miner beside the block reward. */
    message: amounts.MessageReward,
    /** What recipients of explicit streams may claim. */
    explicit: amounts.ExplicitReward,
    burn: amounts.BurnAllocation,
    /** What was transferred; differs from what was due where a transfer failed. */
    minerPaid: amounts.MinerPaid,
    burnPaid: amounts.BurnPaid,
  }))
  .refine(({ minted, miner, explicit, burn }) => minted === miner + explicit + burn, 'The parts of the reward do not add up to it.');
type RewardAmounts = z.output<typeof zRewardAmounts>;

const zRecipient = z
  .object({ Recipient: zAddressValue, Share: zPart, EarnedAmount: zAmount })
  .transform(({ Recipient, Share, EarnedAmount }) => ({ recipient: Recipient, share: Share, earned: EarnedAmount }));

const zDistribution = z
  .object({
    Writer: zAddressValue,
    Recipients: zSlice(zRecipient).refine((recipients) => recipients.length <= MAX_RECIPIENTS),
    BurnShare: zPart,
    BurnAmount: zAmount,
    /** May be negative. */
    RoundingAdjustment: zBigDecimal,
  })
  .transform(({ Writer, Recipients, BurnShare, BurnAmount, RoundingAdjustment }) => ({
    writer: Writer,
    recipients: Recipients,
    burnShare: BurnShare,
    burn: BurnAmount,
    rounding: RoundingAdjustment,
  }))
  .refine(
    ({ recipients, burnShare }) => sum(recipients.map(({ share }) => share)) + burnShare === WHOLE_WEIGHT,
    'The shares of the recipients do not add up to 1.',
  );

const zStream = z
  .object({ ID: zStreamId, Weight: zPart, Amount: zAmount, Distribution: zDistribution.nullish() })
  .transform(({ ID, Weight, Amount, Distribution }) => ({
    id: ID,
    weight: Weight,
    /** Before it is divided among recipients. */
    amount: Amount,
    /** Absent for the stream of the miners. */
    ...(Distribution === null || Distribution === undefined ? {} : { distribution: Distribution }),
  }))
  .refine(
    ({ amount, distribution: of }) => of === undefined || amount === sum(of.recipients.map(({ earned }) => earned)) + of.burn + of.rounding,
    'The parts of a stream do not add up to it.',
  );

const zBlockReward = z
  .object({
    Block: zCidLink,
    Miner: zAddressValue,
    WinCount: zSafeInteger,
    Amounts: zRewardAmounts,
    BurnWeight: zPart,
    Streams: zSlice(zStream).refine((streams) => streams.length <= MAX_STREAMS),
  })
  .transform(({ Block, Miner, WinCount, Amounts, BurnWeight, Streams }) => ({
    block: Block,
    miner: Miner,
    winCount: WinCount,
    amounts: Amounts,
    burnWeight: BurnWeight,
    streams: Streams,
  }))
  .refine(
    ({ streams, burnWeight }) => sum(streams.map(({ weight }) => weight)) + burnWeight === WHOLE_WEIGHT,
    'The weights of the streams do not add up to 1.',
  );

export const zNodeRewardDistribution = z
  .object({
    TipSetKey: z.array(zCidLink).min(1).max(MAX_BLOCKS),
    Height: zSafeInteger,
    Denom: zBigDecimal.refine((denom) => denom === WHOLE_WEIGHT, 'Weights are parts of another number than 10^18.'),
    Totals: zRewardAmounts,
    Blocks: zSlice(zBlockReward).refine((blocks) => blocks.length <= MAX_BLOCKS),
  })
  .transform(({ TipSetKey, Height, Totals, Blocks }) => ({
    key: TipSetKey,
    height: Height,
    totals: Totals,
    /** In the order in which the blocks were executed. */
    blocks: Blocks,
  }))
  .refine(
    ({ totals, blocks }) => AMOUNTS.every((field) => totals[field] === sum(blocks.map(({ amounts }) => amounts[field]))),
    'The totals are not the sums of the blocks.',
  );
export type RewardDistribution = z.output<typeof zNodeRewardDistribution>;

const AMOUNTS = [
  'minted',
  'miner',
  'message',
  'explicit',
  'burn',
  'minerPaid',
  'burnPaid',
] as const satisfies readonly (keyof RewardAmounts)[];

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
