import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  leastReplacementPremium,
  replacementPrices,
  safeReplacementPremium,
} from '../../../../../shared/domain/messages/replace-by-fee.ts';

const price = fc.bigInt({ min: 0n, max: 10n ** 30n });

describe('replacing by fee', () => {
  it('asks for 110 % or 125 % of the old premium, rounded down, and 1 attoFIL', () => {
    expect(leastReplacementPremium(100_000n)).toBe(110_001n);
    expect(leastReplacementPremium(0n)).toBe(1n);
    expect(leastReplacementPremium(9n)).toBe(10n);
    expect(safeReplacementPremium(100_000n)).toBe(125_001n);
    expect(safeReplacementPremium(3n)).toBe(4n);
  });

  it('offers what every node takes, under a cap that covers it', () => {
    fc.assert(
      fc.property(price, price, price, price, (gasPremium, gasFeeCap, premium, highestBaseFee) => {
        const maxFeeCap = premium + highestBaseFee + safeReplacementPremium(gasPremium);
        const prices = replacementPrices({ gasFeeCap, gasPremium }, { premium, highestBaseFee, maxFeeCap });
        expect(prices.gasPremium).toBeGreaterThanOrEqual(safeReplacementPremium(gasPremium));
        expect(prices.gasPremium).toBeGreaterThanOrEqual(premium);
        expect(prices.gasFeeCap).toBeGreaterThanOrEqual(gasFeeCap);
        expect(prices.gasFeeCap).toBeGreaterThanOrEqual(prices.gasPremium + highestBaseFee);
      }),
    );
  });

  it('follows what is asked for now up to a ceiling, and what the old message demands beyond it', () => {
    fc.assert(
      fc.property(price, price, price, price, price, (gasPremium, gasFeeCap, premium, highestBaseFee, maxFeeCap) => {
        const prices = replacementPrices({ gasFeeCap, gasPremium }, { premium, highestBaseFee, maxFeeCap });
        const safe = safeReplacementPremium(gasPremium);
        expect(prices.gasPremium).toBeGreaterThanOrEqual(safe);
        expect(prices.gasPremium).toBeLessThanOrEqual(prices.gasFeeCap);
        expect([gasFeeCap, safe, maxFeeCap].some((most) => prices.gasFeeCap <= most)).toBe(true);
      }),
    );
  });
});
