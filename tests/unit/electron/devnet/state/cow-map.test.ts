import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CowMap } from '../../../../../electron/devnet/state/cow-map.ts';

const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 200 }), fc.integer()), { maxLength: 300 });

describe('CowMap', () => {
  it('behaves like a Map, and what was taken from it before a change stays as it was', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const model = new Map<number, number>();
        let map = CowMap.from<number, number>([]);
        const past: { map: CowMap<number, number>; entries: [number, number][] }[] = [];
        for (const [isSet, key, value] of list) {
          past.push({ map, entries: [...model].sort(([a], [b]) => a - b) });
          if (isSet) model.set(key, value);
          else model.delete(key);
          map = isSet ? map.set(key, value) : map.delete(key);
        }
        past.push({ map, entries: [...model].sort(([a], [b]) => a - b) });
        for (const { map: then, entries } of past) {
          expect([...then.entries()].sort(([a], [b]) => a - b)).toEqual(entries);
          expect(then.sortedKeys()).toEqual(entries.map(([key]) => key));
          expect(then.size).toBe(entries.length);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('takes text keys', () => {
    const map = CowMap.from<string, number>([
      ['f1abc', 1],
      ['f1abd', 2],
    ]);
    expect([map.get('f1abc'), map.has('f1abd'), map.get('f1abe')]).toEqual([1, true, undefined]);
  });
});
