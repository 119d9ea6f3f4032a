import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CowMap } from '../../../../../electron/devnet/state/cow-map.ts';

it('is like a plain map, and every value that it had stays', () => {
  const writes = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer()), { maxLength: 60 });
  fc.assert(
    fc.property(writes, (steps) => {
      const plain = new Map<number, number>();
      const kept: [CowMap<number>, Map<number, number>][] = [];
      let map = CowMap.empty<number>();
      for (const [key, value] of steps) {
        map = map.set(key, value);
        plain.set(key, value);
        kept.push([map, new Map(plain)]);
      }
      for (const [then, expected] of kept) {
        expect(new Map(then.entries())).toEqual(expected);
        for (const [key, value] of expected) expect(then.get(key)).toBe(value);
      }
      expect(map.get(301)).toBeUndefined();
    }),
    { numRuns: 50 },
  );
});
