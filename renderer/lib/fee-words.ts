/** Days of the whole epoch reward that make up a fault fee (unchanged by FIP-0118). */
const REWARD_DAYS = 3.51;

/**
 * A fault fee compared with income; empty if income is the whole epoch reward, as before network version 29.
 *
 * @param days of `faultFeeIncomeDays`
 */
export function incomeDaysWords(days: number | undefined): string {
  if (days === undefined || days <= REWARD_DAYS) return '';
  return ` Fault fee per day: ${days.toFixed(2)} days of income. The fee is based on the whole epoch reward; income is the miner’s part of it.`;
}
