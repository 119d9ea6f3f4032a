/** The days of the whole reward that a fault fee is made of (FIP-0118 left it as it was). */
const REWARD_DAYS = 3.51;

/**
 * A fault fee compared with income; empty where income is the whole reward of the epoch, as before network version 29.
 *
 * @param days of `faultFeeIncomeDays`
 */
export function incomeDaysWords(days: number | undefined): string {
  if (days === undefined || days <= REWARD_DAYS) return '';
  return ` Fault fee per day: ${days.toFixed(2)} days of income: the fee follows the whole reward of the epoch, income is the miner’s part.`;
}
