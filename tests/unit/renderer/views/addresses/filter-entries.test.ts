import { describe, expect, it } from 'vitest';
import { filterEntries, sortEntries } from '../../../../../renderer/views/addresses/filter-entries.ts';
import type { AddressEntry } from '../../../../../shared/ipc/schemas/addresses.ts';

const entry = (address: string, change: Partial<AddressEntry> = {}): AddressEntry => ({
  address,
  label: '',
  note: '',
  isWatched: false,
  firstSeenAtMs: 0,
  ...change,
});
const ENTRIES = [
  entry('t01000', { label: 'Zebra' }),
  entry('t01001', { label: 'anchor', note: 'Ask Lena' }),
  entry('t1abcdef', { lastSentAtMs: 5 }),
];

describe('the address book', () => {
  it.each([
    ['', 3],
    ['zeb', 1],
    ['LENA', 1],
    ['f010', 2],
    ['bcd', 1],
    ['f0bcd', 0],
  ])('filtered by “%s” has %i', (text, count) => {
    expect(filterEntries(ENTRIES, text)).toHaveLength(count);
  });

  it('stands by label, then by the latest', () => {
    const sorted = sortEntries([entry('t1old', { lastSentAtMs: 1 }), ...ENTRIES]);
    expect(sorted.map(({ address }) => address)).toEqual(['t01001', 't01000', 't1abcdef', 't1old']);
  });
});
