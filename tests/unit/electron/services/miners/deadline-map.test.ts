import { describe, expect, it } from 'vitest';
import { deadlineMap, NO_PARTITIONS } from '../../../../../electron/services/miners/deadline-map.ts';
import { countsOf } from '../../../../../electron/services/miners/miner-deadlines.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';

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
const full = { partitions: 2, due: 2, submitted: 0, sound: 2, live: 10, active: 10, faulty: 0, recovering: 0 };

describe('deadlineMap', () => {
  const counts = [full, { ...full, submitted: 1 }, full, { ...full, faulty: 3 }, { ...full, faulty: 10, active: 0, due: 0, sound: 0 }];
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
    const passed = deadlineMap({ ...INFO, Index: 10 }, [{ ...full, faulty: 5, sound: 1 }], () => 0);
    expect(passed[0]).toMatchObject({ state: 'partly-faulty', provenPartitions: 1 });
  });

  it('waits for no proof of a partition whose sectors are all faulty, unless they recover', () => {
    const partition = (live: number, faulty: number, recovering: number, isPosted: boolean) => {
      const set = (count: number) => bitfieldOf(Array.from({ length: count }, (_, number) => number));
      return { isPosted, live: set(live), active: set(live - faulty), faulty: set(faulty), recovering: set(recovering) };
    };
    const own = [partition(5, 5, 0, false), partition(5, 5, 2, false), partition(5, 1, 0, true), partition(0, 0, 0, false)];
    expect(countsOf(own)).toMatchObject({ partitions: 4, due: 2, submitted: 1, sound: 1, live: 15, faulty: 11, recovering: 2 });
    const [, open] = deadlineMap(INFO, [NO_PARTITIONS, countsOf(own)], () => 0);
    expect(open).toMatchObject({ state: 'open', partitions: 4, duePartitions: 2, provenPartitions: 1 });
  });

  it('shows deadlines without partitions as empty even when open', () => {
    expect(deadlineMap(INFO, [NO_PARTITIONS, NO_PARTITIONS], () => 0)[1]?.state).toBe('empty');
  });
});
