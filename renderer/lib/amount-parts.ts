import { FIL_DECIMALS, formatFil } from '../../shared/domain/amount.ts';
import { formatInteger } from '../../shared/text/format.ts';

export type AmountUnit = 'FIL' | 'nanoFIL' | 'attoFIL';

/** Below this many attoFIL a fee is told in attoFIL: in nanoFIL it would be zeros. The least base fee is 100 attoFIL. */
const LEAST_NANO_FEE = 1_000_000n;

/** The unit that a fee reads best in. */
export function feeUnit(fee: bigint): AmountUnit {
  return fee < LEAST_NANO_FEE && fee > -LEAST_NANO_FEE ? 'attoFIL' : 'nanoFIL';
}

/** A fee in the unit that it reads best in, cut to a few digits. */
export function feeParts(fee: bigint): AmountParts {
  const unit = feeUnit(fee);
  return amountParts(fee, { unit, places: placesForDigits(fee, unit) });
}

/** Places that show at least three digits of an amount that is small in its unit, and four where it is not. */
export function placesForDigits(amount: bigint, unit: AmountUnit): number {
  const decimals = FIL_DECIMALS[unit];
  const size = amount < 0n ? -amount : amount;
  if (size === 0n) return Math.min(4, decimals);
  return Math.min(decimals, Math.max(4, decimals - size.toString().length + 3));
}

export interface AmountParts {
  /** `−`, `+`, `<` or nothing. */
  readonly sign: string;
  /** The digits that carry something. */
  readonly digits: string;
  /** The zeros at the end that do not, point included where nothing else follows it. */
  readonly zeros: string;
  readonly unit: AmountUnit;
  /** The exact value, to the last attoFIL. */
  readonly exact: string;
}

/**
 * An amount split for display: `places` fixed decimals so that the points of a column line up, or as many as it needs.
 * Cut, never rounded up: what is shown is always there. What is there but below the last place reads `<0.0001`.
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
