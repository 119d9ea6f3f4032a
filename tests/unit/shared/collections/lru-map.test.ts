import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LruMap } from '../../../../shared/collections/lru-map.ts';

describe('LruMap', () => {
  test('evicts the least recently used entry', () => {
    const map = new LruMap<string, number>({ maxEntries: 2 });
    map.set('a', 1).set('b', 2);
    expect(map.get('a')).toBe(1);
    map.set('c', 3);
    expect([...map]).toEqual([
      ['a', 1],
      ['c', 3],
    ]);
  });

  test('evicts by size, and reports each value that leaves', () => {
    const dropped: string[] = [];
    const map = new LruMap<number, string>({ maxSize: 5, sizeOf: ({ length }) => length, onDropped: (value) => dropped.push(value) });
    map.set(1, 'aa').set(2, 'bb').set(1, 'a').set(3, 'cc');
    expect(dropped).toEqual(['aa']);
    map.set(4, 'd');
    expect(dropped).toEqual(['aa', 'bb']);
    map.clear();
    expect(dropped).toEqual(['aa', 'bb', 'a', 'cc', 'd']);
    map.set(5, 'eeeee');
    expect([...map.keys()]).toEqual([5]);
  });

  test('does not keep a value above the limit', () => {
    const map = new LruMap<number, string>({ maxSize: 2, sizeOf: ({ length }) => length });
    map.set(1, 'a').set(2, 'bbb');
    expect(map.size).toBe(0);
  });

  test('keeps what a list ordered by use keeps', () => {
    const action = fc.record({ kind: fc.constantFrom('get', 'set', 'delete'), key: fc.nat(6) });
    fc.assert(
      fc.property(fc.array(action), (actions) => {
        const map = new LruMap<number, number>({ maxEntries: 3 });
        let keys: number[] = [];
        for (const { kind, key } of actions) {
          const isKnown = keys.includes(key);
          const others = keys.filter((other) => other !== key);
          if (kind === 'get') expect(map.get(key)).toBe(isKnown ? key : undefined);
          else if (kind === 'set') map.set(key, key);
          else expect(map.delete(key)).toBe(isKnown);
          if (kind === 'set' || (kind === 'get' && isKnown)) keys = [...others, key].slice(-3);
          else if (kind === 'delete') keys = others;
          expect([...map.keys()]).toEqual(keys);
        }
      }),
    );
  });
});
