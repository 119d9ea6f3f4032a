import { describe, expect, it } from 'vitest';
import { START_TO_PROVING, sectorTimes, timesInStates } from '../../../../../electron/services/sealing/sector-log.ts';

const entry = (event: string, Timestamp: number) => ({ Kind: `event;sealing.${event}`, Timestamp, Message: '{}' });
/** As lotus-miner v1.36.2 writes it, with a pre-commit that failed once and was done again. */
const LOG = [
  entry('SectorStartCC', 1000),
  entry('SectorPacked', 1010),
  entry('SectorTicket', 1011),
  entry('SectorSealPreCommit1Failed', 1100),
  entry('SectorRetrySealPreCommit1', 1160),
  entry('SectorPreCommit1', 1260),
  entry('SectorPreCommit2', 1300),
  entry('SectorPreCommitBatchSent', 1400),
  entry('SectorPreCommitLanded', 1500),
  entry('SectorSeedReady', 6000),
  entry('SectorCommitted', 6500),
  entry('SectorCommitAggregateSent', 6600),
  entry('SectorProving', 6700),
  entry('SectorFinalized', 6720),
];

describe('sectorTimes', () => {
  it('tells when the sector began and when it entered its state', () => {
    expect(sectorTimes([...LOG.slice(0, 6), { Kind: 'truncate', Timestamp: 9999, Message: '' }], 'PreCommit2')).toEqual({
      startedMs: 1_000_000,
      enteredStateMs: 1_260_000,
    });
  });

  it('is not put back by events that change nothing', () => {
    const log = [entry('SectorStart', 100), entry('SectorAddPiece', 200), entry('SectorAddPiece', 300), entry('SectorStartPacking', 400)];
    expect(sectorTimes(log, 'AddPiece')).toEqual({ startedMs: 100_000, enteredStateMs: 200_000 });
  });

  it('counts how often a sector failed in the same way', () => {
    const log = [...LOG.slice(0, 5), entry('SectorSealPreCommit1Failed', 1200)];
    expect(sectorTimes(log, 'SealPreCommit1Failed')).toMatchObject({ enteredStateMs: 1_200_000, failures: 2 });
  });

  it('takes the last entry where the log leads elsewhere than the miner says', () => {
    expect(sectorTimes(LOG.slice(0, 3), 'Quantum')).toEqual({ startedMs: 1_000_000, enteredStateMs: 1_011_000 });
  });

  it('says nothing where the log says nothing', () => {
    expect(sectorTimes([], 'PreCommit1')).toEqual({});
    expect(sectorTimes([{ Kind: 'error', Timestamp: 5, Message: '' }], 'PreCommit1')).toEqual({});
  });
});

describe('timesInStates', () => {
  it('plays the log again, and tells the whole way once it is proven', () => {
    expect(timesInStates(LOG).map(({ state, tookMs }) => [state, tookMs / 1000])).toEqual([
      ['Packing', 10],
      ['GetTicket', 1],
      ['PreCommit1', 89],
      ['SealPreCommit1Failed', 60],
      ['PreCommit1', 100],
      ['PreCommit2', 40],
      ['SubmitPreCommitBatch', 100],
      ['PreCommitBatchWait', 100],
      ['WaitSeed', 4500],
      ['Committing', 500],
      ['SubmitCommitAggregate', 100],
      ['CommitAggregateWait', 100],
      ['FinalizeSector', 20],
      [START_TO_PROVING, 5720],
    ]);
  });

  it('takes up a log that begins in the middle at the first event that leaves one state only', () => {
    expect(timesInStates(LOG.slice(2)).map(({ state }) => state)[0]).toBe('PreCommit1');
    expect(timesInStates(LOG.slice(2)).some(({ state }) => state === START_TO_PROVING)).toBe(false);
  });

  it('leaves out clocks that ran backwards', () => {
    expect(timesInStates([entry('SectorTicket', 50), entry('SectorPreCommit1', 20)])).toEqual([]);
  });
});
