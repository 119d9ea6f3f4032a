import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import type { PlainBlocks } from './plain-blocks.ts';
import { address, bytes, link, list, type PlainLayout, type Reader, signedVarint, unsignedVarint } from './plain-readers.ts';

const BUCKET = 3;
/** Bit width of all arrays in actors version 0. */
const WIDTH_OF_V0 = 3;
/** Bit width of most maps. */
const USUAL_WIDTH = 5;

interface Entry<V> {
  readonly key: Uint8Array;
  readonly value: V;
}

/**
 * Blocks and collections of a state in one layout. Collections are checked to be canonical, with one root per content: go-amt-ipld v2
 * and v4, go-hamt-ipld v1 and v3.
 */
export class PlainState {
  readonly layout: PlainLayout;
  readonly #blocks: PlainBlocks;

  constructor(blocks: PlainBlocks, layout: PlainLayout) {
    this.#blocks = blocks;
    this.layout = layout;
  }

  block<T>(reader: Reader<T>, cid: CID): T {
    return reader(this.#blocks.value(cid), this.layout);
  }

  /** Values by index; the bit width is the current one. */
  array<T>(reader: Reader<T>, root: CID, widthOfToday: number): Map<number, T> {
    const parts = list((part) => part)(this.#blocks.value(root), this.layout);
    const width = this.layout === 'v0' ? WIDTH_OF_V0 : widthOfToday;
    const [height, count] = parts.slice(-3).map((part) => (typeof part === 'number' ? part : Number.NaN));
    if (parts.length !== (this.layout === 'v0' ? 3 : 4) || height === undefined || count === undefined)
      throw new Error(`${root} is no array`);
    if (this.layout !== 'v0' && parts[0] !== width) throw new Error(`the array ${root} is ${parts[0]} wide, not ${width}`);
    const values = new Map<number, T>();
    this.#readArray(parts.at(-1), height, 0, width, (index, value) => values.set(index, reader(value, this.layout)));
    if (values.size !== count) throw new Error(`the array ${root} has ${values.size} values and says ${count}`);
    const last = [...values.keys()].at(-1) ?? -1;
    if (height > 0 && last < 2 ** (width * height)) throw new Error(`the array ${root} is higher than it has to be`);
    return values;
  }

  /** Entries in their order on chain. */
  map<V>(reader: Reader<V>, root: CID, width = USUAL_WIDTH): Entry<V>[] {
    const entries: Entry<V>[] = [];
    this.#readMap(this.#blocks.value(root), 0, '', width, (key, value) => entries.push({ key, value: reader(value, this.layout) }));
    return entries;
  }

  mapByAddress<V>(reader: Reader<V>, root: CID, width?: number): Map<string, V> {
    return new Map(this.map(reader, root, width).map(({ key, value }) => [address(key, this.layout), value]));
  }

  mapByUnsigned<V>(reader: Reader<V>, root: CID, width?: number): Map<number, V> {
    return new Map(this.map(reader, root, width).map(({ key, value }) => [unsignedVarint(key), value]));
  }

  mapBySigned<V>(reader: Reader<V>, root: CID, width?: number): Map<number, V> {
    return new Map(this.map(reader, root, width).map(({ key, value }) => [signedVarint(key), value]));
  }

  #readArray(node: unknown, height: number, first: number, width: number, take: (index: number, value: unknown) => void): void {
    const [bitmap, links, values] = list((part) => part)(node, this.layout);
    const map = bytes(bitmap, this.layout);
    if (map.length !== Math.max(1, 2 ** width / 8)) throw new Error(`a node of ${2 ** width} places has a map of ${map.length} bytes`);
    const places = [...Array(2 ** width).keys()].filter((place) => ((map[place >> 3] ?? 0) >> (place & 7)) & 1);
    const children = list(link)(links, this.layout);
    const leaves = list((value) => value)(values, this.layout);
    const [taken, other] = height === 0 ? [leaves, children] : [children, leaves];
    if (other.length > 0 || taken.length !== places.length) throw new Error('a node of an array has other things than its map says');
    if (first > 0 && taken.length === 0) throw new Error('a node of an array is empty');
    for (const [index, place] of places.entries()) {
      if (height === 0) take(first + place, leaves[index]);
      else this.#readArray(this.#blocks.value(children[index] as CID), height - 1, first + place * 2 ** (width * height), width, take);
    }
  }

  /** Return the number of entries; `path` is the hash prefix in binary digits. */
  #readMap(node: unknown, depth: number, path: string, width: number, take: (key: Uint8Array, value: unknown) => void): number {
    const [bitmap, pointers] = list((part) => part)(node, this.layout);
    const map = BigInt(`0x0${Buffer.from(bytes(bitmap, this.layout)).toString('hex')}`);
    const places = [...Array(2 ** width).keys()].filter((place) => (map >> BigInt(place)) & 1n);
    const children = list((pointer) => pointer)(pointers, this.layout);
    if (children.length !== places.length) throw new Error('a node of a map has more or fewer pointers than its map says');
    let count = 0;
    for (const [index, place] of places.entries()) {
      const child = this.#pointer(children[index]);
      const here = path + place.toString(2).padStart(width, '0');
      if (child instanceof CID) count += this.#readMap(this.#blocks.value(child), depth + 1, here, width, take);
      else count += readBucket(child, here, take);
    }
    if (depth > 0 && count <= BUCKET) throw new Error('a node of a map should be a bucket');
    return count;
  }

  /** A bucket or a link; in layout v0 inside a map with one key. */
  #pointer(pointer: unknown): CID | readonly unknown[] {
    const inner = this.layout !== 'v0' || CID.asCID(pointer) !== null ? pointer : Object.values(pointer as object)[0];
    return CID.asCID(inner) ?? list((entry) => entry)(inner, this.layout);
  }
}

function readBucket(bucket: readonly unknown[], path: string, take: (key: Uint8Array, value: unknown) => void): number {
  const entries = bucket.map((entry) => list((part) => part)(entry, 'v16'));
  if (entries.length === 0 || entries.length > BUCKET) throw new Error(`a bucket of a map has ${entries.length} entries`);
  let before: Uint8Array | undefined;
  for (const [key, value] of entries) {
    const encoded = bytes(key, 'v16');
    if (before !== undefined && Buffer.compare(before, encoded) >= 0) throw new Error('the keys of a bucket are not in their order');
    if (!binaryHash(encoded).startsWith(path)) throw new Error('a key of a map stands where its hash does not lead');
    before = encoded;
    take(encoded, value);
  }
  return entries.length;
}

function binaryHash(key: Uint8Array): string {
  return [...createHash('sha256').update(key).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
}

/** Value of a set's keys. */
export const nothing: Reader<null> = (value) => {
  if (value !== null) throw new Error('the values of a set are null');
  return null;
};
