import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { Amt } from '../../../../../shared/domain/ipld/amt.ts';
import { bytes as bytesCodec, count } from '../../../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../../../shared/domain/ipld/layout.ts';
import { type PutBlock, walkLater } from '../../../../../shared/domain/ipld/walk.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

const V0: AmtLayout<number> = { form: 'v0', bitWidth: 3, value: count };
const layouts = fc.constantFrom<AmtLayout<number>>(
  V0,
  ...[1, 2, 3, 5, 6].map((bitWidth): AmtLayout<number> => ({ form: 'v3', bitWidth, value: count })),
);
const LAST_INDEX = Number.MAX_SAFE_INTEGER;
/** Close to one another, at the edges of nodes, and far apart. */
const indices = fc.oneof(
  fc.nat({ max: 40 }),
  fc.nat({ max: 3000 }),
  fc.constantFrom(7, 8, 63, 64, 511, 512, 2 ** 31, 2 ** 32, 2 ** 52, LAST_INDEX - 1, LAST_INDEX),
  fc.nat({ max: 20 }).map((step) => 2 ** 40 + step),
);
type Step = { readonly kind: 'set' | 'delete' | 'get' | 'flush' | 'reopen' | 'entries'; readonly index: number; readonly value: number };
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('set', 'set', 'set', 'set', 'delete', 'delete', 'get', 'flush', 'reopen', 'entries'),
    index: indices,
    value: fc.nat(),
  }),
  { maxLength: 60 },
);

function ascending(model: ReadonlyMap<number, number>): [number, number][] {
  return [...model].sort(([left], [right]) => left - right);
}

function rootOf<V>(layout: AmtLayout<V>, entries: Iterable<readonly [number, V]>, blocks = new MemoryBlocks()): Cid {
  let amt = Amt.empty(layout);
  for (const [index, value] of entries) amt = blocks.run(amt.set(index, value));
  return amt.flush(blocks.put);
}

/** An array with three levels of eight places, all of them taken, that was stored and opened again; nothing else was read of it. */
function fullArray(valueAt: (index: number) => number) {
  const layout: AmtLayout<number> = { form: 'v3', bitWidth: 3, value: count };
  const blocks = new MemoryBlocks();
  const entries = Array.from({ length: 512 }, (_, index) => [index, valueAt(index)] as const);
  const amt = blocks.run(Amt.open(layout, Amt.from(layout, entries).flush(blocks.put)));
  blocks.forget();
  return { blocks, amt };
}

describe('an AMT beside a plain map', () => {
  it('has the same values after any sequence of changes, and older versions keep theirs', () => {
    fc.assert(
      fc.property(layouts, steps, (layout, sequence) => {
        const blocks = new MemoryBlocks();
        let amt = Amt.empty(layout);
        const model = new Map<number, number>();
        const versions: [Amt<number>, [number, number][]][] = [];
        for (const { kind, index, value } of sequence) {
          if (kind === 'set') amt = blocks.run(amt.set(index, value));
          if (kind === 'set') model.set(index, value);
          if (kind === 'delete') amt = blocks.run(amt.delete(index));
          if (kind === 'delete') model.delete(index);
          if (kind === 'flush') amt.flush(blocks.put);
          if (kind === 'reopen') amt = blocks.run(Amt.open(layout, amt.flush(blocks.put)));
          if (kind === 'entries') expect(blocks.run(amt.entries())).toEqual(ascending(model));
          expect(blocks.run(amt.get(index))).toBe(model.get(index));
          expect(blocks.run(amt.has(index))).toBe(model.has(index));
          expect(amt.count).toBe(model.size);
          versions.push([amt, ascending(model)]);
        }
        for (const [version, entries] of versions) expect(blocks.run(version.entries())).toEqual(entries);
      }),
      { numRuns: 200 },
    );
  });

  it('has one root for the same entries, whatever was set and taken away before', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.uniqueArray(fc.tuple(indices, fc.nat()), { selector: ([index]) => index, maxLength: 40 }),
        fc.uniqueArray(indices, { maxLength: 20 }),
        fc.infiniteStream(fc.nat()),
        (layout, entries, others, random) => {
          const shuffled = entries.map((entry) => ({ entry, at: random.next().value })).sort((left, right) => left.at - right.at);
          const blocks = new MemoryBlocks();
          let amt = Amt.empty(layout);
          for (const index of others) amt = blocks.run(amt.set(index, 1));
          if (random.next().value % 2 === 0) amt.flush(blocks.put);
          for (const { entry } of shuffled) amt = blocks.run(amt.set(...entry));
          for (const index of others) if (!entries.some(([own]) => own === index)) amt = blocks.run(amt.delete(index));
          const root = amt.flush(blocks.put);
          expect(root).toBe(rootOf(layout, entries));
          expect(Amt.from(layout, ascending(new Map(entries))).flush(blocks.put)).toBe(root);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives the entries of a range, from memory and from blocks, at once and later', async () => {
    await fc.assert(
      fc.asyncProperty(
        layouts,
        fc.array(fc.tuple(indices, fc.nat()), { maxLength: 40 }),
        indices,
        indices,
        async (layout, set, from, before) => {
          const model = new Map(set);
          const blocks = new MemoryBlocks();
          const amt = Amt.from(layout, ascending(model));
          const inRange = ascending(model).filter(([index]) => index >= from && index < before);
          expect(blocks.run(amt.entries({ from, before }))).toEqual(inRange);
          const root = amt.flush(blocks.put);
          const stored = await walkLater(Amt.open(layout, root), blocks.later);
          expect(await walkLater(stored.entries({ from, before }), blocks.later)).toEqual(inRange);
          expect(await walkLater(stored.entries(), blocks.later)).toEqual(ascending(model));
          for (const [index, value] of set) expect(await walkLater(stored.get(index), blocks.later)).toBe(model.get(index) ?? value);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is read in as many rounds as it has heights above its root, and no block twice', () => {
    const { blocks, amt } = fullArray((index) => index);
    expect(amt.root.height).toBe(2);
    expect(blocks.run(amt.entries())).toHaveLength(512);
    expect(blocks.rounds.map((round) => round.length)).toEqual([8, 64]);
    expect(new Set(blocks.asked).size).toBe(72);
    blocks.forget();
    expect(blocks.run(amt.entries({ from: 60, before: 70 })).map(([index]) => index)).toEqual([60, 61, 62, 63, 64, 65, 66, 67, 68, 69]);
    expect(blocks.rounds.map((round) => round.length)).toEqual([2, 2]);
  });

  it('asks once for a block that stands in several places', () => {
    const { blocks, amt } = fullArray(() => 7);
    expect(blocks.run(amt.entries())).toHaveLength(512);
    expect(blocks.rounds.map((round) => round.length)).toEqual([1, 1]);
  });

  it('writes only what changed', () => {
    const { blocks, amt } = fullArray((index) => index);
    const changed = blocks.run(amt.set(100, 0));
    const written: Cid[] = [];
    const put: PutBlock = (bytes) => {
      written.push(blocks.put(bytes));
      return cidOfDagCbor(bytes);
    };
    changed.flush(put);
    expect(written).toHaveLength(3);
    changed.flush(put);
    expect(written).toHaveLength(3);
  });

  it('refuses indices that are not exact', () => {
    for (const index of [-1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => new MemoryBlocks().run(Amt.empty(V0).get(index))).toThrow(expect.objectContaining({ code: 'state-tree' }));
      expect(() => new MemoryBlocks().run(Amt.empty(V0).set(index, 1))).toThrow(expect.objectContaining({ code: 'state-tree' }));
    }
    expect(() =>
      Amt.from(V0, [
        [1, 1],
        [1, 2],
      ]),
    ).toThrow('ascending');
  });
});

describe('roots that other implementations have', () => {
  const text = (value: string) => new TextEncoder().encode(value);
  const v3: AmtLayout<Uint8Array> = { form: 'v3', bitWidth: 3, value: bytesCodec };
  const v0: AmtLayout<Uint8Array> = { ...v3, form: 'v0' };
  const everyThird = Array.from({ length: 10_000 }, (_, index) => index).filter((index) => (index + 1) % 3 === 0);

  // ref-fvm `ipld/amt/tests/amt_tests.rs`: entries and the CID of their root.
  it.each([
    ['one value', v3, [2], 'foo', 'bafy2bzacedv5uu5za6oqtnozjvju5lhbgaybayzhw4txiojw7hd47ktgbv5wc'],
    ['one value, v0', v0, [2], 'foo', 'bafy2bzaceansvim5z2rzifilsbzsjuoul2adx7iad7x3b4paj3qsexqf6ovxk'],
    ['5000 values', v3, [...Array(5000).keys()], 'foo foo bar', 'bafy2bzacecfquuqzqzlox25aynodzw2qhxijdzfvno6tibyes3kb6nd3f7uxa'],
    ['every third index', v3, everyThird, 'value', 'bafy2bzaceanqxtbsuyhqgxubiq6vshtbhktmzp2if4g6kxzttxmzkdxmtipcm'],
    ['a few far apart', v3, [1, 9, 66, 74, 82, 515], 'value', 'bafy2bzaced44wtasbcukqjqicvxzcyn5up6sorr5khzbdkl6zjeo736f377ew'],
    ['none', v3, [], '', 'bafy2bzacedijw74yui7otvo63nfl3hdq2vdzuy7wx2tnptwed6zml4vvz7wee'],
    ['one at the left', v3, [0], 'cat', 'bafy2bzacecmxrjeri2ojuy3riae2mpbnztx2hqggqgkcrxao2nwpga77j2vqe'],
    ['one of a higher root', v3, [24], 'dog', 'bafy2bzacebnnxpurpb3zqqr22i7ch4uruz6hgykn3ryzoo4hh3ox2m2kufsvg'],
    ['one before it grew', v3, [1], 'thing', 'bafy2bzacebmkyah6kppbszluix3g332hntzx6wfdcqcr5hjdsaxri5jhgrdmo'],
  ] as const)('%s', (_name, layout, at, value, root) => {
    const entries = at.map((index) => [index, text(value)] as const);
    expect(rootOf(layout, entries)).toBe(root);
    expect(Amt.from(layout, entries).flush(new MemoryBlocks().put)).toBe(root);
  });

  it('values of their own at three heights', () => {
    const entries = [
      [2, text('foo')],
      [11, text('bar')],
      [79, text('baz')],
    ] as const;
    expect(rootOf(v3, entries)).toBe('bafy2bzacecughjbclx3lbqwibrwc6pe7nttlc3qewedsrayghsvh5j5lpofiq');
  });

  it('after values were taken away, and the root came down', () => {
    const blocks = new MemoryBlocks();
    let amt = Amt.empty(v3);
    for (const index of [0, 1, 2, 3]) amt = blocks.run(amt.set(index, text('cat')));
    for (const index of [1, 0, 2, 3]) amt = blocks.run(amt.delete(index));
    for (const index of [23, 24]) amt = blocks.run(amt.set(index, text('dog')));
    amt = blocks.run(amt.delete(23));
    expect(amt.flush(blocks.put)).toBe('bafy2bzacebnnxpurpb3zqqr22i7ch4uruz6hgykn3ryzoo4hh3ox2m2kufsvg');
    let grown = blocks.run(blocks.run(Amt.empty(v3).set(1, text('thing'))).set(37, text('other')));
    grown = blocks.run(Amt.open(v3, grown.flush(blocks.put)));
    expect(grown.root.height).toBe(1);
    grown = blocks.run(grown.delete(37));
    expect(grown.root.height).toBe(0);
    expect(grown.flush(blocks.put)).toBe('bafy2bzacebmkyah6kppbszluix3g332hntzx6wfdcqcr5hjdsaxri5jhgrdmo');
    expect(blocks.run(blocks.run(Amt.empty(v3).set(100_000, text('foo'))).delete(100_000)).flush(blocks.put)).toBe(rootOf(v3, []));
  });

  it('the empty array of each form', () => {
    const blocks = new MemoryBlocks();
    expect(bytesToHex(blocks.get(Amt.empty(v0).flush(blocks.put)))).toBe('8300008341008080');
    expect(bytesToHex(blocks.get(Amt.empty(v3).flush(blocks.put)))).toBe('840300008341008080');
    expect(bytesToHex(blocks.get(Amt.empty({ ...v3, bitWidth: 5 }).flush(blocks.put)))).toBe('840500008344000000008080');
  });
});
