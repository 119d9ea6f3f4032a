import { describe, expect, it } from 'vitest';
import { inEachLayout, isLayoutSince, STATE_LAYOUTS, stateLayoutOf } from '../../../../../shared/domain/actors/state-layout.ts';
import { codeOf } from '../../../../builders/code-of.ts';

describe('the layout of the state', () => {
  it.each([
    [[0, 1, 2, 3], 'v0'],
    [[4, 5, 6, 7, 8, 9], 'v2'],
    [[10, 11], 'v3'],
    [[12], 'v4'],
    [[13, 14], 'v5'],
    [[15], 'v7'],
    [[16], 'v8'],
    [[17], 'v9'],
    [[18, 19, 20], 'v10'],
    [[21], 'v12'],
    [[22], 'v13'],
    [[23], 'v14'],
    [[24], 'v15'],
    [[25, 26, 27, 28], 'v16'],
    [[29], 'v19'],
  ])('at network versions %j is %s', (versions, layout) => {
    for (const version of versions) expect(stateLayoutOf(version)).toBe(layout);
  });

  it('of versions to come is not known and not guessed', () => {
    for (const version of [30, 100]) expect(codeOf(() => stateLayoutOf(version))).toBe('state-layout');
    expect(() => stateLayoutOf(30)).toThrow('This version of Sextant does not support the state');
  });

  it('takes what did not change from the layout before it', () => {
    const table = inEachLayout({ v0: 'first', v8: 'later', v19: 'last' });
    expect([table.v0, table.v7, table.v8, table.v16, table.v19]).toEqual(['first', 'first', 'later', 'later', 'last']);
    expect(Object.keys(table).sort()).toEqual([...STATE_LAYOUTS].sort());
  });

  it('orders its versions', () => {
    expect([isLayoutSince('v7', 'v8'), isLayoutSince('v8', 'v8'), isLayoutSince('v10', 'v9')]).toEqual([false, true, true]);
  });
});
