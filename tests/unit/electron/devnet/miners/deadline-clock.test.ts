import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deadlineAt } from '../../../../../electron/devnet/miners/deadline-clock.ts';

describe('deadlineAt', () => {
  it('always holds the epoch in the window it names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2879 }), fc.integer({ min: 0, max: 10_000_000 }), (offset, epoch) => {
        const clock = deadlineAt(offset, epoch);
        expect(clock.open).toBeLessThanOrEqual(epoch);
        expect(clock.close).toBe(clock.open + 60);
        expect(epoch).toBeLessThan(clock.close);
        expect(clock.index).toBeGreaterThanOrEqual(0);
        expect(clock.index).toBeLessThan(48);
        expect((((clock.periodStart - offset) % 2880) + 2880) % 2880).toBe(0);
        expect(clock.open).toBe(clock.periodStart + clock.index * 60);
      }),
    );
  });
});
