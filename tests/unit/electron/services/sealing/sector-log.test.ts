import { describe, expect, it } from 'vitest';
import { medianTimes, sectorTimes, timesInStates } from '../../../../../electron/services/sealing/sector-log.ts';

const entry = (event: string, Timestamp: number) => ({ Kind: `event;sealing.${event}`, Timestamp, Message: '{}' });
const log = [entry('SectorStart', 1000), entry('SectorPacked', 1010), entry('SectorTicket', 1011), entry('SectorPreCommit1', 1111)];

describe('sectorTimes', () => {
  it('tells when the sector began and when it entered its state', () => {
    expect(sectorTimes([...log, { Kind: 'truncate', Timestamp: 9999, Message: '' }])).toEqual({
      startedMs: 1_000_000,
      enteredStateMs: 1_111_000,
    });
  });

  it('says nothing where the log says nothing', () => {
    expect(sectorTimes([])).toEqual({});
    expect(sectorTimes([{ Kind: 'error', Timestamp: 5, Message: '' }])).toEqual({});
  });
});

describe('medianTimes', () => {
  it('takes the time between two events for the state that the second one ends', () => {
    expect(timesInStates(log)).toEqual([
      { state: 'Packing', tookMs: 10_000 },
      { state: 'GetTicket', tookMs: 1000 },
      { state: 'PreCommit1', tookMs: 100_000 },
    ]);
  });

  it('leaves out states of which fewer than two sectors tell, and clocks that ran backwards', () => {
    const other = [entry('SectorTicket', 50), entry('SectorPreCommit1', 250)];
    const backwards = [entry('SectorTicket', 50), entry('SectorPreCommit1', 20)];
    expect(medianTimes([log, other, backwards])).toEqual({ PreCommit1: 150_000 });
  });
});
