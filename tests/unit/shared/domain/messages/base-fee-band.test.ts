import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { baseFeeBand, highestBaseFee, tipsetsCovered, tipsetsOutOfReach } from '../../../../../shared/domain/messages/base-fee-band.ts';
import { BLOCK_GAS_LIMIT, nextBaseFeeByGasLimit, nextBaseFeeByPremium } from '../../../../../shared/domain/messages/gas.ts';

const FROM = parseAddress('f01234');
const baseFee = fc.bigInt({ min: 100n, max: 10n ** 20n });

describe('the band of the base fee', () => {
  it('holds whatever the tipsets are, by both rules', () => {
    const fullness = fc.bigInt({ min: 0n, max: BLOCK_GAS_LIMIT });
    const premium = fc.bigInt({ min: 0n, max: 10n ** 21n });
    fc.assert(
      fc.property(baseFee, fc.array(fc.tuple(fc.boolean(), fullness, premium), { minLength: 1, maxLength: 20 }), (start, tipsets) => {
        const band = baseFeeBand(start);
        let fee = start;
        tipsets.forEach(([isByPremium, gasLimit, gasPremium], index) => {
          const message = { gasLimit: BLOCK_GAS_LIMIT, gasFeeCap: fee + gasPremium, gasPremium, from: FROM, nonce: 0n };
          fee = isByPremium ? nextBaseFeeByPremium(fee, [message]) : nextBaseFeeByGasLimit(fee, gasLimit, 1);
          expect(fee).toBeGreaterThanOrEqual(band[index]?.lowest ?? fee + 1n);
          expect(fee).toBeLessThanOrEqual(band[index]?.highest ?? 0n);
        });
      }),
    );
  });

  it('is reached by full and by empty blocks', () => {
    const start = 8n * 10n ** 9n;
    expect(baseFeeBand(start, 1)[0]).toEqual({ tipsets: 1, lowest: 7n * 10n ** 9n, highest: 9n * 10n ** 9n });
    expect(nextBaseFeeByGasLimit(start, BLOCK_GAS_LIMIT, 1)).toBe(9n * 10n ** 9n);
    expect(nextBaseFeeByGasLimit(start, 0n, 1)).toBe(7n * 10n ** 9n);
  });

  it('never falls below the minimum', () => {
    expect(baseFeeBand(100n).every(({ lowest }) => lowest === 100n)).toBe(true);
  });

  it('counts the tipsets that a cap lasts', () => {
    fc.assert(
      fc.property(baseFee, fc.bigInt({ min: 0n, max: 10n ** 22n }), (fee, cap) => {
        const covered = tipsetsCovered(cap, fee);
        if (cap < fee) expect(covered).toBe(0);
        else {
          expect(highestBaseFee(fee, covered)).toBeLessThanOrEqual(cap);
          if (covered < 20) expect(highestBaseFee(fee, covered + 1)).toBeGreaterThan(cap);
        }
      }),
    );
  });

  it('counts the tipsets within which a cap is out of reach', () => {
    fc.assert(
      fc.property(baseFee, fc.bigInt({ min: 100n, max: 10n ** 22n }), (fee, cap) => {
        const count = tipsetsOutOfReach(cap, fee);
        const lowestAfter = (tipsets: number) => (tipsets === 0 ? fee : baseFeeBand(fee, tipsets).at(-1)?.lowest);
        if (count > 0) expect(lowestAfter(count)).toBeGreaterThan(cap);
        expect(lowestAfter(count + 1)).toBeLessThanOrEqual(fee > cap ? cap : fee);
      }),
    );
  });
});
