import { expect, test } from 'vitest';
import { terminationFee } from '../../../../../shared/domain/sectors/termination-fee.ts';

const DAY = 2880;
const FIL = 10n ** 18n;

test('the fee is 8.5 % of the pledge from 140 days on, and grows until then', () => {
  const fee = (days: number, faultFee = 0n) => terminationFee({ initialPledge: 10n * FIL, ageEpochs: days * DAY, faultFee });
  expect(fee(140)).toBe(850_000_000_000_000_000n);
  expect(fee(1000)).toBe(850_000_000_000_000_000n);
  // Half of the age, half of the fee.
  expect(fee(70)).toBe(425_000_000_000_000_000n);
});

test('it is never less than 2 % of the pledge, nor than 1.05 times the fee of a faulty day', () => {
  expect(terminationFee({ initialPledge: 10n * FIL, ageEpochs: 1, faultFee: 0n })).toBe(200_000_000_000_000_000n);
  expect(terminationFee({ initialPledge: 10n * FIL, ageEpochs: -5, faultFee: 0n })).toBe(200_000_000_000_000_000n);
  expect(terminationFee({ initialPledge: 10n * FIL, ageEpochs: 140 * DAY, faultFee: 2n * FIL })).toBe(2_100_000_000_000_000_000n);
});
