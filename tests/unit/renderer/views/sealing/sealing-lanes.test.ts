import { describe, expect, it } from 'vitest';
import { paceBar, sealingLanes, stuckFirst, timeSector } from '../../../../../renderer/views/sealing/sealing-lanes.ts';
import type { SealingSector } from '../../../../../shared/ipc/schemas/sealing.ts';

const NOW_MS = 10_000_000;
const PAST = { PreCommit1: [500_000, 600_000, 700_000], WaitSeed: [90_000, 110_000], Packing: [1000] };

const CALL = { id: 1, method: 'SectorsStatus', tookMs: 1, atMs: NOW_MS, isCached: false };

function makeSector(number: number, change: Partial<SealingSector>): SealingSector {
  return {
    number,
    state: 'PreCommit1',
    group: 'pre-commit',
    isOnChain: false,
    isActive: false,
    enteredStateMs: NOW_MS - 60_000,
    deals: [],
    isUpgrade: false,
    chainCall: { ...CALL, method: 'StateSectorGetInfo' },
    call: CALL,
    ...change,
  };
}

const time = (sector: SealingSector) => timeSector(sector, PAST, NOW_MS);
const usual = time(makeSector(1, {}));
const slow = time(makeSector(2, { enteredStateMs: NOW_MS - 1_300_000 }));
const late = time(makeSector(3, { state: 'WaitSeed', group: 'waiting-for-seed', enteredStateMs: NOW_MS - 500_000 }));
const failed = time(makeSector(4, { state: 'CommitFailed', group: 'failed' }));
const proving = time(makeSector(5, { state: 'Proving', group: 'proving', isOnChain: true, isActive: true }));
const noMedian = time(makeSector(6, { state: 'Packing', group: 'taking-data' }));
const strange = time(makeSector(7, { state: 'Quantum', group: 'unknown' }));

describe('the sealing board', () => {
  it('measures the time in a state against the median of that state', () => {
    expect(usual.pace).toBe('usual');
    expect(slow.pace).toBe('slow');
    expect(late.pace).toBe('late');
    expect(failed.pace).toBe('failed');
    expect(proving.pace).toBe('usual');
    expect(noMedian.pace).toBe('unknown');
    const { enteredStateMs: _entered, ...unlogged } = makeSector(8, {});
    expect(time(unlogged).elapsedMs).toBeUndefined();
  });

  it('never calls a state of seconds slow', () => {
    expect(timeSector(makeSector(9, { enteredStateMs: NOW_MS - 20_000 }), { PreCommit1: [1_000, 1_000] }, NOW_MS).pace).toBe('usual');
  });

  it('does not say that no sector ends soon where not all were looked at', () => {
    const groups = (isWhole: boolean) => sealingLanes([failed], 'chain', isWhole).map(({ group }) => group);
    expect(groups(true)).toContain('ending');
    expect(groups(false)).not.toContain('ending');
  });

  it('puts every sector of the pipeline into the lane of its group, longest first', () => {
    const lanes = sealingLanes([usual, slow, late, failed, proving, noMedian]);
    expect(lanes.map((lane) => [lane.group, lane.sectors.map((entry) => entry.sector.number)])).toEqual([
      ['taking-data', [6]],
      ['pre-commit', [2, 1]],
      ['waiting-for-seed', [3]],
      ['commit', []],
      ['upgrading', []],
      ['failed', [4]],
    ]);
  });

  it('hides nothing in flight: a state it does not know has its own lane', () => {
    expect(sealingLanes([strange]).at(-1)).toMatchObject({ group: 'unknown', sectors: [{ sector: { number: 7 } }] });
  });

  it('lists what is stuck first and what is proving last', () => {
    expect(stuckFirst([proving, usual, slow, noMedian, late, failed]).map((entry) => entry.sector.number)).toEqual([4, 3, 2, 1, 6, 5]);
  });

  it('draws the median in the middle and never leaves the bar', () => {
    expect(paceBar(50, 100)).toEqual({ elapsedPercent: 25, medianPercent: 50 });
    expect(paceBar(5_000, 100).elapsedPercent).toBe(100);
  });
});
