/** Daily fees of FIP-0100, with figures worked out by hand. */
import { expect, it } from 'vitest';
import { dailyFeeFor, scaledDailyFee } from '../../../../../shared/domain/sectors/daily-fee.ts';

const SIZE = 34_359_738_368n;

it('is 161817 of 10^30 of the circulating supply for a byte of quality-adjusted power, rounded down', () => {
  // 680 million FIL: some 5.56e-15 of them for 32 GiB.
  expect(dailyFeeFor(680_000_000n * 10n ** 18n, SIZE)).toBe(3_780_793_052_776n);
  expect(dailyFeeFor(1n, SIZE)).toBe(0n);
});

it('follows the power of a sector, rounded down', () => {
  expect(scaledDailyFee(7n, SIZE, 10n * SIZE)).toBe(70n);
  expect(scaledDailyFee(11n, (SIZE * 11n) / 2n, 10n * SIZE)).toBe(20n);
  expect(scaledDailyFee(0n, SIZE, 10n * SIZE)).toBe(0n);
  // A record that no honest state has.
  expect(scaledDailyFee(5n, 0n, SIZE)).toBe(5n);
});
