import { describe, expect, it } from 'vitest';
import { dataWords } from '../../../../../renderer/views/sealing/board-rows.ts';
import { estimateOf } from '../../../../../renderer/views/sealing/sealing-estimate.ts';
import { type BoardSector, isStuck, timeSector } from '../../../../../renderer/views/sealing/sealing-lanes.ts';
import { type DetailFacts, sectorDetails } from '../../../../../renderer/views/sealing/sector-details.ts';
import { groupOfSectorState, knownSectorStates } from '../../../../../shared/domain/sectors/sector-state.ts';
import type { SealingMessage } from '../../../../../shared/ipc/schemas/sealing.ts';

const NOW_MS = 100_000_000;
const PAST = { PreCommit1: [3_600_000, 3_600_000, 4_000_000], WaitSeed: [4_500_000, 4_500_000], Committing: [600_000, 800_000, 900_000] };
const FACTS: DetailFacts = { pastMs: PAST, wholeMedianMs: undefined, height: 1000, inState: new Map([['SubmitCommitAggregate', 5]]) };

function sector(state: string, change: Partial<BoardSector> = {}): BoardSector {
  return {
    number: 7,
    state,
    group: groupOfSectorState(state),
    isOnChain: false,
    isActive: false,
    deals: [],
    isUpgrade: false,
    enteredStateMs: NOW_MS - 60_000,
    ...change,
  };
}
const time = (of: BoardSector) => timeSector(of, PAST, NOW_MS);
const words = (state: string, change: Partial<BoardSector> = {}): string => sectorDetails(time(sector(state, change)), FACTS);
const message = (change: Partial<SealingMessage>): SealingMessage => ({
  purpose: 'commit',
  cid: 'bafy2bzace',
  status: 'waiting',
  calls: [],
  ...change,
});

describe('the details of a sector', () => {
  it('is said of every state on its way or failed', () => {
    const quiet = new Set(['proving', 'leaving']);
    const silent = knownSectorStates().filter(({ name, group }) => !quiet.has(group) && words(name) === '');
    expect(silent.map(({ name }) => name)).toEqual(['ReceiveSector']);
  });

  it('counts epochs to the seed', () => {
    expect(words('WaitSeed', { preCommitEpoch: 878, seedEpoch: 1028 })).toBe('Seed in 28 epochs, at 1,028');
    expect(words('WaitSeed', { preCommitEpoch: 850, seedEpoch: 1000 })).toBe('Seed available; proof next');
    expect(words('WaitSeed')).toBe('Pre-commit not on chain yet');
  });

  it('says of a proving sector that is not active why it is not', () => {
    const proving = (change: Partial<BoardSector>) => words('Proving', { isOnChain: true, ...change });
    expect(proving({ standing: 'faulty' })).toBe('Faulty: recovery not declared');
    expect(proving({ standing: 'recovering' })).toBe('Recovery declared; waiting for next proof');
    expect(proving({ standing: 'unproven' })).toBe('Waiting for first proof');
    expect(proving({ standing: 'ended' })).toBe('Terminated or expired');
    expect(proving({ isOnChain: false })).toBe('Terminated or expired');
    expect(proving({})).toBe('Waiting for next proof');
  });

  it('says how full a batch is', () => {
    expect(words('SubmitCommitAggregate')).toBe('Waiting for its batch to fill (5 sectors so far)');
  });

  it('shows the status of its message; one that cannot be included counts as stuck', () => {
    const low = sector('CommitAggregateWait', { message: message({ feeCap: '99', baseFee: '100' }) });
    expect(sectorDetails(time(low), FACTS)).toBe('Commit message not on chain: fee cap below base fee');
    expect(isStuck(time(low))).toBe(true);
    const enough = sector('CommitAggregateWait', { message: message({ feeCap: '100', baseFee: '100' }) });
    expect(sectorDetails(time(enough), FACTS)).toBe('Commit message not on chain yet');
    expect(isStuck(time(enough))).toBe(false);
    expect(words('CommitWait', { message: message({ status: 'failed', executedEpoch: 990, exitCode: 16 }) })).toBe(
      'Commit message failed with exit code 16 at 990',
    );
  });

  it('says how it compares with those before it', () => {
    expect(words('PreCommit1', { enteredStateMs: NOW_MS - 3 * 3_600_000 })).toBe('Computing the replica, slower than 3 of the last 3');
  });

  it('gives the reason of a failure, and how often it happened', () => {
    const error = 'storage call error 0: no space left on device';
    expect(words('SealPreCommit1Failed', { lastError: error, failures: 11 })).toBe('No space left on sealing storage (11 tries)');
    expect(words('CommitFailed')).toBe('Proof not on chain');
  });
});

describe('an estimate', () => {
  it('adds the medians of the states that are left, and names those of which it knows nothing', () => {
    const estimate = estimateOf(time(sector('WaitSeed', { enteredStateMs: NOW_MS - 1_500_000 })), PAST);
    expect(estimate).toEqual({
      leftMs: 4_500_000 - 1_500_000 + 800_000,
      minSamples: 2,
      unknownStates: ['SubmitCommitAggregate', 'CommitAggregateWait', 'FinalizeSector'],
    });
  });

  it('is not made for what has failed, is proven, or is of another release', () => {
    for (const state of ['CommitFailed', 'Proving', 'Quantum']) expect(estimateOf(time(sector(state)), PAST)).toBeUndefined();
  });
});

it('names what is in a sector', () => {
  const piece = { pieceCid: 'baga6ea4seaq', sizeBytes: 2048 };
  expect(dataWords(sector('PreCommit1', { pieces: [] }))).toBe('CC');
  expect(dataWords(sector('PreCommit1', { deals: [1, 2], pieces: [{ ...piece, dealId: 1 }, { ...piece, dealId: 2 }, piece] }))).toBe(
    'f05 2, DDO 1',
  );
  expect(dataWords(sector('PreCommit1'))).toBeUndefined();
});
