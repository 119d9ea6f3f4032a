import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { type CborReader, type CborValue, type CborWriter, cidOfCborLink } from '../../../../../shared/domain/encoding/cbor.ts';
import { type Cid, cidOfDagCbor, cidParts, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { Amt } from '../../../../../shared/domain/ipld/amt.ts';
import type { Codec } from '../../../../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import type { AmtLayout, HamtLayout, NodeForm } from '../../../../../shared/domain/ipld/layout.ts';
import { bytesKey } from '../../../../builders/bytes-key.ts';
import { readCar } from '../../../../builders/car-blocks.ts';
import { decodeWithCborg } from '../../../../builders/cborg-links.ts';
import { checked } from '../../../../builders/checked.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

/** A value as it is, whatever it is. */
const anyValue: Codec<CborValue> = {
  read: (reader: CborReader) => reader.value(),
  write: (writer: CborWriter, value) => void writer.value(value),
  toJson: () => null,
};
const DAG_CBOR = 0x71;
/** By the codes of CIDs: blake2b-256, sha2-256 (the parent of every genesis block alone), and the bytes themselves. */
const DIGESTS = new Map<number, (bytes: Uint8Array) => Uint8Array>([
  [0xb220, (bytes) => blake2b(bytes, { dkLen: 32 })],
  [0x12, sha256],
  [0, (bytes) => bytes.slice()],
]);

type Collection =
  | { readonly kind: 'amt'; readonly layout: AmtLayout<CborValue> }
  | { readonly kind: 'hamt'; readonly layout: HamtLayout<Uint8Array, CborValue> };

/**
 * What a block is by its shape alone, decoded by cborg: so the test knows no layout of any actor. Maps are 5 bits wide, those of the
 * DataCap token 3: only with the right width every key is where its hash leads.
 */
function collectionOf(block: unknown, source: MemoryBlocks, root: Cid): Collection | undefined {
  if (!Array.isArray(block)) return undefined;
  if (isAmtNode(block.at(-1)) && block.slice(0, -1).every(isCount) && (block.length === 3 || block.length === 4)) {
    const form: NodeForm = block.length === 4 ? 'v3' : 'v0';
    return { kind: 'amt', layout: { form, bitWidth: form === 'v3' ? Number(block[0]) : 3, value: anyValue } };
  }
  const [bitfield, pointers] = block as unknown[];
  if (block.length !== 2 || !(bitfield instanceof Uint8Array) || bitfield.length > 4 || !Array.isArray(pointers)) return undefined;
  const isV0 = pointers.length > 0 && pointers.every((one) => isPlainMap(one) && ('0' in one || '1' in one));
  if (!isV0 && !pointers.every((one) => one instanceof CID || (Array.isArray(one) && one.every(isHamtEntry)))) return undefined;
  const usual: HamtLayout<Uint8Array, CborValue> = { form: isV0 ? 'v0' : 'v3', bitWidth: 5, key: bytesKey, value: anyValue };
  return { kind: 'hamt', layout: isReadable(source, root, usual) ? usual : { ...usual, bitWidth: 3 } };
}

function isReadable(source: MemoryBlocks, root: Cid, layout: HamtLayout<Uint8Array, CborValue>): boolean {
  try {
    source.run(source.run(Hamt.open(layout, root)).entries());
    return true;
  } catch (error) {
    expect(error).toMatchObject({ message: expect.stringContaining('belongs elsewhere') });
    return false;
  }
}

function isAmtNode(value: unknown): boolean {
  return Array.isArray(value) && value.length === 3 && value[0] instanceof Uint8Array && Array.isArray(value[1]) && Array.isArray(value[2]);
}

function isHamtEntry(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value[0] instanceof Uint8Array;
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function isPlainMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof CID);
}

/** Every link of a value to another block of the state. */
function linksOf(value: unknown): Cid[] {
  const cid = value instanceof CID ? cidOfCborLink(value) : undefined;
  if (cid !== undefined) return cidParts(cid).codec === DAG_CBOR ? [cid] : [];
  if (value instanceof Uint8Array || value instanceof CID || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(linksOf);
}

/** The same items in an order that follows from a number. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return items
    .map((item) => ({ item, at: next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
}

interface Read {
  readonly values: CborValue[];
  /** The root made again from the same entries in another order, and the blocks of it. */
  readonly again: Cid;
  readonly blocks: ReadonlySet<Cid>;
  /** The root after half of the entries were taken away, and the root of the other half alone. */
  readonly rest: readonly [taken: Cid, alone: Cid];
}

function readAgain(source: MemoryBlocks, root: Cid, collection: Collection): Read {
  return collection.kind === 'amt' ? readAmtAgain(source, root, collection.layout) : readHamtAgain(source, root, collection.layout);
}

function readAmtAgain(source: MemoryBlocks, root: Cid, layout: AmtLayout<CborValue>): Read {
  const entries = source.run(source.run(Amt.open(layout, root)).entries());
  const target = new MemoryBlocks();
  const make = (some: typeof entries) => some.reduce((amt, entry) => target.run(amt.set(...entry)), Amt.empty(layout));
  const mixed = shuffled(entries, entries.length);
  const amt = make(mixed);
  const again = amt.flush(target.put);
  expect(Amt.from(layout, entries).flush((bytes) => cidOfDagCbor(bytes))).toBe(again);
  const blocks = new Set(target.byCid.keys());
  const half = mixed.slice(mixed.length >> 1);
  const taken = mixed.slice(0, mixed.length >> 1).reduce((less, [index]) => target.run(less.delete(index)), amt);
  return { values: entries.map(([, value]) => value), again, blocks, rest: [taken.flush(target.put), make(half).flush(target.put)] };
}

function readHamtAgain(source: MemoryBlocks, root: Cid, layout: HamtLayout<Uint8Array, CborValue>): Read {
  const entries = source.run(source.run(Hamt.open(layout, root)).entries());
  const target = new MemoryBlocks();
  const make = (some: typeof entries) => some.reduce((hamt, entry) => target.run(hamt.set(...entry)), Hamt.empty(layout));
  const mixed = shuffled(entries, entries.length);
  const hamt = make(mixed);
  const again = hamt.flush(target.put);
  const blocks = new Set(target.byCid.keys());
  const half = mixed.slice(mixed.length >> 1);
  const taken = mixed.slice(0, mixed.length >> 1).reduce((less, [key]) => target.run(less.delete(key)), hamt);
  return { values: entries.map(([, value]) => value), again, blocks, rest: [taken.flush(target.put), make(half).flush(target.put)] };
}

describe.each([
  { network: 'mainnet', expected: { blocks: 1222, amts: 21, hamts: 10, entries: 11_604, collectionBlocks: 1165, objects: 47 } },
  { network: 'butterflynet', expected: { blocks: 7171, amts: 1011, hamts: 1457, entries: 13_148, collectionBlocks: 6979, objects: 176 } },
] as const)('every collection of the genesis of $network', ({ network, expected }) => {
  it('is read, and made again from its entries in another order it has the same root and blocks', () => {
    const { root, blocks } = readCar(`chain/state/${network}-genesis.car.zst`);
    const source = new MemoryBlocks();
    for (const { cid, bytes } of blocks) {
      const own = parseCid(cid.toString());
      const { codec, hash, digest } = cidParts(own);
      expect(DIGESTS.get(hash)?.(bytes)).toEqual(digest);
      // The others are the code of actors.
      if (codec === DAG_CBOR) source.byCid.set(own, bytes);
    }
    const seen = { amts: 0, hamts: 0, entries: 0 };
    const ofCollections = new Set<Cid>();
    const objects = new Set<Cid>();
    const waiting = [parseCid(root.toString())];
    const known = new Set(waiting);
    for (let cid = waiting.pop(); cid !== undefined; cid = waiting.pop()) {
      const block = decodeWithCborg(source.get(cid));
      const collection = collectionOf(block, source, cid);
      let links = collection === undefined ? linksOf(block) : [];
      if (collection === undefined) objects.add(cid);
      else {
        source.forget();
        const read = readAgain(source, cid, collection);
        expect(read.again).toBe(cid);
        expect(read.blocks).toEqual(new Set([cid, ...source.asked]));
        expect(read.rest[0]).toBe(read.rest[1]);
        for (const part of read.blocks) ofCollections.add(part);
        seen.entries += read.values.length;
        seen[collection.kind === 'amt' ? 'amts' : 'hamts'] += 1;
        links = read.values.flatMap(linksOf);
      }
      for (const link of links) {
        if (known.has(link) || !source.byCid.has(link)) continue;
        known.add(link);
        waiting.push(link);
      }
    }
    checked(blocks.length, expected.blocks, `blocks of ${network} by their hash`);
    checked(seen.amts, expected.amts, `arrays of ${network} made again`);
    checked(seen.hamts, expected.hamts, `maps of ${network} made again`);
    checked(seen.entries, expected.entries, `entries of ${network}`);
    checked(ofCollections.size, expected.collectionBlocks, `blocks of collections of ${network}`);
    checked(objects.size, expected.objects, `other blocks of ${network}`);
    // Nothing of the file is left out.
    expect([...source.byCid.keys()].filter((cid) => !ofCollections.has(cid) && !objects.has(cid))).toEqual([]);
  });
});
