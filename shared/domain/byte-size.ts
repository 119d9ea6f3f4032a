/** Sizes in bytes with binary units, exact: the arithmetic is on whole numbers. */
import { DomainError } from './domain-error.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;
const STEP = 1024n;
/** The last unit that Lotus knows. */
const LAST_LOTUS_UNIT = UNITS.indexOf('ZiB');

/**
 * `34359738368` → `32 GiB`; at most `maximumPlaces` decimal places (2), cut, never rounded up. Negative sizes keep their sign.
 *
 * @param options.isFixed always with all places, for a column: `4.60 TiB` among `4.56 TiB`
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
 * A size of 0 and more as Lotus prints it (SizeStr in chain/types/bigint.go: Go's `%.4g` and the unit): four significant digits,
 * halves to the even one, an exponent from 10,000 ZiB on. Not exact: never read it back.
 */
export function formatBytesShort(bytes: bigint): string {
  // Lotus counts in doubles; from here on the arithmetic is exact, as Go's printing is.
  const size = BigInt(Number(bytes));
  const { unit, divisor } = unitFor(size, LAST_LOTUS_UNIT);
  const wholeDigits = (size / divisor).toString().length;
  // Counted in units of the last digit that is kept.
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
 * Reads a size as people and Lotus write it: `32GiB`, `64 GiB`, `1.5 TiB`, `34359738368`; bytes where no unit is named. Gives bytes.
 *
 * @throws DomainError `size-empty`, `size`, `size-unit` for an unknown unit, `size-unit-ambiguous` for GB and G, which are 10^9 bytes
 * to some and 2^30 to Lotus, `size-precision` for parts of a byte
 */
export function parseBytes(text: string): bigint {
  const trimmed = text.trim();
  if (trimmed === '') throw new DomainError('size-empty', 'Enter a size, for example 32 GiB.');
  const [, whole, fraction = '', name = ''] = /^(\d{1,30})(?:\.(\d{1,30}))?\s*([a-z]{0,20})$/i.exec(trimmed) ?? [];
  if (whole === undefined) throw new DomainError('size', 'A size is a number with a point and without commas, and a unit: 32 GiB.');
  const unit = name === '' ? 0 : UNITS.findIndex((known) => known.toLowerCase() === name.toLowerCase());
  if (unit === -1) {
    if (!/^[kmgtpezy]b?$/i.test(name)) throw new DomainError('size-unit', `The unit ${name} is not known: use KiB, MiB, GiB or TiB.`);
    throw new DomainError('size-unit-ambiguous', `${name} can mean two sizes: write ${name[0]?.toUpperCase()}iB, or the number of bytes.`);
  }
  const places = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * STEP ** BigInt(unit);
  if (scaled % places !== 0n) throw new DomainError('size-precision', 'This is not a whole number of bytes.');
  return scaled / places;
}

/** The largest unit, up to `last`, of which a size has at least one. */
function unitFor(magnitude: bigint, last: number): { readonly unit: number; readonly divisor: bigint } {
  let unit = 0;
  let divisor = 1n;
  while (unit < last && magnitude >= divisor * STEP) {
    divisor *= STEP;
    unit += 1;
  }
  return { unit, divisor };
}

/** `5e+04`: Go writes two digits of exponent at least. */
function goExponent(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(3).split('e+');
  return `${Number(mantissa)}e+${exponent.padStart(2, '0')}`;
}
