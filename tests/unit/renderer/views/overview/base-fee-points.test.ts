import { describe, expect, it } from 'vitest';
import { feePoints, unseenFeeEpochs } from '../../../../../renderer/views/overview/base-fee-points.ts';
import { feeChange } from '../../../../../renderer/views/overview/fee-change.ts';

const timeMs = (height: number) => height * 30_000;
const kept = (...heights: number[]) => heights.map((height) => ({ height, timeMs: timeMs(height), value: '7' }));
const live = (...heights: number[]) => heights.map((height) => ({ height, timeMs: timeMs(height), baseFee: '8' }));

describe('points of base fees', () => {
  it('join what was kept and what the strip has, the strip counting', () => {
    const points = feePoints(kept(100, 101, 102), live(102, 103), 'hour');
    expect(points.map((point) => [point?.height, point?.fee])).toEqual([
      [100, 7n],
      [101, 7n],
      [102, 8n],
      [103, 8n],
    ]);
  });

  it('leave a gap where nothing was seen, and none between samples of a long span', () => {
    expect(feePoints(kept(1000, 1040), live(1041), 'hour').map((point) => point?.height)).toEqual([1000, undefined, 1040, 1041]);
    expect(feePoints(kept(1000, 1048), live(1049), 'day').map((point) => point?.height)).toEqual([1000, 1048, 1049]);
  });

  it('are only those of the span', () => {
    expect(feePoints(kept(10, 4000), live(5000), 'hour').map((point) => point?.height)).toEqual([5000]);
  });

  it('count what is missing: before the first, and in gaps', () => {
    const points = feePoints(kept(9900, 9950), live(9990, 10_000), 'hour');
    // The span begins at 9,880: 20 before the first, and gaps of 50 and of 40.
    expect(unseenFeeEpochs(points, 'hour')).toBe(110);
    expect(unseenFeeEpochs(feePoints([], live(1, 2, 3), 'day'), 'day')).toBe(0);
  });
});

describe('the change of a fee', () => {
  it('is said as a percentage, and as a multiple where that reads better', () => {
    expect(feeChange(100n, 104n)).toBe('+4.0%');
    expect(feeChange(100n, 50n)).toBe('−50.0%');
    expect(feeChange(100n, 100n)).toBe('0.0%');
    expect(feeChange(100n, 2850n)).toBe('×28');
    expect(feeChange(0n, 5n)).toBeUndefined();
    expect(feeChange(undefined, 5n)).toBeUndefined();
  });
});
