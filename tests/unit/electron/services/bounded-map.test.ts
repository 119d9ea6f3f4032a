import { expect, test } from 'vitest';
import { BoundedMap } from '../../../../electron/services/bounded-map.ts';

test('a bounded map lets go of what was put in first, and of nothing for a value that changes', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3);
  expect([...map]).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  map.set('c', 4);
  expect([...map]).toEqual([
    ['b', 2],
    ['c', 4],
  ]);
});
