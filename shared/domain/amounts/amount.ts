/** Exact FIL amounts as integers of attoFIL. Formatting is locale-independent: digits, one decimal point and a unit. */
import { DomainError } from '../domain-error.ts';

declare const attoFilBrand: unique symbol;
/** attoFIL: 10^-18 FIL. May be negative (balance changes). */
export type AttoFil = bigint & { readonly [attoFilBrand]: true };

/** attoFIL in one FIL. */
export const FIL = 10n ** 18n;

/** Units by their decimal exponent over attoFIL. */
export const FIL_DECIMALS = { FIL: 18, milliFIL: 15, microFIL: 12, nanoFIL: 9, picoFIL: 6, femtoFIL: 3, attoFIL: 0 } as const;

/** A FIL unit by its long name. */
export type FilUnit = keyof typeof FIL_DECIMALS;

/** Short unit names as Lotus prints them, smallest first. */
const SHORT_NAMES: readonly (readonly [short: string, unit: FilUnit])[] = [
  ['aFIL', 'attoFIL'],
  ['fFIL', 'femtoFIL'],
  ['pFIL', 'picoFIL'],
  ['nFIL', 'nanoFIL'],
  ['μFIL', 'microFIL'],
  ['mFIL', 'milliFIL'],
  ['FIL', 'FIL'],
];

/** Accepted unit names in lower case. Micro is the Greek letter, the micro sign or u. */
const UNITS: ReadonlyMap<string, FilUnit> = new Map<string, FilUnit>([
  ...SHORT_NAMES.map(([short, unit]) => [short.toLowerCase(), unit] as const),
  ...SHORT_NAMES.map(([, unit]) => [unit.toLowerCase(), unit] as const),
  ['µfil', 'microFIL'],
  ['ufil', 'microFIL'],
]);

/** Maximum digits parsed: more than the total supply needs, few enough to be fast. */
const MAXIMUM_DIGITS = 80;

/** Return an amount from a node's decimal string or an integer of attoFIL. Throws `DomainError` `amount`. */
export function attoFil(value: bigint | string): AttoFil {
  if (typeof value === 'bigint') return value as AttoFil;
  if (!/^-?\d{1,80}$/.test(value)) throw new DomainError('amount', 'An amount from a node must be an integer of attoFIL.');
  return BigInt(value) as AttoFil;
}

/**
 * Parse an amount as people type it or Lotus prints it (ParseFIL, FIL.Short and FIL.Nano in chain/types/fil.go): `1.5`,
 * `0.25 FIL`, `20 nanoFIL`, `1.23 μFIL`. The default unit is FIL. Ambiguous input is rejected.
 *
 * @throws DomainError `amount-empty`; `amount-comma`, `amount-separator`, `amount-exponent`, `amount-minus` for other number
 * formats; `amount-unit` for an unknown unit and `amount-unit-case` for M and P, which may be mega and peta; `amount-precision`
 * for fractions of an attoFIL; `amount-long` beyond 80 digits; `amount` for everything else
 */
export function parseFil(text: string): AttoFil {
  const trimmed = text.trim();
  if (trimmed === '') throw new DomainError('amount-empty', 'Enter an amount, for example 1.5 FIL.');
  const match = /^(-?)(\d*)(?:\.(\d*))?\s*(\p{L}{0,20})$/u.exec(trimmed);
  const [, sign, whole = '', fraction = '', name = ''] = match ?? [];
  if (match === null || (whole === '' && fraction === '')) throw notANumber(trimmed);
  if (whole.length + fraction.length > MAXIMUM_DIGITS) throw new DomainError('amount-long', 'The number is too long.');
  const decimals = FIL_DECIMALS[unitOf(name)];
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) {
    throw new DomainError(
      'amount-precision',
      'The amount has more decimal places than attoFIL, the smallest unit. Remove digits at the end.',
    );
  }
  const atto = BigInt(`${whole || '0'}${digits.padEnd(decimals, '0')}`);
  return (sign === '-' ? -atto : atto) as AttoFil;
}

/**
 * Format an amount as a decimal number of a unit (default FIL), without the unit's name: with all decimal places, or truncated
 * (never rounded up) to `maximumPlaces` and padded to `minimumPlaces`. `parseFil` reads it back unless it was truncated.
 */
export function formatFil(amount: bigint, options: { unit?: FilUnit; minimumPlaces?: number; maximumPlaces?: number } = {}): string {
  const { unit = 'FIL', minimumPlaces = 0 } = options;
  const decimals = FIL_DECIMALS[unit];
  const { maximumPlaces = decimals } = options;
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits
    .slice(digits.length - decimals)
    .slice(0, maximumPlaces)
    .replace(/0+$/, '')
    .padEnd(minimumPlaces, '0');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Format an amount as Lotus' commands do (FIL.Short in chain/types/fil.go): `1.234 μFIL`, in the largest unit with at least one
 * whole unit, rounded to three places, half away from zero; zero is `0`. Not exact: do not parse it back.
 */
export function formatFilShort(amount: bigint): string {
  if (amount === 0n) return '0';
  const size = amount < 0n ? -amount : amount;
  const index = Math.min(SHORT_NAMES.length - 1, Math.floor((size.toString().length - 1) / 3));
  const [short, unit] = SHORT_NAMES[index] ?? ['FIL', 'FIL'];
  const step = 10n ** BigInt(Math.max(0, FIL_DECIMALS[unit] - 3));
  const rounded = ((size + step / 2n) / step) * step;
  return `${formatFil(amount < 0n ? -rounded : rounded, { unit })} ${short}`;
}

function unitOf(name: string): FilUnit {
  if (name === '') return 'FIL';
  const unit = UNITS.get(name.toLowerCase());
  if (unit === undefined) {
    throw new DomainError('amount-unit', `Unknown unit ${name}. Use FIL, nanoFIL or attoFIL.`);
  }
  // Upper-case M, Greek or Latin, and P usually mean mega and peta.
  if (name.length === 4 && /^[MPΜ]/u.test(name)) {
    throw new DomainError('amount-unit-case', `Ambiguous unit ${name}. Use ${unit}, or enter the amount in FIL.`);
  }
  return unit;
}

/** Exponents that are still readable when written out. */
const MAXIMUM_EXPONENT = 24;

function writtenOut([, sign, whole = '', fraction = '', exponent]: RegExpExecArray): string {
  const shift = Number(exponent);
  const digits = whole + fraction;
  if (digits === '' || digits.length > MAXIMUM_EXPONENT || Math.abs(shift) > MAXIMUM_EXPONENT) return '';
  const point = whole.length + shift;
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const left = padded.slice(0, Math.max(0, point)).replace(/^0+/, '') || '0';
  const right = padded.slice(Math.max(0, point)).replace(/0+$/, '');
  return `: ${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/** Return the error for an invalid number: common formats of other programs and countries first. */
function notANumber(text: string): DomainError {
  if (/[−\p{Pd}]/u.test(text.replaceAll('-', ''))) return new DomainError('amount-minus', 'Use a hyphen (-) as the minus sign.');
  if (/[,٫،]/u.test(text)) return new DomainError('amount-comma', 'Use a decimal point and no commas: 1234.5.');
  if (/\d[\s_'’]\d|\..*\./u.test(text)) {
    return new DomainError('amount-separator', 'Use digits with at most one decimal point and no separators: 1234.5.');
  }
  const exponent = /^(-?)(\d*)\.?(\d*)e([+-]?\d+)/i.exec(text);
  if (exponent !== null) return new DomainError('amount-exponent', `Write the number without an exponent${writtenOut(exponent)}.`);
  return new DomainError('amount', 'Enter a number, with a unit unless it is FIL: 1.5, 20 nanoFIL.');
}
