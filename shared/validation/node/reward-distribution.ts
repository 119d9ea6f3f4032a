/**
 * StateRewardDistribution of the v2 API: the distribution of a tipset's block rewards. Source: lotus pull request 13808.
 *
 * Sums are checked, so that figures of one result never contradict each other.
 */
import { z } from 'zod';
import { WHOLE_WEIGHT } from '../../domain/chain/reward-split.ts';
import { zAddressValue, zAmount, zBigDecimal, zCidLink, zSafeInteger, zSlice } from './primitives.ts';

/** Above the chain's limits of 64 recipients and 8 streams, and above the blocks of any tipset. */
const MAX_BLOCKS = 64;
const MAX_STREAMS = 64;
const MAX_RECIPIENTS = 1024;

const zStreamId = zBigDecimal.refine((id) => id >= 0n && id < 1n << 64n, 'Stream ID out of range.');
/** A weight or a share. */
const zPart = zBigDecimal.refine((part) => part >= 0n && part <= WHOLE_WEIGHT, 'Weight or share not between 0 and 1.');

/** In attoFIL. */
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
    /** The block reward: the sum of miner, recipients and burn. */
    minted: amounts.MintedReward,
    miner: amounts.MinerReward,
    /** Gas premiums, paid to the miner in addition to the block reward. */
    message: amounts.MessageReward,
    /** Claimable by recipients of explicit streams. */
    explicit: amounts.ExplicitReward,
    burn: amounts.BurnAllocation,
    /** The transferred amount; lower than due if a transfer failed. */
    minerPaid: amounts.MinerPaid,
    burnPaid: amounts.BurnPaid,
  }))
  .refine(({ minted, miner, explicit, burn }) => minted === miner + explicit + burn, 'The parts of the reward do not add up.');
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
    'Recipient shares do not add up to 1.',
  );

const zStream = z
  .object({ ID: zStreamId, Weight: zPart, Amount: zAmount, Distribution: zDistribution.nullish() })
  .transform(({ ID, Weight, Amount, Distribution }) => ({
    id: ID,
    weight: Weight,
    /** Before the division among recipients. */
    amount: Amount,
    /** Absent for the miners' stream. */
    ...(Distribution === null || Distribution === undefined ? {} : { distribution: Distribution }),
  }))
  .refine(
    ({ amount, distribution: of }) => of === undefined || amount === sum(of.recipients.map(({ earned }) => earned)) + of.burn + of.rounding,
    'The parts of a stream do not add up.',
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
    'Stream weights do not add up to 1.',
  );

export const zNodeRewardDistribution = z
  .object({
    TipSetKey: z.array(zCidLink).min(1).max(MAX_BLOCKS),
    Height: zSafeInteger,
    Denom: zBigDecimal.refine((denom) => denom === WHOLE_WEIGHT, 'The denominator of weights is not 10^18.'),
    Totals: zRewardAmounts,
    Blocks: zSlice(zBlockReward).refine((blocks) => blocks.length <= MAX_BLOCKS),
  })
  .transform(({ TipSetKey, Height, Totals, Blocks }) => ({
    key: TipSetKey,
    height: Height,
    totals: Totals,
    /** In execution order. */
    blocks: Blocks,
  }))
  .refine(
    ({ totals, blocks }) => AMOUNTS.every((field) => totals[field] === sum(blocks.map(({ amounts }) => amounts[field]))),
    'The totals differ from the sums of the blocks.',
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
