import { expect, test } from 'vitest';
import { changedFilter, isNarrowed } from '../../../../../../renderer/views/miner/state/sector-filter.ts';

test('a part that is taken away leaves no field behind: the contract refuses undefined ones', () => {
  const filter = changedFilter({ status: 'faulty', deadline: 3 }, { deadline: undefined, partition: 0 });
  expect(filter).toEqual({ status: 'faulty', partition: 0 });
  expect(Object.keys(filter)).not.toContain('deadline');
});

test('what leaves live sectors out is told from what does not', () => {
  expect([{}, { status: 'live' as const }, { status: 'all' as const }, { fromNumber: 0 }].map(isNarrowed)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([{ status: 'faulty' as const }, { deadline: 0 }, { partition: 0 }, { fromNumber: 1 }].map(isNarrowed)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
