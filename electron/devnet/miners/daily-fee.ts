import { expectedDayIncome } from '../../../shared/domain/miner-income.ts';
import { WHOLE_WEIGHT } from '../../../shared/domain/reward-split.ts';
import type { Deadline } from './deadline-view.ts';

/** The cap: this part of what the power earns in a day (builtin-actors, DAILY_FEE_BLOCK_REWARD_CAP_DENOM). */
const REWARD_PARTS = 2n;

/**
 * What a deadline pays for a day of its live sectors (FIP-0100), attoFIL. Uses the current reward and network
 * power, where the real actor takes their smoothed estimates.
 *
 * @param network quality-adjusted bytes
 */
export function dailyFeeDue(
  { dailyFee, livePower }: Pick<Deadline, 'dailyFee' | 'livePower'>,
  epochReward: bigint,
  network: bigint,
): bigint {
  const cap = expectedDayIncome(epochReward, { own: livePower.qualityAdjusted, network }, WHOLE_WEIGHT) / REWARD_PARTS;
  return dailyFee < cap ? dailyFee : cap;
}
