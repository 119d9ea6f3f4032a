import { amountParts, feeParts, placesForDigits } from '../amount-parts.ts';

/** An amount in FIL with the digits that tell something, for a sentence. */
export function filText(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const { sign, digits, unit } = amountParts(amount, { unit: 'FIL', places: size >= 10n ** 18n ? 2 : placesForDigits(amount, 'FIL') });
  return `${sign}${digits} ${unit}`;
}

export function feeText(fee: bigint): string {
  const { sign, digits, zeros, unit } = feeParts(fee);
  return `${sign}${digits}${zeros} ${unit}`;
}
