import { formatInteger } from '../../../shared/text/format.ts';

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
      ? 'hardly ever'
      : percent > 99.9
        ? 'nearly always'
        : `on ${percent < 10 ? percent.toFixed(1) : Math.round(percent)} % of days`;
  return aDay <= 0
    ? 'Without power there are no wins.'
    : `5 wins an epoch, 2,880 epochs, by its share of the power. A day without any happens ${chance}, and is no fault by itself.`;
}
