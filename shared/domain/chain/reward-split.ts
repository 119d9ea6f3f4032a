/**
 * The exact split of a block reward among reward streams since network version 29, and what recipients are owed. Weights and shares
 * are in units of 10^-18. Sources: FIP-0118 section 2.4.3 with builtin-actors `actors/reward/src/streams`
 * (`award.rs`, `weights.rs`); recipients' earnings as Lotus `chain/stmgr` reports them in StateRewardDistribution.
 */
import type { RewardStream, RewardStreams, StreamAccrual, StreamDistribution, WeightRecord } from '../actors/reward-streams.ts';
import type { Address } from '../addresses/address.ts';

/** A weight or share of 100%. */
export const WHOLE_WEIGHT = 10n ** 18n;
/** Expected wins per epoch: one win is paid this fraction of the epoch's reward. Source: builtin-actors `actors/reward/src/lib.rs`. */
export const EXPECTED_WINS = 5n;
/** Vesting period of the locked part of a miner's reward, in days. Source: builtin-actors `actors/miner/src/policy.rs` REWARD_VESTING_SPEC. */
export const VESTING_DAYS = 180;

const LOCKED_PERCENT = 75n;

/** Return the block reward, all streams together, in attoFIL, rounded down; `thisEpochReward` is that of the parent state. */
export function blockReward(thisEpochReward: bigint, winCount: bigint): bigint {
  return (thisEpochReward * winCount) / EXPECTED_WINS;
}

/** Return the part of a miner's reward, with tips, that is locked and vests; attoFIL. Source: builtin-actors `actors/miner/src/monies.rs`. */
export function vestingPart(minerReward: bigint): bigint {
  return (minerReward * LOCKED_PERCENT) / 100n;
}

/** Return the weight of a stream at an epoch, in units of 10^-18. */
export function streamWeight({ vStart, slope, tStart, floor, cap }: WeightRecord, epoch: number): bigint {
  const value = vStart + slope * BigInt(epoch - tStart);
  const capped = value > cap ? cap : value;
  return capped < floor ? floor : capped;
}

/** The weight of a stream at one epoch. */
export interface WeightPoint {
  readonly epoch: number;
  readonly weight: bigint;
}

/** Return the weight of a stream over a range of epochs as points of a piecewise linear curve, at most six. */
export function weightRamp(record: WeightRecord, from: number, to: number): readonly WeightPoint[] {
  const { vStart, slope, tStart, floor, cap } = record;
  const crossings = slope === 0n ? [] : [floor, cap].map((bound) => Number(floorOf(bound - vStart, slope)) + tStart);
  const corners = crossings.flatMap((epoch) => [epoch, epoch + 1]).filter((epoch) => epoch > from && epoch < to);
  const epochs = [...new Set([from, ...corners, to])].sort((a, b) => a - b);
  return epochs.map((epoch) => ({ epoch, weight: streamWeight(record, epoch) }));
}

/** Division rounded toward minus infinity. */
function floorOf(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

/** A stream's part of a block reward, in attoFIL. */
export interface StreamPart {
  readonly id: bigint;
  /** In units of 10^-18. */
  readonly weight: bigint;
  /** Amount by its weight: for the miner, or for the recipients and the burnt funds actor. */
  readonly amount: bigint;
  /** Undefined for the implicit stream. */
  readonly explicit?: {
    readonly writer: Address;
    /** For its recipients. */
    readonly accrued: bigint;
    /** Burned, because the shares are not assigned. */
    readonly burned: bigint;
  };
}

/** The parts of a block reward, in attoFIL: `minted` is `miner` + `explicit` + `burned`. */
export interface RewardSplit {
  readonly minted: bigint;
  /** The miner's part, without its gas reward. */
  readonly miner: bigint;
  /** For recipients. */
  readonly explicit: bigint;
  readonly burned: bigint;
  readonly streams: readonly StreamPart[];
}

/**
 * Split a block reward.
 *
 * @param streams as at the award, with due writes applied
 * @param epoch height of the block's tipset
 * @param reward `blockReward`; if the weights are invalid nothing is minted, and the miner only receives its gas reward
 */
export function splitBlockReward(streams: readonly RewardStream[], epoch: number, reward: bigint): RewardSplit {
  const minted = isValidSchedule(streams, epoch) && reward > 0n ? reward : 0n;
  let miner = 0n;
  let explicit = 0n;
  const parts = streams.map(({ id, weight: record, distribution }): StreamPart => {
    const weight = streamWeight(record, epoch);
    const amount = (weight * minted) / WHOLE_WEIGHT;
    if (distribution === undefined) {
      miner += amount;
      return { id, weight, amount };
    }
    const accrued = (amount * shareTotal(distribution)) / WHOLE_WEIGHT;
    explicit += accrued;
    return { id, weight, amount, explicit: { writer: distribution.writer, accrued, burned: amount - accrued } };
  });
  return { minted, miner, explicit, burned: minted - miner - explicit, streams: parts };
}

function isValidSchedule(streams: readonly RewardStream[], epoch: number): boolean {
  let sum = 0n;
  for (const { weight } of streams) {
    const { floor, vStart, cap } = weight;
    if (floor > vStart || vStart > cap || cap > WHOLE_WEIGHT) return false;
    sum += streamWeight(weight, epoch);
  }
  return sum <= WHOLE_WEIGHT;
}

function shareTotal({ shares }: StreamDistribution): bigint {
  return shares.reduce((sum, { share }) => sum + share, 0n);
}

/** Return what a recipient earns from one award, in attoFIL; `share` in units of 10^-18. */
export interface RecipientPart {
  readonly recipient: Address;
  readonly share: bigint;
  readonly amount: bigint;
}

/**
 * Return what recipients earn when the pool of their period grows from `before` to `after`. Differences of rounded sums: the total
 * may differ from the growth by less than one attoFIL per recipient.
 */
export function recipientParts(distribution: StreamDistribution, before: bigint, after: bigint): readonly RecipientPart[] {
  const total = shareTotal(distribution);
  return distribution.shares.map(({ recipient, share }) => ({
    recipient,
    share,
    amount: earned(after, share, total) - earned(before, share, total),
  }));
}

function earned(pool: bigint, share: bigint, total: bigint): bigint {
  return total === 0n ? 0n : (pool * share) / total;
}

/** Account of a recipient of a stream, in attoFIL. */
interface RecipientAccount {
  readonly recipient: Address;
  /** Undefined for a recipient of earlier periods only; in units of 10^-18. */
  readonly share?: bigint;
  /** In the present period. */
  readonly earned: bigint;
  /** Of that. */
  readonly claimed: bigint;
  /** Of earlier periods. */
  readonly payable: bigint;
  /** Claimable amount. */
  readonly owed: bigint;
}

/** What a stream owes, in attoFIL. */
export interface StreamAccount {
  readonly id: bigint;
  /** Whether the stream receives awards; removed streams only pay what they owe. */
  readonly isLive: boolean;
  /** In the present period. */
  readonly accrued: bigint;
  /** Of that. */
  readonly claimed: bigint;
  /** Includes the rounding remainder of the period, which is burned when it ends. */
  readonly owed: bigint;
  readonly recipients: readonly RecipientAccount[];
}

/** Return the accounts of all streams with recipients: live ones first, then removed ones. */
export function streamAccounts(
  { streams, tombstones }: Pick<RewardStreams, 'streams' | 'tombstones'>,
  accrued: readonly StreamAccrual[],
): readonly StreamAccount[] {
  const live = streams.flatMap(({ id, distribution }) => {
    const pool = accrued.find((row) => row.id === id)?.amount ?? 0n;
    return distribution === undefined ? [] : [liveAccount(id, distribution, pool)];
  });
  const removed = tombstones.map(({ id, payable }): StreamAccount => {
    const recipients = payable.map(({ recipient, amount }) => ({ recipient, earned: 0n, claimed: 0n, payable: amount, owed: amount }));
    return { id, isLive: false, accrued: 0n, claimed: 0n, owed: sumOf(recipients, 'owed'), recipients };
  });
  return [...live, ...removed];
}

function liveAccount(id: bigint, distribution: StreamDistribution, accrued: bigint): StreamAccount {
  const total = shareTotal(distribution);
  const amountOf = (rows: StreamDistribution['payable']) => new Map(rows.map(({ recipient, amount }) => [recipient, amount as bigint]));
  const shares = new Map(distribution.shares.map(({ recipient, share }) => [recipient, share]));
  const payable = amountOf(distribution.payable);
  const claimed = amountOf(distribution.claimedPeriod);
  const recipients = [...new Set([...shares.keys(), ...payable.keys(), ...claimed.keys()])].map((recipient): RecipientAccount => {
    const share = shares.get(recipient);
    const own = {
      earned: earned(accrued, share ?? 0n, total),
      claimed: claimed.get(recipient) ?? 0n,
      payable: payable.get(recipient) ?? 0n,
    };
    return { recipient, ...(share === undefined ? {} : { share }), ...own, owed: own.earned - own.claimed + own.payable };
  });
  const claimedTotal = sumOf(recipients, 'claimed');
  return { id, isLive: true, accrued, claimed: claimedTotal, owed: accrued - claimedTotal + sumOf(recipients, 'payable'), recipients };
}

function sumOf(recipients: readonly RecipientAccount[], field: 'owed' | 'claimed' | 'payable'): bigint {
  return recipients.reduce((sum, recipient) => sum + recipient[field], 0n);
}
