import { attoFil, formatFil } from '../../../shared/domain/amounts/amount.ts';
import { formatInteger, formatShare } from '../../../shared/text/format.ts';

/**
 * Blocks that a miner can expect. An epoch has five wins on average, each to somebody by their share of the power (Expected Consensus,
 * `EXPECTED_LEADERS_PER_EPOCH` of builtin-actors `runtime/src/lib.rs`).
 */
const WINS_PER_EPOCH = 5;
const EPOCHS_A_DAY = 2880;

export interface ExpectedWins {
  /** A day, on average. */
  readonly aDay: number;
  /** How likely a day without any is, 0 to 1: wins come as a Poisson process. */
  readonly noneChance: number;
}

/** The rewards that a miner's income follows, attoFIL. */
export interface RewardsNow {
  readonly epochReward: bigint;
  /** The miner's part of it: all of it before network version 29. */
  readonly minerPart: bigint;
}

/** What power is expected to earn, attoFIL, without tips. */
export interface ExpectedIncome {
  readonly aDay: bigint;
  /** Of one win. */
  readonly aWin: bigint;
}

/** Income is the miner's part of the rewards that its wins bring. Undefined where the network has no power. */
export function expectedIncome(qualityAdjusted: bigint, networkQualityAdjusted: bigint, minerPart: bigint): ExpectedIncome | undefined {
  if (networkQualityAdjusted <= 0n) return undefined;
  return {
    aDay: (minerPart * BigInt(EPOCHS_A_DAY) * qualityAdjusted) / networkQualityAdjusted,
    aWin: minerPart / BigInt(WINS_PER_EPOCH),
  };
}

/** How the income comes of the reward of the epoch. */
export function incomeHint({ epochReward, minerPart }: RewardsNow): string {
  const whole = `${formatFil(attoFil(epochReward))} FIL`;
  return minerPart === epochReward
    ? `The epoch reward is ${whole}, all of it for miners. Estimated from the share of power, without tips.`
    : `The miner’s part is ${formatShare(minerPart, epochReward, 2)} of the epoch reward, ${whole}. Estimated from the share of power, without tips.`;
}

/** Undefined where the network has no power. */
export function expectedWins(qualityAdjusted: bigint, networkQualityAdjusted: bigint): ExpectedWins | undefined {
  if (networkQualityAdjusted <= 0n) return undefined;
  const share = Number((qualityAdjusted * 1_000_000_000_000n) / networkQualityAdjusted) / 1e12;
  const aDay = WINS_PER_EPOCH * EPOCHS_A_DAY * share;
  return { aDay, noneChance: Math.exp(-aDay) };
}

/** `2.79 a day`, or `one in 12 days` where days pass without. */
export function winsWords({ aDay }: ExpectedWins): string {
  if (aDay <= 0) return 'none';
  if (aDay >= 100) return `${formatInteger(Math.round(aDay))} a day`;
  if (aDay >= 1) return `${aDay.toFixed(aDay >= 10 ? 1 : 2)} a day`;
  const days = 1 / aDay;
  if (days < 60) return `one in ${days.toFixed(days < 10 ? 1 : 0)} days`;
  return days < 730 ? `one in ${Math.round(days / 30)} months` : `one in ${Math.round(days / 365)} years`;
}

/** What a day without a win means. */
export function winsHint({ aDay, noneChance }: ExpectedWins): string {
  const percent = noneChance * 100;
  const chance =
    percent < 0.1
      ? 'almost never'
      : percent > 99.9
        ? 'almost always'
        : `on ${percent < 10 ? percent.toFixed(1) : Math.round(percent)} % of days`;
  return aDay <= 0
    ? 'No wins without power.'
    : `5 wins per epoch, 2,880 epochs per day, times the share of power. A day without wins happens ${chance}and is not a fault.`;
}
