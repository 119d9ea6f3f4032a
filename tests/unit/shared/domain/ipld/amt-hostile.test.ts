import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { CborWriter } from '../../../../../shared/domain/encoding/cbor.ts';
import { Amt } from '../../../../../shared/domain/ipld/amt.ts';
import { diffAmt } from '../../../../../shared/domain/ipld/amt-diff.ts';
import { count } from '../../../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../../../shared/domain/ipld/layout.ts';
import { expectRefusedOrCanonical } from '../../../../builders/changed-byte.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

const V3: AmtLayout<number> = { form: 'v3', bitWidth: 3, value: count };
const V0: AmtLayout<number> = { ...V3, form: 'v0' };
const blocks = new MemoryBlocks();

/** Hex of what a root block says: width, height, count and its node. */
function root(numbers: readonly [width: string, height: string, count: string], node: string): string {
  return `84${numbers.join('')}${node}`;
}

/** Hex of a node; links and values are hex too. */
function node(bitmap: string, links: readonly string[], values: readonly string[]): string {
  const list = (items: readonly string[]) => `8${items.length}${items.join('')}`;
  return `83${(0x40 + bitmap.length / 2).toString(16)}${bitmap}${list(links)}${list(values)}`;
}

/** Hex of the link to a block, which is stored. */
function linkTo(hex: string): string {
  return bytesToHex(new CborWriter().link(blocks.put(hexToBytes(hex))).finish());
}

function read(layout: AmtLayout<number>, hex: string): (readonly [number, number])[] {
  return blocks.run(blocks.run(Amt.open(layout, blocks.put(hexToBytes(hex)))).entries());
}

const leaf = node('01', [], ['07']);
const one = ['03', '00', '01'] as const;
const high = ['03', '01', '01'] as const;

describe('roots and nodes that no array has', () => {
  it.each([
    ['a bit without a value', root(one, node('03', [], ['07'])), 'do not match its bitmap'],
    ['a value without a bit', root(['03', '00', '02'], node('01', [], ['07', '07'])), 'do not match its bitmap'],
    ['a bitmap that is too long', root(one, node('0100', [], ['07'])), 'at most 1 bytes'],
    ['no bitmap', root(['03', '00', '00'], node('', [], [])), 'bitmap of the wrong length'],
    ['a count of one in an empty array', root(one, node('00', [], [])), 'count that does not match'],
    ['a count of none beside a value', root(['03', '00', '00'], leaf), 'count that does not match'],
    ['a count beyond its places', root(['03', '00', '09'], leaf), 'beyond its capacity'],
    ['another width', root(['02', '00', '01'], leaf), 'does not have bit width'],
    ['values above height 0', root(high, leaf), 'wrong height'],
    ['links in a leaf', root(one, node('01', [linkTo(leaf)], [])), 'wrong height'],
    ['links and values', root(one, node('01', [linkTo(leaf)], ['07'])), 'wrong height'],
    ['nothing at height 1', root(['03', '01', '00'], node('00', [], [])), 'is empty'],
    ['a height beyond 64 bits', root(['03', '16', '00'], node('00', [], [])), 'too high'],
    ['a height beyond exact numbers', root(['03', '1bffffffffffffffff', '00'], node('00', [], [])), 'below 2\\^53'],
    ['the root of the other form', `830001${leaf}`, 'array of 4 fields'],
    ['a value of another kind', root(one, node('01', [], ['60'])), 'must be an integer'],
    ['bytes after its end', `${root(one, leaf)}00`, 'bytes after the end'],
    ['more values than places', root(['03', '00', '08'], node('ff', [], Array<string>(9).fill('07'))), 'at most 8 items'],
    ['a link to an empty leaf', root(high, node('01', [linkTo(node('00', [], []))], [])), 'is empty'],
    ['a link to a node of another height', root(high, node('01', [linkTo(node('01', [linkTo(leaf)], []))], [])), 'wrong height'],
    ['a link to a raw block', root(high, node('01', [linkTo(leaf).replace('0171a0e402', '0155a0e402')], [])), 'not to a chain block'],
    ['a link by sha2-256', root(high, node('01', [linkTo(leaf).replace('27000171a0e40220', '250001711220')], [])), 'not to a chain block'],
    [
      'a link with a digest of 33 bytes',
      root(high, node('01', [`${linkTo(leaf).replace('27000171a0e40220', '28000171a0e40221')}00`], [])),
      'not to a chain block',
    ],
    ['a count that lies', root(['03', '01', '02'], node('01', [linkTo(leaf)], [])), 'does not match its root’s count'],
  ])('%s', (_name, hex, reason) => {
    expect(() => read(V3, hex)).toThrow(new RegExp(reason));
    expect(() => read(V3, hex)).toThrow(DomainError);
  });

  it('a height that go-amt-ipld v2 does not take', () => {
    expect(() => read(V0, `831500${node('00', [], [])}`)).toThrow('too high');
    expect(read(V0, `831400${node('00', [], [])}`)).toEqual([]);
  });

  it('places beyond a width under 8', () => {
    const narrow: AmtLayout<number> = { ...V3, bitWidth: 1 };
    expect(() => read(narrow, root(['01', '00', '01'], node('04', [], ['07'])))).toThrow('beyond its width');
    expect(read(narrow, root(['01', '00', '01'], node('02', [], ['07'])))).toEqual([[1, 7]]);
  });

  it('indices beyond 2^53 − 1 are refused and not left out', () => {
    const readPath = (bitmaps: readonly string[]) => {
      const top = bitmaps.reduceRight((below, bitmap) => node(bitmap, [linkTo(below)], []), leaf);
      return read(V0, `83${bitmaps.length.toString(16).padStart(2, '0')}01${top}`);
    };
    // A root of height 17 and 17 nodes below it: 54 bits, of which the highest is too much.
    const zeros = Array<string>(16).fill('01');
    expect(readPath(['08', ...zeros])).toEqual([[3 * 2 ** 51, 7]]);
    expect(() => readPath(['10', ...zeros])).toThrow('2^53');
    expect(() => readPath(['02', '01', ...zeros])).toThrow('2^53');
  });
});

describe('blocks that stand in many places', () => {
  const wide: AmtLayout<number> = { ...V3, bitWidth: 3 };
  const links = (hex: string) => node('ff', Array<string>(8).fill(linkTo(hex)), []);
  const full = node('ff', [], Array<string>(8).fill('07'));

  it('are read where the root counts what they stand for', () => {
    const hex = root(['03', '02', '190200'], links(links(full)));
    blocks.forget();
    expect(read(wide, hex)).toHaveLength(512);
    expect(blocks.rounds.map((round) => round.length)).toEqual([1, 1, 1]);
  });

  it.each([
    ['a root that counts fewer', '13', 'more entries than its root'],
    ['a root that counts as many as they claim', '1b0008000000000000', 'the limit for one read'],
  ])('%s', (_name, counted, reason) => {
    let top = full;
    for (let height = 0; height < 16; height += 1) top = links(top);
    const hex = root(['03', '10', counted], top);
    expect(() => read(wide, hex)).toThrow(reason);
    const amt = blocks.run(Amt.open(wide, blocks.put(hexToBytes(hex))));
    expect(() => blocks.run(diffAmt(Amt.empty(wide), amt))).toThrow(reason);
    expect(() => blocks.run(diffAmt(amt, Amt.empty(wide)))).toThrow(reason);
    expect(blocks.run(amt.entries({ from: 1000, before: 1002 }))).toEqual([
      [1000, 7],
      [1001, 7],
    ]);
  });
});

describe('what Lotus reads although it is not canonical', () => {
  it('a root that is higher than it need be; it comes down with the next value that is taken away', () => {
    const hex = root(['03', '01', '02'], node('01', [linkTo(node('03', [], ['07', '08']))], []));
    const amt = blocks.run(Amt.open(V3, blocks.put(hexToBytes(hex))));
    expect(blocks.run(amt.entries())).toEqual([
      [0, 7],
      [1, 8],
    ]);
    expect(blocks.run(amt.delete(1)).flush(blocks.put)).toBe(Amt.from(V3, [[0, 7]]).flush(blocks.put));
  });

  it('an empty root that go-amt-ipld v2 left high', () => {
    const amt = blocks.run(Amt.open(V0, blocks.put(hexToBytes(`830200${node('00', [], [])}`))));
    expect(blocks.run(amt.entries())).toEqual([]);
    expect(blocks.run(amt.get(3))).toBeUndefined();
    expect(blocks.run(blocks.run(amt.set(3, 9)).entries())).toEqual([[3, 9]]);
    expect(blocks.run(blocks.run(amt.set(5000, 9)).entries())).toEqual([[5000, 9]]);
  });
});

it('bytes with one changed are refused, or are another array that is written again as it was read', () => {
  const layout: AmtLayout<number> = { form: 'v3', bitWidth: 2, value: count };
  const write = (entries: readonly (readonly [number, number])[]) => Amt.from(layout, entries).flush(blocks.put);
  const root = write([0, 3, 6, 40].map((index) => [index, index]));
  expectRefusedOrCanonical({ blocks, root, read: (cid) => blocks.run(blocks.run(Amt.open(layout, cid)).entries()), write });
});
