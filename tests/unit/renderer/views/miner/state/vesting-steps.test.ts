import fc from 'fast-check';
import { expect, test } from 'vitest';
import { halfFree, vestingSteps } from '../../../../../../renderer/views/miner/state/vesting-steps.ts';

const rows = fc
  .array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { maxLength: 40 })
  .map((amounts) => amounts.map((amount, index) => ({ epoch: 100 + index, timeMs: index, amount: amount.toString() })));

test('each step says all that is free by then, exactly', () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const steps = vestingSteps(entries);
      steps.forEach((step, index) => {
        const sum = entries.slice(0, index + 1).reduce((total, { amount }) => total + BigInt(amount), 0n);
        expect(step.freeSum).toBe(sum.toString());
      });
    }),
  );
});

test('half is free at the first step that has at least half, and never where nothing vests', () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const steps = vestingSteps(entries);
      const half = halfFree(steps);
      const whole = BigInt(steps.at(-1)?.freeSum ?? '0');
      if (half === undefined) {
        expect(whole).toBe(0n);
        return;
      }
      expect(BigInt(half.freeSum) * 2n >= whole).toBe(true);
      const before = steps[steps.indexOf(half) - 1];
      if (before !== undefined) expect(BigInt(before.freeSum) * 2n < whole).toBe(true);
    }),
  );
});
