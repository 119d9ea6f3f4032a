import { describe, expect, it } from 'vitest';
import { readAddressesCsv, writeAddressesCsv } from '../../../../../renderer/views/addresses/addresses-csv.ts';
import type { AddressEntry } from '../../../../../shared/ipc/schemas/addresses.ts';

const entry = (label: string, note = '', isWatched = false): AddressEntry => ({
  address: 'f01000',
  label,
  note,
  isWatched,
  firstSeenAtMs: 0,
});

describe('the address book as CSV', () => {
  it.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', "'=1", "''=1", 'plain', "it's", 'a, "b"', 'two\nlines'])('round-trips %j', (text) => {
    const csv = writeAddressesCsv([entry(text, text, true)]);
    expect(readAddressesCsv(csv)).toEqual([{ line: 2, address: 'f01000', label: text, note: text, isWatched: true }]);
  });

  it('escapes cells that a spreadsheet would run', () => {
    const csv = writeAddressesCsv([entry('=1+1'), entry('@cmd'), entry('-2'), entry('+3')]);
    expect(csv).not.toMatch(/(^|,|")[=+\-@]/m);
  });

  it('leaves out unsaved recipients', () => {
    expect(writeAddressesCsv([entry('')])).toBe('address,label,note,watched\r\n');
  });

  it('reads columns in any order, needs their names, and ignores empty cells', () => {
    expect(readAddressesCsv('Label;Address\nHarbour;f01')).toEqual([{ line: 2, address: 'f01', label: 'Harbour', note: '' }]);
    const watched = 'address,label,watched\nf01,,yes\nf02,,no\nf03,,';
    expect(readAddressesCsv(watched).map(({ isWatched }) => isWatched)).toEqual([true, false, undefined]);
    expect(() => readAddressesCsv('f01,Harbour')).toThrow(/first line must name/);
  });
});
