import { describe, expect, it } from 'vitest';
import { deadlineBars, deadlineSentence, placeOfNow, summariseDeadlines } from '../../../../../renderer/views/miner/deadline-map.ts';
import type { Deadline } from '../../../../../shared/ipc/schemas/providers.ts';

function makeDeadline(index: number, change: Partial<Deadline> = {}): Deadline {
  return {
    index,
    state: 'empty',
    openEpoch: index * 60,
    closeEpoch: index * 60 + 60,
    openTimeMs: index * 1_800_000,
    closeTimeMs: (index + 1) * 1_800_000,
    partitions: 0,
    duePartitions: 0,
    provenPartitions: 0,
    live: 0,
    active: 0,
    faulty: 0,
    recovering: 0,
    ...change,
  };
}

const DEADLINES = Array.from({ length: 48 }, (_, index) => makeDeadline(index));
DEADLINES[3] = makeDeadline(3, { state: 'proven', live: 100, active: 100, partitions: 1, provenPartitions: 1 });
DEADLINES[5] = makeDeadline(5, { state: 'open', live: 400, active: 398, faulty: 2, partitions: 4, duePartitions: 3, provenPartitions: 1 });
DEADLINES[9] = makeDeadline(9, { state: 'faulty', live: 40, faulty: 40, recovering: 10, partitions: 1 });

describe('the deadline map', () => {
  it('has a bar for each of the 48 deadlines in order, tall enough for its mark where there are sectors', () => {
    const bars = deadlineBars([...DEADLINES].reverse());
    expect(bars.map((bar) => bar.index)).toEqual(Array.from({ length: 48 }, (_, index) => index));
    expect(bars[5]?.height).toBe(1);
    expect(bars[0]?.height).toBe(0);
    expect(bars[9]?.height).toBeGreaterThan(0.33);
    expect(bars[3]?.height).toBeLessThan(bars[5]?.height ?? 0);
    expect(bars[9]?.faultyLabel).toBe('40');
    expect(bars[3]?.faultyLabel).toBeUndefined();
  });

  it('keeps the open deadline visible when it has no sectors', () => {
    expect(deadlineBars([makeDeadline(0, { state: 'open' })])[0]?.height).toBeGreaterThan(0);
  });

  it('puts the present moment where it is, also hours after the deadlines were read, and nowhere outside of their period', () => {
    expect(placeOfNow(DEADLINES, 5.25 * 1_800_000)).toBe(5.25);
    expect(placeOfNow(DEADLINES, 9 * 1_800_000)).toBe(9);
    expect(placeOfNow([...DEADLINES].reverse(), 47.5 * 1_800_000)).toBe(47.5);
    expect([-1, 48 * 1_800_000].map((nowMs) => placeOfNow(DEADLINES, nowMs))).toEqual([undefined, undefined]);
  });

  it('sums up the open deadline and the troubled ones, worst first', () => {
    const summary = summariseDeadlines(DEADLINES, 5);
    expect(summary.current?.index).toBe(5);
    expect(summary.unprovenPartitions).toBe(2);
    expect(summary.troubled.map((deadline) => deadline.index)).toEqual([9, 5]);
    expect(summary.faultySectors).toBe(42);
  });

  it('names the deadline first that can be mended next, and those that are declared last', () => {
    const faults = [makeDeadline(2, { faulty: 1 }), makeDeadline(9, { faulty: 7, recovering: 7 }), makeDeadline(18, { faulty: 1 })];
    expect(summariseDeadlines(faults, 15).troubled.map(({ index }) => index)).toEqual([18, 2, 9]);
    expect(summariseDeadlines(faults, 20).troubled.map(({ index }) => index)).toEqual([2, 18, 9]);
  });

  it('says each deadline in words', () => {
    const sentence = deadlineSentence(
      makeDeadline(9, { state: 'faulty', live: 40, faulty: 40, recovering: 10, partitions: 1 }),
      () => '10:00',
    );
    expect(sentence).toBe('Deadline 9, all faulty, 10:00 to 10:00, 40 sectors in 1 partition, 0 proven, 40 faulty, 10 recovering');
  });
});
