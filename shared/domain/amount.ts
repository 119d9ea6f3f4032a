/** Amounts of FIL, exact: a whole number of attoFIL, never a float. */
import { DomainError } from './domain-error.ts';

declare const attoFilBrand: unique symbol;
/** attoFIL: 10^-18 FIL. May be negative (balance changes). */
export type AttoFil = bigint & { readonly [attoFilBrand]: true };

/** attoFIL in one FIL. */
export const FIL = 10n ** 18n;

/** Decimal places of each unit below or above attoFIL; Lotus' short prefixes included. */
const UNIT_DECIMALS: Readonly<Record<string, number>> = {
  fil: 18,
  attofil: 0,
  afil: 0,
  femtofil: 3,
  ffil: 3,
  picofil: 6,
  pfil: 6,
  nanofil: 9,
  nfil: 9,
  microfil: 12,
  μfil: 12,
  µfil: 12,
  ufil: 12,
  millifil: 15,
  mfil: 15,
};

/** A node's decimal string or a whole number of attoFIL. Throws `DomainError` `amount`. */
export function attoFil(value: bigint | string): AttoFil {
  if (typeof value === 'bigint') return value as AttoFil;
  if (!/^-?\d{1,80}$/.test(value)) throw new DomainError('amount', 'An amount from a node is a whole number of attoFIL.');
  return BigInt(value) as AttoFil;
}

/**
 * Reads what a person types: `1.5`, `0.25 FIL`, `20 nanoFIL`, `1_000 attoFIL`. FIL where no unit is named.
 * Throws `DomainError` `amount-empty`, `amount`, `amount-unit` or `amount-precision` (finer than one attoFIL).
 */
export function parseFil(text: string): AttoFil {
  const trimmed = text.trim();
  if (trimmed === '') throw new DomainError('amount-empty', 'Enter an amount, for example 1.5 FIL.');
  const match = /^([+-]?)(\d[\d_]*)?(?:\.(\d*))?\s*([a-zA-Zμµ]*)$/u.exec(trimmed);
  const [, sign, whole = '', fraction = '', unit = ''] = match ?? [];
  if (match === null || (whole === '' && fraction === '')) {
    throw new DomainError('amount', 'An amount is a number with a point, and a unit if it is not FIL: 1.5, 20 nanoFIL.');
  }
  if (whole.length + fraction.length > 80) throw new DomainError('amount', 'This number is too long.');
  const decimals = unit === '' ? 18 : UNIT_DECIMALS[unit.toLowerCase()];
  if (decimals === undefined) throw new DomainError('amount-unit', `The unit ${unit} is not known: use FIL, nanoFIL or attoFIL.`);
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) throw new DomainError('amount-precision', 'The amount is finer than one attoFIL, the smallest there is.');
  const atto = BigInt(`${whole.replaceAll('_', '') || '0'}${digits.padEnd(decimals, '0')}`);
  return (sign === '-' ? -atto : atto) as AttoFil;
}

/**
 * An amount as a decimal number of a unit that is 10^`decimals` attoFIL (18 = FIL, 9 = nanoFIL, 0 = attoFIL),
 * with as many places as it needs, or cut (never rounded up) to `maximumPlaces` and filled up to `minimumPlaces`.
 */
export function formatFil(amount: bigint, options: { decimals?: number; minimumPlaces?: number; maximumPlaces?: number } = {}): string {
  const { decimals = 18, minimumPlaces = 0, maximumPlaces = decimals } = options;
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits
    .slice(digits.length - decimals)
    .slice(0, maximumPlaces)
    .replace(/0+$/, '')
    .padEnd(minimumPlaces, '0');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
