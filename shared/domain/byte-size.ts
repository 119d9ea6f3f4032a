/** Sizes in bytes with binary units, exact: the arithmetic is on whole numbers, and digits are cut, never rounded up. */

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB'] as const;
const STEP = 1024n;

/** `34359738368` → `32 GiB`; at most `maximumPlaces` decimal places (2), cut. Negative sizes keep their sign. */
export function formatBytes(size: bigint | number | string, options: { maximumPlaces?: number } = {}): string {
  const { maximumPlaces = 2 } = options;
  const bytes = BigInt(size);
  const magnitude = bytes < 0n ? -bytes : bytes;
  let unit = 0;
  let divisor = 1n;
  while (unit < UNITS.length - 1 && magnitude >= divisor * STEP) {
    divisor *= STEP;
    unit += 1;
  }
  const whole = magnitude / divisor;
  const fraction = ((magnitude % divisor) * 10n ** BigInt(maximumPlaces)) / divisor;
  const digits = maximumPlaces === 0 ? '' : fraction.toString().padStart(maximumPlaces, '0').replace(/0+$/, '');
  return `${bytes < 0n ? '-' : ''}${whole}${digits === '' ? '' : `.${digits}`} ${UNITS[unit]}`;
}
