import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CONTENT_PX, rowWindowAt, scrollTopFor } from '../../../../renderer/lib/row-window.ts';

const ROW = 28;

describe('the rows that are drawn', () => {
  it('are those that can be seen, some on either side, and spacers for the rest', () => {
    const seen = rowWindowAt({ count: 1000, rowHeightPx: ROW, viewPx: 10 * ROW, scrollTopPx: 100 * ROW });
    expect(seen).toEqual({ firstIndex: 88, endIndex: 122, abovePx: 88 * ROW, belowPx: (1000 - 122) * ROW, isAtTop: false });
  });

  it('start at the top', () => {
    expect(rowWindowAt({ count: 1000, rowHeightPx: ROW, viewPx: 10 * ROW, scrollTopPx: 5 })).toMatchObject({
      firstIndex: 0,
      isAtTop: true,
    });
  });

  it('reach the last row of a list that is higher than an element can be', () => {
    const count = 5_000_000;
    const place = { count, rowHeightPx: ROW, viewPx: 600 };
    const seen = rowWindowAt({ ...place, scrollTopPx: MAX_CONTENT_PX - 600 });
    expect(seen.endIndex).toBe(count);
    expect(seen.abovePx + (seen.endIndex - seen.firstIndex) * ROW + seen.belowPx).toBeLessThanOrEqual(MAX_CONTENT_PX + ROW * 40);
  });

  it('include a row that was scrolled to, however long the list', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000_000 }), fc.nat(), fc.nat(), (count, indexSeed, scrollSeed) => {
        const index = indexSeed % count;
        const place = { count, rowHeightPx: ROW, viewPx: 20 * ROW };
        const before = scrollSeed % Math.max(1, Math.min(count * ROW, MAX_CONTENT_PX) - place.viewPx);
        const scrollTopPx = scrollTopFor(index, { ...place, scrollTopPx: Math.max(0, before) });
        const { firstIndex, endIndex } = rowWindowAt({ ...place, scrollTopPx });
        expect(firstIndex).toBeLessThanOrEqual(index);
        expect(endIndex).toBeGreaterThan(index);
      }),
    );
  });

  it('do not move for a row that is seen already', () => {
    const place = { count: 1000, rowHeightPx: ROW, viewPx: 10 * ROW, scrollTopPx: 100 * ROW };
    expect(scrollTopFor(105, place)).toBe(100 * ROW);
  });
});
