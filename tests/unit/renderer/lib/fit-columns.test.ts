import { describe, expect, it } from 'vitest';
import { fitColumns } from '../../../../renderer/lib/fit-columns.ts';

const COLUMNS = [
  { id: 'sector', widthPx: 100 },
  { id: 'state', widthPx: 120 },
  { id: 'deals', leastPx: 150 },
  { id: 'pledge', widthPx: 140, isWideOnly: true },
  { id: 'cid', widthPx: 160, isWideOnly: true },
  { id: 'expires', widthPx: 130 },
  { id: 'fee', widthPx: 90, isHidden: true },
];

const shown = (widthPx: number, choices: Record<string, boolean> = {}): string =>
  fitColumns(COLUMNS, choices, widthPx)
    .map(({ id }) => id)
    .join(' ');

describe('the columns of a table', () => {
  it.each<[number, string]>([
    [0, 'sector state deals pledge cid expires'],
    [800, 'sector state deals pledge cid expires'],
    [799, 'sector state deals pledge expires'],
    [639, 'sector state deals expires'],
    [499, 'sector state deals'],
    [369, 'sector state'],
    [50, 'sector'],
  ])('in %i px are %s', (widthPx, expected) => {
    expect(shown(widthPx)).toBe(expected);
  });

  it('are shown and hidden by hand; those that were chosen go after those that were not', () => {
    expect(shown(0, { fee: true, state: false })).toBe('sector deals pledge cid expires fee');
    expect(shown(640, { cid: true })).toBe('sector state deals cid');
    expect(shown(660, { cid: true })).toBe('sector state deals cid expires');
  });

  it('never are none', () => {
    expect(shown(0, Object.fromEntries(COLUMNS.map(({ id }) => [id, false])))).toBe('sector');
  });
});
