import { describe, expect, it } from 'vitest';
import { filterEntries, sortEntries, withoutOwnKeys } from '../../../../../renderer/views/addresses/filter-entries.ts';
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

  it('is sorted by label, then by last use', () => {
    const sorted = sortEntries([entry('t1old', { lastSentAtMs: 1 }), ...ENTRIES]);
    expect(sorted.map(({ address }) => address)).toEqual(['t01001', 't01000', 't1abcdef', 't1old']);
  });

  it('leaves out own keys under either prefix, unless they are saved', () => {
    const written = entry('t1noted', { note: 'of the harbour' });
    const keys = [{ address: 'f1abcdef' }, { address: 't1noted' }];
    expect(withoutOwnKeys([...ENTRIES, written], keys)).toEqual([ENTRIES[0], ENTRIES[1], written]);
  });
});
