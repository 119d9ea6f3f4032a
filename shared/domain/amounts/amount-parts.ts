import { formatInteger } from '../../text/format.ts';
import { FIL_DECIMALS, formatFil } from './amount.ts';

/** Units in which amounts are displayed. */
export type AmountUnit = 'FIL' | 'nanoFIL' | 'attoFIL';

/** Fees below this are shown in attoFIL, as they would be zeros in nanoFIL. The minimum base fee is 100 attoFIL. */
const MIN_NANO_FEE = 1_000_000n;

/** Choose the unit for a fee. */
export function feeUnit(fee: bigint): AmountUnit {
  return fee < MIN_NANO_FEE && fee > -MIN_NANO_FEE ? 'attoFIL' : 'nanoFIL';
}

/** Format a fee in the unit of `feeUnit`, truncated to a few digits. */
export function feeParts(fee: bigint): AmountParts {
  const unit = feeUnit(fee);
  return amountParts(fee, { unit, places: placesForDigits(fee, unit) });
}

/** Decimal places that show at least three digits of an amount below one unit, and four of a larger one. */
export function placesForDigits(amount: bigint, unit: AmountUnit): number {
  const decimals = FIL_DECIMALS[unit];
  const size = amount < 0n ? -amount : amount;
  if (size === 0n) return Math.min(4, decimals);
  return Math.min(decimals, Math.max(4, decimals - size.toString().length + 3));
}

/** A formatted amount in parts, so that each can have its own style. */
export interface AmountParts {
  /** `−`, `+`, `<` or nothing. */
  readonly sign: string;
  /** Significant digits. */
  readonly digits: string;
  /** Trailing zeros, with the decimal point if only zeros follow it. */
  readonly zeros: string;
  readonly unit: AmountUnit;
  /** The exact value, to the last attoFIL. */
  readonly exact: string;
}

/**
 * Split an amount for display, with `places` fixed decimals so that the decimal points of a column line up, or with all its decimals.
 * Truncated, never rounded up, so that it never shows more than there is. An amount below the last place reads `<0.0001`.
 */
export function amountParts(amount: bigint, options: { unit: AmountUnit; places?: number | undefined; isSigned?: boolean }): AmountParts {
  const { unit, places, isSigned = false } = options;
  const decimals = FIL_DECIMALS[unit];
  const size = amount < 0n ? -amount : amount;
  const shownPlaces = places === undefined ? undefined : Math.min(places, decimals);
  const exact = `${amount < 0n ? '−' : ''}${formatInteger(size)} attoFIL`;
  const isBelow = shownPlaces !== undefined && size > 0n && size < 10n ** BigInt(decimals - shownPlaces);
  if (isBelow) {
    const least = formatFil(10n ** BigInt(decimals - shownPlaces), { unit });
    return { sign: amount < 0n ? '>−' : '<', digits: least, zeros: '', unit, exact };
  }
  const text =
    shownPlaces === undefined
      ? formatFil(size, { unit })
      : formatFil(size, { unit, minimumPlaces: shownPlaces, maximumPlaces: shownPlaces });
  const [whole = '0', fraction = ''] = text.split('.');
  const carrying = fraction.replace(/0+$/, '');
  const sign = amount < 0n ? '−' : isSigned && amount > 0n ? '+' : '';
  return {
    sign,
    digits: `${formatInteger(whole)}${carrying === '' ? '' : `.${carrying}`}`,
    zeros: `${carrying === '' && fraction !== '' ? '.' : ''}${fraction.slice(carrying.length)}`,
    unit,
    exact,
  };
}

/** An amount in FIL with the digits that tell something, for a sentence. */
export function filText(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const { sign, digits, unit } = amountParts(amount, { unit: 'FIL', places: size >= 10n ** 18n ? 2 : placesForDigits(amount, 'FIL') });
  return `${sign}${digits} ${unit}`;
}

/** Format a fee with its unit. */
export function feeText(fee: bigint): string {
  const { sign, digits, zeros, unit } = feeParts(fee);
  return `${sign}${digits}${zeros} ${unit}`;
}
