import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cid } from '../../../../../shared/domain/encoding/cid.ts';
import { Amt } from '../../../../../shared/domain/ipld/amt.ts';
import { diffAmt } from '../../../../../shared/domain/ipld/amt-diff.ts';
import { bytes, count, list } from '../../../../../shared/domain/ipld/codec.ts';
import type { EntryChange } from '../../../../../shared/domain/ipld/entry-change.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import { diffHamt, HamtDifference } from '../../../../../shared/domain/ipld/hamt-diff.ts';
import { type AmtLayout, type HamtLayout, unsignedKey } from '../../../../../shared/domain/ipld/layout.ts';
import type { Walk } from '../../../../../shared/domain/ipld/walk.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

const amtLayouts = fc.constantFrom<AmtLayout<number>>(
  { form: 'v0', bitWidth: 3, value: count },
  ...[1, 3, 5].map((bitWidth): AmtLayout<number> => ({ form: 'v3', bitWidth, value: count })),
);
const hamtLayouts = fc.constantFrom<HamtLayout<number, number>>(
  { form: 'v0', bitWidth: 5, key: unsignedKey, value: count },
  ...[1, 2, 5].map((bitWidth): HamtLayout<number, number> => ({ form: 'v3', bitWidth, key: unsignedKey, value: count })),
);
const indices = fc.oneof(fc.nat({ max: 100 }), fc.nat({ max: 3000 }), fc.constantFrom(2 ** 40, 2 ** 52, Number.MAX_SAFE_INTEGER));
const values = fc.nat({ max: 3 });
/** Entries, and what becomes of them: a value, or undefined where they go. */
const before = fc.array(fc.tuple(indices, values), { maxLength: 60 });
const edits = fc.array(fc.tuple(indices, fc.option(values, { nil: undefined })), { maxLength: 20 });
const places = fc.constantFrom('both in memory', 'both from blocks', 'one from blocks');

function difference(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): EntryChange<number, number>[] {
  return ascending(
    [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
      const change = { key, before: left.get(key), after: right.get(key) };
      return change.before === change.after ? [] : [change];
    }),
  );
}

function ascending<V>(changes: readonly EntryChange<number, V>[]): EntryChange<number, V>[] {
  return changes.toSorted((left, right) => left.key - right.key);
}

function edited(model: ReadonlyMap<number, number>, changes: readonly (readonly [number, number | undefined])[]): Map<number, number> {
  const after = new Map(model);
  for (const [index, value] of changes) {
    if (value === undefined) after.delete(index);
    else after.set(index, value);
  }
  return after;
}

/** All blocks below a root, which is read already. */
function blocksBelow<V>(blocks: MemoryBlocks, collection: Amt<V> | Hamt<number, V>): Set<Cid> {
  blocks.forget();
  if (collection instanceof Amt) blocks.run(collection.entries());
  else blocks.run(collection.entries());
  return new Set(blocks.asked);
}

/** That a difference reads what one of both has alone, all of it, and nothing that both have. */
function expectNoSharedReads<V, C extends Amt<V> | Hamt<number, V>>(blocks: MemoryBlocks, old: C, now: C, walk: Walk<unknown>): void {
  const [left, right] = [blocksBelow(blocks, old), blocksBelow(blocks, now)];
  blocks.forget();
  blocks.run(walk);
  expect(new Set(blocks.asked)).toEqual(new Set([...left, ...right].filter((cid) => !(left.has(cid) && right.has(cid)))));
}

describe('the difference of two AMTs', () => {
  it('is that of two maps', () => {
    fc.assert(
      fc.property(amtLayouts, before, edits, places, fc.boolean(), (layout, entries, changes, where, isSwapped) => {
        const blocks = new MemoryBlocks();
        const left = new Map(entries);
        const right = edited(left, changes);
        let old = Amt.from(
          layout,
          [...left].sort(([one], [other]) => one - other),
        );
        if (where !== 'both in memory') old = blocks.run(Amt.open(layout, old.flush(blocks.put)));
        let now = old;
        for (const [index, value] of changes) now = blocks.run(value === undefined ? now.delete(index) : now.set(index, value));
        if (where === 'both from blocks') now = blocks.run(Amt.open(layout, now.flush(blocks.put)));
        if (isSwapped) expect(blocks.run(diffAmt(now, old))).toEqual(difference(right, left));
        else expect(blocks.run(diffAmt(old, now))).toEqual(difference(left, right));
        expect(blocks.run(diffAmt(old, old))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('never reads what both share', () => {
    fc.assert(
      fc.property(amtLayouts, fc.uniqueArray(indices, { maxLength: 80 }), edits, ({ form, bitWidth }, set, changes) => {
        const blocks = new MemoryBlocks();
        // No two leaves are alike, so that a block stands in one place only.
        const layout: AmtLayout<readonly number[]> = { form, bitWidth, value: list(count) };
        let now = Amt.from(
          layout,
          set.toSorted((one, other) => one - other).map((index) => [index, [index, 0]]),
        );
        const old = blocks.run(Amt.open(layout, now.flush(blocks.put)));
        for (const [index, value] of changes) now = blocks.run(value === undefined ? now.delete(index) : now.set(index, [index, value]));
        const after = blocks.run(Amt.open(layout, now.flush(blocks.put)));
        expectNoSharedReads(blocks, old, after, diffAmt(old, after));
      }),
      { numRuns: 200 },
    );
  });

  it('reads the way to what changed and nothing else', () => {
    const layout: AmtLayout<number> = { form: 'v3', bitWidth: 3, value: count };
    const blocks = new MemoryBlocks();
    const old = Amt.from(
      layout,
      Array.from({ length: 4096 }, (_, index) => [index, index]),
    ).flush(blocks.put);
    const now = blocks.run(blocks.run(blocks.run(Amt.open(layout, old)).set(1000, 0)).set(1001, 0)).flush(blocks.put);
    const [one, other] = [blocks.run(Amt.open(layout, old)), blocks.run(Amt.open(layout, now))];
    blocks.forget();
    expect(blocks.run(diffAmt(one, other)).map(({ key }) => key)).toEqual([1000, 1001]);
    expect(blocks.rounds.map((round) => round.length)).toEqual([2, 2, 2]);
  });

  it('of another height reads the way down to the lower root and what is new', () => {
    const layout: AmtLayout<number> = { form: 'v3', bitWidth: 3, value: count };
    const blocks = new MemoryBlocks();
    const old = Amt.from(
      layout,
      Array.from({ length: 512 }, (_, index) => [index, index]),
    ).flush(blocks.put);
    const now = blocks.run(blocks.run(Amt.open(layout, old)).set(5000, 1)).flush(blocks.put);
    const [one, other] = [blocks.run(Amt.open(layout, old)), blocks.run(Amt.open(layout, now))];
    expect([one.root.height, other.root.height]).toEqual([2, 4]);
    blocks.forget();
    expect(blocks.run(diffAmt(one, other))).toEqual([{ key: 5000, before: undefined, after: 1 }]);
    // Two nodes down to the root of before, and four from the top to the new value.
    expect(blocks.rounds.map((round) => round.length)).toEqual([2, 2, 1, 1]);
    blocks.forget();
    expect(blocks.run(diffAmt(other, one))).toEqual([{ key: 5000, before: 1, after: undefined }]);
    expect(blocks.asked).toHaveLength(6);
  });

  it('sees by their bytes that values are the same', () => {
    const layout: AmtLayout<Uint8Array> = { form: 'v3', bitWidth: 3, value: bytes };
    const make = (last: number) =>
      Amt.from(layout, [
        [0, Uint8Array.of(1, 2)],
        [1, Uint8Array.of(3, last)],
      ]);
    const blocks = new MemoryBlocks();
    expect(blocks.run(diffAmt(make(4), make(4)))).toEqual([]);
    expect(blocks.run(diffAmt(make(4), make(5)))).toEqual([{ key: 1, before: Uint8Array.of(3, 4), after: Uint8Array.of(3, 5) }]);
  });
});

describe('the difference of two HAMTs', () => {
  it('is that of two maps', () => {
    fc.assert(
      fc.property(hamtLayouts, before, edits, places, fc.boolean(), (layout, entries, changes, where, isSwapped) => {
        const blocks = new MemoryBlocks();
        const left = new Map(entries);
        const right = edited(left, changes);
        let old = Hamt.empty(layout);
        for (const [key, value] of left) old = blocks.run(old.set(key, value));
        if (where !== 'both in memory') old = blocks.run(Hamt.open(layout, old.flush(blocks.put)));
        let now = old;
        for (const [key, value] of changes) now = blocks.run(value === undefined ? now.delete(key) : now.set(key, value));
        if (where === 'both from blocks') now = blocks.run(Hamt.open(layout, now.flush(blocks.put)));
        if (isSwapped) expect(ascending(blocks.run(diffHamt(now, old)))).toEqual(difference(right, left));
        else expect(ascending(blocks.run(diffHamt(old, now)))).toEqual(difference(left, right));
        expect(blocks.run(diffHamt(old, old))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('never reads what both share', () => {
    fc.assert(
      fc.property(hamtLayouts, fc.uniqueArray(indices, { maxLength: 80 }), edits, (layout, set, changes) => {
        const blocks = new MemoryBlocks();
        let now = Hamt.empty(layout);
        for (const key of set) now = blocks.run(now.set(key, key));
        const old = blocks.run(Hamt.open(layout, now.flush(blocks.put)));
        for (const [key, value] of changes) now = blocks.run(value === undefined ? now.delete(key) : now.set(key, value));
        const after = blocks.run(Hamt.open(layout, now.flush(blocks.put)));
        expectNoSharedReads(blocks, old, after, diffHamt(old, after));
      }),
      { numRuns: 200 },
    );
  });

  it('in parts is the same, and reads no more subtrees at once than it may', () => {
    fc.assert(
      fc.property(hamtLayouts, before, edits, fc.integer({ min: 1, max: 4 }), (layout, entries, changes, atMost) => {
        const blocks = new MemoryBlocks();
        const left = new Map(entries);
        let now = Hamt.empty(layout);
        for (const [key, value] of left) now = blocks.run(now.set(key, value));
        const old = blocks.run(Hamt.open(layout, now.flush(blocks.put)));
        for (const [key, value] of changes) now = blocks.run(value === undefined ? now.delete(key) : now.set(key, value));
        const after = blocks.run(Hamt.open(layout, now.flush(blocks.put)));
        blocks.forget();
        const parts = new HamtDifference(old, after);
        const found: EntryChange<number, number>[] = [];
        while (!parts.isDone) found.push(...blocks.run(parts.next(atMost)));
        expect(ascending(found)).toEqual(difference(left, edited(left, changes)));
        expect(Math.max(0, ...blocks.rounds.map((round) => round.length))).toBeLessThanOrEqual(2 * atMost);
      }),
      { numRuns: 200 },
    );
  });

  it('reads the way to what changed and nothing else', () => {
    const layout: HamtLayout<number, number> = { form: 'v3', bitWidth: 5, key: unsignedKey, value: count };
    const blocks = new MemoryBlocks();
    let hamt = Hamt.empty(layout);
    for (let key = 0; key < 5000; key += 1) hamt = blocks.run(hamt.set(key, key));
    const old = hamt.flush(blocks.put);
    const stored = blocks.byCid.size;
    const now = blocks.run(hamt.set(1234, 0)).flush(blocks.put);
    const written = blocks.byCid.size - stored;
    const [one, other] = [blocks.run(Hamt.open(layout, old)), blocks.run(Hamt.open(layout, now))];
    blocks.forget();
    expect(blocks.run(diffHamt(one, other))).toEqual([{ key: 1234, before: 1234, after: 0 }]);
    expect(written).toBeGreaterThan(1);
    // Of each node that was written anew, its old and its new form; both roots are read already.
    expect(blocks.rounds.map((round) => round.length)).toEqual(Array(written - 1).fill(2));
  });

  it('where a bucket becomes a node and a node a bucket', () => {
    const layout: HamtLayout<number, number> = { form: 'v3', bitWidth: 1, key: unsignedKey, value: count };
    const blocks = new MemoryBlocks();
    const model = new Map([0, 1, 2, 3, 4, 5].map((key) => [key, key]));
    let hamt = Hamt.empty(layout);
    for (const [key, value] of model) {
      const next = blocks.run(hamt.set(key, value));
      expect(blocks.run(diffHamt(hamt, next))).toEqual([{ key, before: undefined, after: value }]);
      expect(blocks.run(diffHamt(next, hamt))).toEqual([{ key, before: value, after: undefined }]);
      hamt = next;
    }
  });
});
