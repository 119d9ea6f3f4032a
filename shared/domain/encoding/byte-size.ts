/** Exact sizes in bytes with binary units, in integer arithmetic. */
import { DomainError } from '../domain-error.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;
const STEP = 1024n;
/** The largest unit that Lotus uses. */
const LAST_LOTUS_UNIT = UNITS.indexOf('ZiB');

/**
 * Format a size: `34359738368` → `32 GiB`, with at most `maximumPlaces` (2) decimal places, truncated. Keeps the sign.
 *
 * @param options.isFixed always use all decimal places, for a column: `4.60 TiB` among `4.56 TiB`
 */
export function formatBytes(size: bigint | number | string, options: { maximumPlaces?: number; isFixed?: boolean } = {}): string {
  const { maximumPlaces = 2, isFixed = false } = options;
  const bytes = BigInt(size);
  const magnitude = bytes < 0n ? -bytes : bytes;
  const { unit, divisor } = unitFor(magnitude, UNITS.length - 1);
  const whole = magnitude / divisor;
  const fraction = ((magnitude % divisor) * 10n ** BigInt(maximumPlaces)) / divisor;
  const places = maximumPlaces === 0 ? '' : fraction.toString().padStart(maximumPlaces, '0');
  const digits = isFixed ? places : places.replace(/0+$/, '');
  return `${bytes < 0n ? '-' : ''}${whole}${digits === '' ? '' : `.${digits}`} ${UNITS[unit]}`;
}

/**
 * Format a size of 0 or more as Lotus does (SizeStr in chain/types/bigint.go: Go's `%.4g` and the unit): four significant digits,
 * half to even, with an exponent from 10,000 ZiB on. Not exact: do not parse it back.
 */
export function formatBytesShort(bytes: bigint): string {
  // Lotus computes in doubles; formatting is exact, as in Go.
  const size = BigInt(Number(bytes));
  const { unit, divisor } = unitFor(size, LAST_LOTUS_UNIT);
  const wholeDigits = (size / divisor).toString().length;
  // In units of the last digit kept.
  const shift = wholeDigits - 4;
  const numerator = shift < 0 ? size * 10n ** BigInt(-shift) : size;
  const denominator = shift < 0 ? divisor : divisor * 10n ** BigInt(shift);
  const floor = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const isUp = twice > denominator || (twice === denominator && floor % 2n === 1n);
  const value = Number(isUp ? floor + 1n : floor) * 10 ** shift;
  const text = value < 10_000 ? Number(value.toPrecision(4)).toString() : goExponent(value);
  return `${text} ${UNITS[unit]}`;
}

/**
 * Parse a size as people and Lotus write it: `32GiB`, `64 GiB`, `1.5 TiB`, `34359738368`; bytes by default. Returns bytes.
 *
 * @throws DomainError `size-empty`, `size`, `size-unit` for an unknown unit, `size-unit-ambiguous` for GB and G, which can be 10^9
 * bytes or, in Lotus, 2^30, `size-precision` for fractions of a byte
 */
export function parseBytes(text: string): bigint {
  const trimmed = text.trim();
  if (trimmed === '') throw new DomainError('size-empty', 'Enter a size, for example 32 GiB.');
  const [, whole, fraction = '', name = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?\s*([a-z]{0,20})$/i.exec(trimmed) ?? [];
  if (whole === undefined) throw new DomainError('size', 'Enter a number without commas, and a unit: 32 GiB.');
  const unit = name === '' ? 0 : UNITS.findIndex((known) => known.toLowerCase() === name.toLowerCase());
  if (unit === -1) {
    if (!/^[kmgtpezy]b?$/i.test(name)) throw new DomainError('size-unit', `Unknown unit ${name}. Use KiB, MiB, GiB or TiB.`);
    throw new DomainError('size-unit-ambiguous', `Ambiguous unit ${name}. Use ${name[0]?.toUpperCase()}iB, or enter the number of bytes.`);
  }
  const places = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * STEP ** BigInt(unit);
  if (scaled % places !== 0n) throw new DomainError('size-precision', 'The size is not a whole number of bytes.');
  return scaled / places;
}

/** Return the largest unit, up to `last`, that is not larger than the size. */
function unitFor(magnitude: bigint, last: number): { readonly unit: number; readonly divisor: bigint } {
  let unit = 0;
  let divisor = 1n;
  while (unit < last && magnitude >= divisor * STEP) {
    divisor *= STEP;
    unit += 1;
  }
  return { unit, divisor };
}

/** `5e+04`: Go writes at least two exponent digits. */
function goExponent(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(3).split('e+');
  return `${Number(mantissa)}e+${exponent.padStart(2, '0')}`;
}
