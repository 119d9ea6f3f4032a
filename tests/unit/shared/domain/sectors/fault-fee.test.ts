import { describe, expect, it } from 'vitest';
import { faultFeeADay, faultFeeIncomeDays } from '../../../../../shared/domain/sectors/fault-fee.ts';

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

describe('faultFeeIncomeDays', () => {
  it('is 3.51 days while the whole reward is income, and more by the miner’s part', () => {
    expect(faultFeeIncomeDays(1000n, 1000n)).toBe(3.51);
    // 3.51 / 0.9317 = 3.7673.
    expect(faultFeeIncomeDays(10_000n, 9317n)).toBe(3.77);
    expect(faultFeeIncomeDays(1000n, 500n)).toBe(7.02);
    expect(faultFeeIncomeDays(1000n, 0n)).toBeUndefined();
  });
});
