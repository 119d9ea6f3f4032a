import { describe, expect, it } from 'vitest';
import { faultFeeADay } from '../../../../shared/domain/fault-fee.ts';

describe('faultFeeADay', () => {
  it('is the expected reward of 10,108 epochs', () => {
    // A thousandth of the network, 30 FIL an epoch: 30 × 10108 / 1000 FIL.
    expect(faultFeeADay({ qualityAdjusted: 1n, networkQualityAdjusted: 1000n, epochReward: 30n * 10n ** 18n })).toBe(
      303_240_000_000_000_000_000n,
    );
  });

  it('is nothing without power', () => {
    expect(faultFeeADay({ qualityAdjusted: 0n, networkQualityAdjusted: 1000n, epochReward: 30n })).toBe(0n);
    expect(faultFeeADay({ qualityAdjusted: 5n, networkQualityAdjusted: 0n, epochReward: 30n })).toBe(0n);
  });
});
