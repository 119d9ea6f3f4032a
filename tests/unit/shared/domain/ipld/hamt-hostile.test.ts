import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { CborWriter } from '../../../../../shared/domain/encoding/cbor.ts';
import { count } from '../../../../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import { diffHamt } from '../../../../../shared/domain/ipld/hamt-diff.ts';
import { isBucket, placeOf } from '../../../../../shared/domain/ipld/hamt-node.ts';
import { type HamtLayout, unsignedKey } from '../../../../../shared/domain/ipld/layout.ts';
import { expectRefusedOrCanonical } from '../../../../builders/changed-byte.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

const V3: HamtLayout<number, number> = { form: 'v3', bitWidth: 5, key: unsignedKey, value: count };
const V0: HamtLayout<number, number> = { ...V3, form: 'v0' };
const blocks = new MemoryBlocks();

const list = (items: readonly string[]) => `8${items.length}${items.join('')}`;
/** Hex of a node with these places; pointers are hex too. */
function node(places: readonly number[], pointers: readonly string[]): string {
  const bits = places.reduce((sum, place) => sum | (1n << BigInt(place)), 0n).toString(16);
  const bitfield = places.length === 0 ? '' : bits.padStart(bits.length + (bits.length % 2), '0');
  return rawNode(bitfield, pointers);
}

function rawNode(bitfield: string, pointers: readonly string[]): string {
  return `82${(0x40 + bitfield.length / 2).toString(16)}${bitfield}${list(pointers)}`;
}

/** Hex of an entry of a number below 24, whose value is itself. */
const entry = (key: number) => `8241${key.toString(16).padStart(2, '0')}${key.toString(16).padStart(2, '0')}`;
const bucket = (...keys: readonly number[]) => list(keys.map(entry));
const placeAt = (key: number, depth = 0) => placeOf(sha256(unsignedKey.toBytes(key)), depth, 5);
const linkTo = (hex: string) => bytesToHex(new CborWriter().link(blocks.put(hexToBytes(hex))).finish());
const open = (layout: HamtLayout<number, number>, hex: string) => blocks.run(Hamt.open(layout, blocks.put(hexToBytes(hex))));
const read = (layout: HamtLayout<number, number>, hex: string) => blocks.run(open(layout, hex).entries());

const place = placeAt(5);
/** Five keys at the place of the first in this depth: enough for a node of their own. */
function together(depth: number): number[] {
  const found = new Map<number, number[]>();
  for (let key = 0; ; key += 1) {
    const start = placeOf(sha256(unsignedKey.toBytes(key)), 0, 5 * depth);
    const keys = [...(found.get(start) ?? []), key];
    if (keys.length === 5) return keys;
    found.set(start, keys);
  }
}

describe('nodes that no map has', () => {
  it.each([
    ['a bit without a pointer', node([place, place === 0 ? 1 : 0].sort(), [bucket(5)]), 'do not match its bitfield'],
    ['a pointer without a bit', node([place], [bucket(5), bucket(5)]), 'do not match its bitfield'],
    ['a bitfield with a leading zero', rawNode('0001', [bucket(5)]), 'not minimal'],
    ['a bitfield that is too long', rawNode('0100000000', [bucket(5)]), 'at most 4 bytes'],
    ['an empty bucket', node([place], ['80']), 'empty bucket'],
    ['a bucket of four', node([place], [list([1, 2, 3, 4].map(entry))]), 'at most 3 items'],
    ['a key twice in a bucket', node([place], [bucket(5, 5)]), 'duplicate keys'],
    ['keys out of order', node([place], [bucket(6, 5)]), 'out of order'],
    ['a key where its hash does not lead', node([(place + 1) % 32], [bucket(5)]), 'belongs elsewhere'],
    ['an entry of three', node([place], [list([`83${entry(5).slice(2)}07`])]), 'array of 2 fields'],
    ['a key that is text', node([place], [list(['82610505'])]), 'byte string'],
    ['a value of another kind', node([place], [list(['82410560'])]), 'must be an integer'],
    ['null for a pointer', node([place], ['f6']), 'list of at most 3'],
    ['a pointer of the other form', node([place], [`a16131${bucket(5)}`]), 'list of at most 3'],
    ['a link to an empty node', node([place], [linkTo(node([], []))]), 'too few entries'],
    ['a link to a node that is a bucket', node([place], [linkTo(node([placeAt(5, 1)], [bucket(5)]))]), 'too few entries'],
    ['a link to a raw block', node([place], [linkTo(node([], [])).replace('0171a0e402', '0155a0e402')]), 'not to a chain block'],
    ['a link by sha2-256', node([place], [linkTo(node([], [])).replace('27000171a0e40220', '250001711220')]), 'not to a chain block'],
    ['bytes after its end', `${node([place], [bucket(5)])}00`, 'bytes after the end'],
  ])('%s', (_name, hex, reason) => {
    expect(() => read(V3, hex)).toThrow(new RegExp(reason));
    expect(() => read(V3, hex)).toThrow(DomainError);
  });

  it.each([
    ['a pointer that is neither', node([place], [`a16132${bucket(5)}`]), 'neither a link nor a bucket'],
    ['a pointer that is both', node([place], [`a26130${linkTo('80')}6131${bucket(5)}`]), 'map of 1 keys'],
    ['a key of a pointer that is no text', node([place], [`a14131${bucket(5)}`]), 'neither a link nor a bucket'],
    ['a key twice in a bucket', node([place], [`a16131${bucket(5, 6, 5)}`]), 'duplicate keys'],
    ['a pointer of the other form', node([place], [bucket(5)]), 'map of 1 keys'],
  ])('of form v0: %s', (_name, hex, reason) => {
    expect(() => read(V0, hex)).toThrow(new RegExp(reason));
  });

  it('what they are made from is a map where nothing is wrong', () => {
    expect(read(V3, node([place], [bucket(5)]))).toEqual([[5, 5]]);
    expect(read(V0, node([place], [`a16131${bucket(5)}`]))).toEqual([[5, 5]]);
  });

  it('places beyond a width under 8', () => {
    const narrow = { ...V3, bitWidth: 1 };
    expect(() => read(narrow, rawNode('04', [bucket(5)]))).toThrow('beyond its width');
  });

  it('a key far below that belongs elsewhere, though its last place is right', () => {
    const keys = together(1);
    const crowded = keys.reduce((hamt, key) => blocks.run(hamt.set(key, key)), Hamt.empty(V3));
    crowded.flush(blocks.put);
    const cid = crowded.root.flatMap((pointer) => (pointer === undefined || isBucket(pointer) ? [] : [pointer.cid]))[0];
    if (cid === undefined) throw new Error('five keys of one place stand in a node of their own');
    const link = bytesToHex(new CborWriter().link(cid).finish());
    const right = placeAt(keys[0] ?? 0);
    expect(read(V3, node([right], [link]))).toHaveLength(5);
    expect(() => read(V3, node([(right + 1) % 32], [link]))).toThrow('belongs elsewhere');
    // A key that is asked for is found where it belongs or not at all.
    expect(blocks.run(open(V3, node([(right + 1) % 32], [link])).get(keys[0] ?? 0))).toBeUndefined();
    expect(() => blocks.run(diffHamt(Hamt.empty(V3), open(V3, node([(right + 1) % 32], [link]))))).toThrow('belongs elsewhere');
  });

  it('blocks that stand in many places, as if they were more than they are', () => {
    let hex = node([0, 1, 2, 3], [bucket(1), bucket(2), bucket(3), bucket(4)]);
    const all = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    for (let depth = 0; depth < 40; depth += 1) hex = node(all, Array<string>(9).fill(linkTo(hex)));
    expect(() => read(V3, hex)).toThrow('is linked twice');
    expect(() => blocks.run(diffHamt(Hamt.empty(V3), open(V3, hex)))).toThrow('is linked twice');
  });

  it('a block that stands at many depths, as soon as it is read', () => {
    // Each of them has a key, and names the next: from the top, all are named at once.
    const chain = [node([place, (place + 1) % 32], [bucket(5), linkTo(node([0, 1, 2, 3], [bucket(1), bucket(2), bucket(3), bucket(4)]))])];
    for (let depth = 0; depth < 8; depth += 1) chain.push(node([place, (place + 1) % 32], [bucket(5), linkTo(chain.at(-1) ?? '')]));
    const links = chain.map(linkTo);
    blocks.forget();
    expect(() => read(V3, node([...links.keys()], links))).toThrow('belongs elsewhere');
    expect(blocks.rounds).toHaveLength(2);
  });

  it('nodes deeper than a hash has bits', () => {
    const [key = 0] = together(2);
    let hex = node([0, 1, 2, 3], [bucket(1), bucket(2), bucket(3), bucket(4)]);
    for (let depth = 51; depth >= 0; depth -= 1) hex = node([depth < 51 ? placeAt(key, depth) : 0], [linkTo(hex)]);
    blocks.forget();
    expect(() => read(V3, hex)).toThrow('deeper than its hash allows');
    expect(blocks.rounds.length).toBeLessThanOrEqual(52);
    expect(() => blocks.run(open(V3, hex).get(key))).toThrow('deeper than its hash allows');
    expect(() => blocks.run(diffHamt(Hamt.empty(V3), open(V3, hex)))).toThrow('deeper than its hash allows');
  });
});

it('keys that go-hamt-ipld v1 left out of order when a node went are read in form v0', () => {
  const [first = 0, second = 0] = together(1);
  const entries = [second, first].map((key) => `82${bytesToHex(new CborWriter().bytes(unsignedKey.toBytes(key)).finish())}07`);
  const hamt = open(V0, node([placeAt(first)], [`a16131${list(entries)}`]));
  expect(blocks.run(hamt.entries())).toEqual([
    [second, 7],
    [first, 7],
  ]);
  expect(blocks.run(hamt.get(first))).toBe(7);
});

it('bytes with one changed are refused, or are another map that is written again as it was read', () => {
  const write = (entries: readonly (readonly [number, number])[]) =>
    entries.reduce((map, [key, held]) => blocks.run(map.set(key, held)), Hamt.empty(V3)).flush(blocks.put);
  const root = write([1, 2, 3, 4, 5, 6, 7].map((key) => [key, key]));
  expectRefusedOrCanonical({ blocks, root, read: (cid) => blocks.run(blocks.run(Hamt.open(V3, cid)).entries()), write });
});
