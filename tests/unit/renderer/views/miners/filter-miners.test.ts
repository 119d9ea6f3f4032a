import { describe, expect, it } from 'vitest';
import { filterMiners } from '../../../../../renderer/views/miners/filter-miners.ts';

const MINERS = ['t01000', 't01001', 't010001', 't02100'].map((address) => ({ address }));

describe('filterMiners', () => {
  it.each([
    ['', ['t01000', 't01001', 't010001', 't02100']],
    ['f', ['t01000', 't01001', 't010001', 't02100']],
    ['f01000', ['t01000', 't010001']],
    [' T01000 ', ['t01000', 't010001']],
    ['t0', ['t01000', 't01001', 't010001', 't02100']],
    ['100', ['t01000', 't01001', 't010001', 't02100']],
    ['2100', ['t02100']],
    ['f03', []],
    ['x', []],
  ])('leaves of the miners for %j', (text, addresses) => {
    expect(filterMiners(MINERS, text).map(({ address }) => address)).toEqual(addresses);
  });
});

it('several addresses leave each of them', () => {
  const miners = ['f01000', 'f01001', 'f02000'].map((address) => ({ address }));
  expect(filterMiners(miners, 'f01001, t02000').map(({ address }) => address)).toEqual(['f01001', 'f02000']);
});
