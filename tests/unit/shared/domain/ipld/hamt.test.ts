import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { bytes as bytesCodec, type Codec, count } from '../../../../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import { placeOf } from '../../../../../shared/domain/ipld/hamt-node.ts';
import { type HamtLayout, type KeyCodec, unsignedKey } from '../../../../../shared/domain/ipld/layout.ts';
import { walkLater } from '../../../../../shared/domain/ipld/walk.ts';
import { bytesKey } from '../../../../builders/bytes-key.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

/** Text as the bytes of a key or a value. */
const textKey: KeyCodec<string> = { toBytes: (key) => new TextEncoder().encode(key), fromBytes: (key) => new TextDecoder().decode(key) };
const text: Codec<string> = {
  read: (reader, name) => textKey.fromBytes(bytesCodec.read(reader, name)),
  write: (writer, value) => bytesCodec.write(writer, textKey.toBytes(value)),
  toJson: (value) => value,
};
const layouts = fc.constantFrom<HamtLayout<number, number>>(
  { form: 'v0', bitWidth: 5, key: unsignedKey, value: count },
  ...[1, 3, 5, 8].map((bitWidth): HamtLayout<number, number> => ({ form: 'v3', bitWidth, key: unsignedKey, value: count })),
);

/** Numbers whose hashes begin alike, so that they stand under one another however few there are: found by trying. */
const crowded = (() => {
  const byStart = new Map<number, number[]>();
  for (let key = 0; key < 60_000; key += 1) {
    const start = placeOf(sha256(unsignedKey.toBytes(key)), 0, 15);
    byStart.set(start, [...(byStart.get(start) ?? []), key]);
  }
  return [...byStart.values()].filter((keys) => keys.length >= 7).flat();
})();
const keys = fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(...crowded.slice(0, 21)));
type Step = { readonly kind: 'set' | 'delete' | 'flush' | 'reopen' | 'entries'; readonly key: number; readonly value: number };
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('set', 'set', 'set', 'set', 'delete', 'delete', 'flush', 'reopen', 'entries'),
    key: keys,
    value: fc.nat(),
  }),
  { maxLength: 80 },
);

function rootOf<K, V>(layout: HamtLayout<K, V>, entries: Iterable<readonly [K, V]>): Cid {
  const blocks = new MemoryBlocks();
  let hamt = Hamt.empty(layout);
  for (const [key, value] of entries) hamt = blocks.run(hamt.set(key, value));
  return hamt.flush(blocks.put);
}

describe('a HAMT beside a plain map', () => {
  it('is tested with keys whose hashes agree in 15 bits', () => {
    expect(crowded.length).toBeGreaterThan(21);
  });

  it('has the same values after any sequence of changes, and older versions keep theirs', () => {
    fc.assert(
      fc.property(layouts, steps, (layout, sequence) => {
        const blocks = new MemoryBlocks();
        let hamt = Hamt.empty(layout);
        const model = new Map<number, number>();
        const versions: [Hamt<number, number>, Map<number, number>][] = [];
        for (const { kind, key, value } of sequence) {
          if (kind === 'set') hamt = blocks.run(hamt.set(key, value));
          if (kind === 'set') model.set(key, value);
          if (kind === 'delete') hamt = blocks.run(hamt.delete(key));
          if (kind === 'delete') model.delete(key);
          if (kind === 'flush') hamt.flush(blocks.put);
          if (kind === 'reopen') hamt = blocks.run(Hamt.open(layout, hamt.flush(blocks.put)));
          if (kind === 'entries') expect(new Map(blocks.run(hamt.entries()))).toEqual(model);
          expect(blocks.run(hamt.get(key))).toBe(model.get(key));
          expect(blocks.run(hamt.has(key))).toBe(model.has(key));
          expect(hamt.isEmpty).toBe(model.size === 0);
          versions.push([hamt, new Map(model)]);
        }
        for (const [version, entries] of versions) {
          const found = blocks.run(version.entries());
          expect(found).toHaveLength(entries.size);
          expect(new Map(found)).toEqual(entries);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has one root for the same entries, whatever was set and taken away before', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.uniqueArray(fc.tuple(keys, fc.nat()), { selector: ([key]) => key, maxLength: 60 }),
        fc.uniqueArray(keys, { maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        (layout, entries, others, random) => {
          const shuffled = entries.map((entry) => ({ entry, at: random.next().value })).sort((left, right) => left.at - right.at);
          const blocks = new MemoryBlocks();
          let hamt = Hamt.empty(layout);
          for (const key of others) hamt = blocks.run(hamt.set(key, 1));
          if (random.next().value % 2 === 0) hamt = blocks.run(Hamt.open(layout, hamt.flush(blocks.put)));
          for (const { entry } of shuffled) hamt = blocks.run(hamt.set(...entry));
          for (const key of others) if (!entries.some(([own]) => own === key)) hamt = blocks.run(hamt.delete(key));
          expect(hamt.flush(blocks.put)).toBe(rootOf(layout, entries));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives the same from memory and from blocks, at once and later', async () => {
    await fc.assert(
      fc.asyncProperty(layouts, fc.array(fc.tuple(keys, fc.nat()), { maxLength: 60 }), async (layout, set) => {
        const model = new Map(set);
        const blocks = new MemoryBlocks();
        let hamt = Hamt.empty(layout);
        for (const [key, value] of model) hamt = blocks.run(hamt.set(key, value));
        const inMemory = blocks.run(hamt.entries());
        const stored = await walkLater(Hamt.open(layout, hamt.flush(blocks.put)), blocks.later);
        expect(await walkLater(stored.entries(), blocks.later)).toEqual(inMemory);
        expect(new Map(inMemory)).toEqual(model);
        for (const [key, value] of model) expect(await walkLater(stored.get(key), blocks.later)).toBe(value);
      }),
      { numRuns: 100 },
    );
  });

  it('is read in as many rounds as there are depths below its root, and no block twice', () => {
    const layout: HamtLayout<number, number> = { form: 'v3', bitWidth: 5, key: unsignedKey, value: count };
    const blocks = new MemoryBlocks();
    let hamt = Hamt.empty(layout);
    for (let key = 0; key < 2000; key += 1) hamt = blocks.run(hamt.set(key, key));
    const stored = blocks.run(Hamt.open(layout, hamt.flush(blocks.put)));
    blocks.forget();
    expect(blocks.run(stored.entries())).toHaveLength(2000);
    expect(blocks.rounds).toHaveLength(2);
    const places = blocks.run(stored.entries()).map(([key]) => placeOf(sha256(unsignedKey.toBytes(key)), 0, 10));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    blocks.forget();
    blocks.run(stored.entries());
    expect(new Set(blocks.asked).size).toBe(blocks.byCid.size - 1);
    blocks.forget();
    expect(blocks.run(stored.get(1234))).toBe(1234);
    expect(blocks.rounds.length).toBeLessThanOrEqual(2);
  });

  it('writes only what changed', () => {
    const layout: HamtLayout<number, number> = { form: 'v3', bitWidth: 5, key: unsignedKey, value: count };
    const blocks = new MemoryBlocks();
    let hamt = Hamt.empty(layout);
    for (let key = 0; key < 2000; key += 1) hamt = blocks.run(hamt.set(key, key));
    hamt.flush(blocks.put);
    const changed = blocks.run(hamt.set(1234, 0));
    const written: Uint8Array[] = [];
    changed.flush((bytes) => {
      written.push(bytes);
      return cidOfDagCbor(bytes);
    });
    // The root, and the node that the key stands in.
    expect(written).toHaveLength(2);
  });

  it('places keys by the bits of sha2-256, the highest first', () => {
    const hash = sha256(textKey.toBytes('any key'));
    const bits = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    for (let bitWidth = 1; bitWidth <= 17; bitWidth += 1) {
      const depths = Math.floor(256 / bitWidth);
      const places = Array.from({ length: depths }, (_, depth) => placeOf(hash, depth, bitWidth));
      expect(places).toEqual(
        Array.from({ length: depths }, (_, depth) => Number.parseInt(bits.slice(depth * bitWidth, (depth + 1) * bitWidth), 2)),
      );
      expect(() => placeOf(hash, depths, bitWidth)).toThrow('deeper than its hash allows');
    }
  });
});

describe('roots that other implementations have', () => {
  const texts: HamtLayout<string, string> = { form: 'v3', bitWidth: 5, key: textKey, value: text };
  const numbered = (from: number, before: number) =>
    Array.from({ length: before - from }, (_, at) => [String(from + at), String(from + at)] as const);

  // ref-fvm `ipld/hamt/tests/hamt_tests.rs`: entries and the CID of their root.
  it('of 200 and 400 keys of one bit width, and after keys were taken away again', () => {
    const blocks = new MemoryBlocks();
    let hamt = Hamt.empty(texts);
    const root = () => hamt.flush(blocks.put);
    for (const entry of numbered(0, 200)) hamt = blocks.run(hamt.set(...entry));
    expect(root()).toBe('bafy2bzaceczhz54xmmz3xqnbmvxfbaty3qprr6dq7xh5vzwqbirlsnbd36z7a');
    for (const entry of numbered(200, 400)) hamt = blocks.run(hamt.set(...entry));
    expect(root()).toBe('bafy2bzacecxcp736xkl2mcyjlors3tug6vdlbispbzxvb75xlrhthiw2xwxvw');
    for (const [key] of numbered(200, 400)) hamt = blocks.run(hamt.delete(key));
    expect(root()).toBe('bafy2bzaceczhz54xmmz3xqnbmvxfbaty3qprr6dq7xh5vzwqbirlsnbd36z7a');
    hamt = blocks.run(hamt.set('10', 'modified-10'));
    hamt = blocks.run(hamt.set('80', 'modified-80'));
    hamt = blocks.run(hamt.set('81', 'modified-81'));
    hamt = blocks.run(hamt.delete('30'));
    expect(root()).toBe('bafy2bzacebln5j7tdfavh2qqhio6mgaoq6mm2jbmcex2ngcmi3uqlx5k3mov4');
    for (const [key] of numbered(0, 200)) hamt = blocks.run(hamt.delete(key));
    expect(root()).toBe('bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay');
  });

  it('of numbers as keys, whose bucket is put in order when a node goes', () => {
    const layout: HamtLayout<number, number> = { form: 'v3', bitWidth: 5, key: unsignedKey, value: count };
    const blocks = new MemoryBlocks();
    let hamt = Hamt.empty(layout);
    for (let key = 100; key < 195; key += 1) hamt = blocks.run(hamt.set(key, 42));
    expect(hamt.flush(blocks.put)).toBe('bafy2bzacebqox3gtng4ytexyacr6zmaliyins3llnhbnfbcrqmhzuhmuuawqk');
    hamt = blocks.run(hamt.delete(104));
    hamt = blocks.run(hamt.delete(108));
    expect(hamt.flush(blocks.put)).toBe('bafy2bzacedlyeuub3mo4aweqs7zyxrbldsq2u4a2taswubudgupglu2j4eru6');
  });

  it('of nodes of two places', () => {
    const layout = { ...texts, bitWidth: 1 };
    const entries = numbered(0, 30).map(([key]) => [key, 'filler'] as const);
    expect(rootOf(layout, entries)).toBe('bafy2bzacebjilcrsqa4uyxuh36gllup4rlgnvwgeywdm5yqq2ks4jrsj756qq');
    expect(rootOf(layout, [...entries, ['favorite-animal', 'bright green bear']])).toBe(
      'bafy2bzacea7biyabzk7v7le2rrlec5tesjbdnymh5sk4lfprxibg4rtudwtku',
    );
  });

  it('of nodes of 256 places', () => {
    const layout = { ...texts, bitWidth: 8 };
    const animals = [
      ['foo', 'cat dog bear'],
      ['bar', 'cat dog'],
      ['baz', 'cat'],
    ] as const;
    expect(rootOf(layout, animals)).toBe('bafy2bzacebql36crv4odvxzstx2ubaczmawy2tlljxezvorcsoqeyyojxkrom');
    expect(rootOf(layout, animals.slice(1))).toBe('bafy2bzaced7up7wkm7cirieh5bs4iyula5inrprihmjzozmku3ywvekzzmlyi');
    expect(rootOf(layout, [['favorite-animal', 'owl bear']])).toBe('bafy2bzaced2tgnlsq4n2ioe6ldy75fw3vlrrkyfv4bq6didbwoob2552zvpuk');
    expect(rootOf({ ...layout, key: bytesKey }, [[Uint8Array.of(0), 'Test data']])).toBe(
      'bafy2bzaceb2hikcc6tfuuuuehjstbiq356oruwx6ejyse77zupq445unranv6',
    );
  });

  it('the empty map', () => {
    const blocks = new MemoryBlocks();
    expect(bytesToHex(blocks.get(Hamt.empty(texts).flush(blocks.put)))).toBe('824080');
    expect(rootOf(texts, [])).toBe('bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay');
  });
});
