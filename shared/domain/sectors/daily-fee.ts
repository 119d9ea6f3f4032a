/** The daily fee of sectors (FIP-0100). Source: builtin-actors `actors/miner/src/policy.rs` and `runtime/src/runtime/policy.rs`. */

/** Fraction of the circulating supply per byte of quality-adjusted power: 161817 / 10^30. */
const FEE_PER_BYTE = 161_817n;
const FEE_UNIT = 10n ** 30n;

/** Return the daily fee of a sector that has none yet, in attoFIL. @param power quality-adjusted bytes */
export function dailyFeeFor(circulatingSupply: bigint, power: bigint): bigint {
  return (FEE_PER_BYTE * circulatingSupply * power) / FEE_UNIT;
}

/** Return the daily fee of a sector whose power changes, in attoFIL. */
export function scaledDailyFee(fee: bigint, oldPower: bigint, newPower: bigint): bigint {
  return oldPower <= 0n ? fee : (fee * newPower) / oldPower;
}
