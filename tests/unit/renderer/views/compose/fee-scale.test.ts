import { describe, expect, it } from 'vitest';
import { feeScale } from '../../../../../renderer/views/compose/fee-scale.ts';

describe('the fee band', () => {
  it('orders base fee, reach and cap from left to right, inside the scale', () => {
    const scale = feeScale('20600000', '220000000');
    expect(scale.baseFeePercent).toBeGreaterThan(0);
    expect(scale.baseFeePercent).toBeLessThan(scale.reachPercent);
    expect(scale.reachPercent).toBeLessThanOrEqual(scale.capPercent);
    expect(scale.capPercent).toBeLessThan(100);
  });

  it('takes the steepest climb of twenty epochs as the reach', () => {
    const scale = feeScale('100000000', '100000000');
    // 1.125 to the power of 20 is 10.545…
    expect(scale.reachAttoFil).toMatch(/^10545\d{5}$/);
  });

  it('has room for what the base fee was', () => {
    const { past, baseFeePercent } = feeScale('20600000', '220000000', ['5000000', '20600000', '40000000']);
    expect(past?.fromPercent).toBeLessThan(baseFeePercent);
    expect(past?.toPercent).toBeGreaterThan(baseFeePercent);
    expect(feeScale('1', '2').past).toBeUndefined();
  });

  it('labels marks with exact amounts and copes with a base fee of zero or a cap far away', () => {
    for (const [baseFee, cap] of [
      ['100', '999999999999'],
      ['0', '1'],
      ['100', '100'],
    ] as const) {
      const scale = feeScale(baseFee, cap);
      for (const tick of scale.ticks) {
        expect(tick.percent).toBeGreaterThanOrEqual(0);
        expect(tick.percent).toBeLessThanOrEqual(100);
        expect(tick.attoFil).toMatch(/^[1-9]0*$/);
      }
      expect(Number.isFinite(scale.capPercent)).toBe(true);
    }
  });
});
