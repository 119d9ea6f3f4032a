import { WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import { expectedDayIncome } from '../../../shared/domain/sectors/miner-income.ts';
import type { Deadline } from './deadline-view.ts';

/** Fee cap: this fraction of the power's daily block reward (builtin-actors, DAILY_FEE_BLOCK_REWARD_CAP_DENOM). */
const REWARD_PARTS = 2n;

/**
 * Return the daily fee of a deadline's live sectors (FIP-0100), in attoFIL. Uses the current reward and network
 * power instead of the real actor's smoothed estimates.
 *
 * @param network quality-adjusted power of the network, in bytes
 */
export function dailyFeeDue(
  { dailyFee, livePower }: Pick<Deadline, 'dailyFee' | 'livePower'>,
  epochReward: bigint,
  network: bigint,
): bigint {
  const cap = expectedDayIncome(epochReward, { own: livePower.qualityAdjusted, network }, WHOLE_WEIGHT) / REWARD_PARTS;
  return dailyFee < cap ? dailyFee : cap;
}
