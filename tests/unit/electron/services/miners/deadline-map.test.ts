import { describe, expect, it } from 'vitest';
import { deadlineMap, NO_PARTITIONS } from '../../../../../electron/services/miners/deadline-map.ts';

const INFO = {
  CurrentEpoch: 1000,
  PeriodStart: 900,
  Index: 1,
  Open: 960,
  Close: 1020,
  WPoStPeriodDeadlines: 48,
  WPoStProvingPeriod: 2880,
  WPoStChallengeWindow: 60,
};
const full = { partitions: 2, submitted: 0, live: 10, active: 10, faulty: 0, recovering: 0, faultyPartitions: 0 };

describe('deadlineMap', () => {
  const counts = [full, { ...full, submitted: 1 }, full, { ...full, faulty: 3 }, { ...full, faulty: 10, active: 0, faultyPartitions: 2 }];
  const map = deadlineMap(INFO, counts, (epoch) => epoch * 1000);

  it('always has 48 deadlines, one window after the other', () => {
    expect(map).toHaveLength(48);
    expect(map.map(({ openEpoch }) => openEpoch)).toEqual(Array.from({ length: 48 }, (_, index) => 900 + 60 * index));
    expect(map[47]).toMatchObject({ closeEpoch: 900 + 2880, closeTimeMs: 3_780_000 });
  });

  it('names the state of each', () => {
    expect(map.slice(0, 6).map(({ state }) => state)).toEqual(['proven', 'open', 'upcoming', 'partly-faulty', 'faulty', 'empty']);
  });

  it('counts proven partitions by submission while open, by faults once passed', () => {
    expect(map.slice(0, 3).map(({ provenPartitions }) => provenPartitions)).toEqual([2, 1, 0]);
    const passed = deadlineMap({ ...INFO, Index: 10 }, [{ ...full, faulty: 5, faultyPartitions: 1 }], () => 0);
    expect(passed[0]).toMatchObject({ state: 'partly-faulty', provenPartitions: 1 });
  });

  it('shows deadlines without partitions as empty even when open', () => {
    expect(deadlineMap(INFO, [NO_PARTITIONS, NO_PARTITIONS], () => 0)[1]?.state).toBe('empty');
  });
});
