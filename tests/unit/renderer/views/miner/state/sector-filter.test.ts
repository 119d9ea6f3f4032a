import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFilter, isNarrowed, typedNumber } from '../../../../../../renderer/views/miner/state/sector-filter.ts';

test('a number as people write it, nothing for an empty field, none for anything else or beyond the most', () => {
  fc.assert(
    fc.property(fc.nat(), (value) => {
      expect(typedNumber(` ${value.toLocaleString('en')} `, Number.MAX_SAFE_INTEGER)).toBe(value);
    }),
  );
  expect(typedNumber('  ', 47)).toBeUndefined();
  for (const wrong of ['48', '-1', '1.5', '1e3', 'x', '99999999999999999999']) expect(typedNumber(wrong, 47)).toBeNaN();
});

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
