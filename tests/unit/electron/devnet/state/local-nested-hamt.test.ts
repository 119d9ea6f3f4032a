import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MemoryBlocks } from '../../../../../electron/devnet/state/blocks.ts';
import { LocalHamt } from '../../../../../electron/devnet/state/local-hamt.ts';
import { LocalNestedHamt, type NestedLayout } from '../../../../../electron/devnet/state/local-nested-hamt.ts';
import { mapOfToday } from '../../../../../shared/domain/actors/collections.ts';
import { count, link } from '../../../../../shared/domain/ipld/codec.ts';
import { unsignedKey } from '../../../../../shared/domain/ipld/layout.ts';

const LAYOUT: NestedLayout<number, number, number> = { outer: mapOfToday(unsignedKey, link), inner: mapOfToday(unsignedKey, count) };

const step = fc.record({
  key: fc.nat(5),
  inner: fc.nat(5),
  value: fc.option(fc.nat(99), { freq: 2 }),
  isStored: fc.boolean(),
});

it('is a map of maps that are not empty, whenever it is stored', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const blocks = new MemoryBlocks();
      const plain = new Map<number, Map<number, number>>();
      let nested = LocalNestedHamt.empty(blocks, LAYOUT);
      for (const { key, inner, value, isStored } of steps) {
        const before = nested;
        const had = before.get(key).entries();
        const map = nested.get(key);
        nested = nested.set(key, value === null ? map.delete(inner) : map.set(inner, value));
        expect(before.get(key).entries()).toEqual(had);
        const known = plain.get(key) ?? new Map<number, number>();
        if (value === null) known.delete(inner);
        else known.set(inner, value);
        plain.set(key, known);
        if (isStored) nested = LocalNestedHamt.open(blocks, LAYOUT, nested.flush());
        const keys = [...plain].flatMap(([one, entries]) => (entries.size > 0 ? [one] : []));
        expect(nested.keys()).toEqual(keys.sort((left, right) => left - right));
        for (const [one, entries] of plain) expect(new Map(nested.get(one).entries())).toEqual(entries);
      }
      let outer = LocalHamt.empty(blocks, LAYOUT.outer);
      for (const [key, entries] of plain) {
        let map = LocalHamt.empty(blocks, LAYOUT.inner);
        for (const [inner, value] of entries) map = map.set(inner, value);
        if (entries.size > 0) outer = outer.set(key, map.flush());
      }
      expect(nested.flush()).toBe(outer.flush());
    }),
  );
});

it('puts nothing into the blocks before it is stored', () => {
  const blocks = new MemoryBlocks();
  const nested = LocalNestedHamt.empty(blocks, LAYOUT);
  const changed = nested.set(1, nested.get(1).set(2, 3));
  expect(changed.keys()).toEqual([1]);
  const root = LocalNestedHamt.empty(new MemoryBlocks(), LAYOUT).set(1, nested.get(1).set(2, 3)).flush();
  expect(blocks.has(root)).toBe(false);
  expect(changed.flush()).toBe(root);
  expect(blocks.has(root)).toBe(true);
});
