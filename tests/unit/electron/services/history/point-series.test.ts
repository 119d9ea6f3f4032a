import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnPoints, PointSeries, readPoints, writePoints } from '../../../../../electron/services/history/point-series.ts';

const seriesPoints = fc
  .uniqueArray(fc.record({ height: fc.nat({ max: 10_000_000 }), value: fc.bigInt().map(String) }), { selector: ({ height }) => height })
  .map((points) => points.toSorted((left, right) => left.height - right.height));

describe('a series', () => {
  it('comes back from its text as it was', () => {
    fc.assert(
      fc.property(seriesPoints, (points) => {
        expect(readPoints(writePoints(points))).toEqual(points);
      }),
    );
  });

  it('stays in order whatever order figures come in, the last of an epoch counting', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 50 }), fc.nat())), (figures) => {
        const series = new PointSeries();
        const last = new Map<number, string>();
        for (const [height, value] of figures) {
          series.put(height, String(value));
          last.set(height, String(value));
        }
        const wanted = [...last].sort(([left], [right]) => left - right).map(([height, value]) => ({ height, value }));
        expect(series.points).toEqual(wanted);
        for (const height of [0, 10, 25, 50]) {
          expect(series.before(height)).toEqual(wanted.findLast((point) => point.height <= height));
          expect(series.since(height)).toEqual(wanted.filter((point) => point.height >= height));
        }
      }),
    );
  });

  it.each(['x 1', '5', '5 one', '5 1 0 2', '-1 2', '1 2 '])('is not read from another text: %s', (text) => {
    expect(() => readPoints(text)).toThrow();
  });

  it('is thinned where it is old and cut where it is too old', () => {
    const series = new PointSeries(Array.from({ length: 100 }, (_, height) => ({ height, value: '1' })));
    series.thin({ oldest: 15, thinBefore: 50, everyEpochs: 10 });
    expect(series.points.map(({ height }) => height)).toEqual([15, 20, 30, 40, ...Array.from({ length: 50 }, (_, index) => index + 50)]);
  });
});

describe('points that are drawn', () => {
  it('are all of a short series', () => {
    const points = [1, 2, 3].map((height) => ({ height, value: '5' }));
    expect(drawnPoints(points, 3)).toBe(points);
  });

  it('keep the lowest, the highest and the last of a long one, in order', () => {
    fc.assert(
      fc.property(seriesPoints, fc.integer({ min: 10, max: 40 }), (points, most) => {
        const drawn = drawnPoints(points, most);
        expect(drawn.length).toBeLessThanOrEqual(Math.max(most, 0));
        expect(drawn).toEqual(points.filter((point) => drawn.includes(point)));
        if (points.length === 0) return;
        const values = points.map(({ value }) => BigInt(value));
        const shown = drawn.map(({ value }) => BigInt(value));
        const highest = (all: bigint[]) => all.reduce((high, value) => (value > high ? value : high));
        const least = (all: bigint[]) => all.reduce((low, value) => (value < low ? value : low));
        expect([least(shown), highest(shown), drawn.at(-1)]).toEqual([least(values), highest(values), points.at(-1)]);
      }),
    );
  });
});
