/**
 * HAMT, the map of Filecoin's state: values by key in a tree of blocks, placed by the bits of the key's sha2-256. A `Hamt` is a value:
 * `set` and `delete` give another one that shares everything untouched with it. What was changed lives in memory until `flush` stores it.
 * The same entries give the same root, in whatever order they were set. Sources: go-hamt-ipld v1 (form `v0`) and v3 (form `v3`).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from '../bytes.ts';
import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import {
  BUCKET_SIZE,
  compareBytes,
  decodeHamtNode,
  emptyHamtNode,
  encodeHamtNode,
  type HamtBucket,
  type HamtChild,
  type HamtEntry,
  type HamtNode,
  type HamtPointer,
  isBucket,
} from './hamt-node.ts';
import type { HamtLayout } from './layout.ts';
import { type PutBlock, readBlock, together, type Walk } from './walk.ts';

const HASH_BITS = 256;

export class Hamt<K, V> {
  readonly layout: HamtLayout<K, V>;
  readonly root: HamtNode<V>;
  #cid: Cid | undefined;

  private constructor(layout: HamtLayout<K, V>, root: HamtNode<V>, cid?: Cid) {
    this.layout = layout;
    this.root = root;
    this.#cid = cid;
  }

  static empty<K, V>(layout: HamtLayout<K, V>): Hamt<K, V> {
    return new Hamt(layout, emptyHamtNode(layout.bitWidth));
  }

  /** Reads the root node. Throws `DomainError` `state-tree` where the block is no node of such a map. */
  static *open<K, V>(layout: HamtLayout<K, V>, cid: Cid): Walk<Hamt<K, V>> {
    return new Hamt(layout, decodeHamtNode(layout, yield* readBlock(cid)), cid);
  }

  get isEmpty(): boolean {
    return this.root.every((pointer) => pointer === undefined);
  }

  *get(key: K): Walk<V | undefined> {
    const bytes = this.layout.key.toBytes(key);
    const hash = sha256(bytes);
    let node = this.root;
    for (let depth = 0; ; depth += 1) {
      const pointer = node[this.#place(hash, depth)];
      if (pointer === undefined) return undefined;
      if (isBucket(pointer)) return pointer.find((entry) => equalBytes(entry.key, bytes))?.value;
      node = yield* this.#load(pointer);
    }
  }

  *has(key: K): Walk<boolean> {
    return (yield* this.get(key)) !== undefined;
  }

  /** The map with this value for this key. */
  *set(key: K, value: V): Walk<Hamt<K, V>> {
    const bytes = this.layout.key.toBytes(key);
    return new Hamt(this.layout, yield* this.#setIn(this.root, { key: bytes, value }, sha256(bytes), 0));
  }

  /** The map without this key. */
  *delete(key: K): Walk<Hamt<K, V>> {
    if (!(yield* this.has(key))) return this;
    const bytes = this.layout.key.toBytes(key);
    return new Hamt(this.layout, yield* this.#deleteIn(this.root, bytes, sha256(bytes), 0));
  }

  /** All keys and values, in the order of their hashes. Asks for all nodes of one depth at once. */
  *entries(): Walk<(readonly [key: K, value: V])[]> {
    const entries = yield* this.#entriesOf(this.root);
    return entries.map(({ key, value }) => [this.layout.key.fromBytes(key), value] as const);
  }

  /** Stores what is not stored yet, children first, and answers the CID of the root. */
  flush(put: PutBlock): Cid {
    this.#cid ??= this.#store(this.root, put);
    return this.#cid;
  }

  *#load(child: HamtChild<V>): Walk<HamtNode<V>> {
    child.node ??= yield* this.#read(child);
    return child.node;
  }

  /** Reads a child without keeping it: a walk over everything would keep the whole tree. */
  *#read({ cid, node }: HamtChild<V>): Walk<HamtNode<V>> {
    if (node !== undefined) return node;
    if (cid === undefined) throw new Error('a child of a HAMT has neither a node nor a CID');
    return decodeHamtNode(this.layout, yield* readBlock(cid));
  }

  *#setIn(node: HamtNode<V>, entry: HamtEntry<V>, hash: Uint8Array, depth: number): Walk<HamtNode<V>> {
    const place = this.#place(hash, depth);
    const pointer = node[place];
    if (pointer === undefined) return node.with(place, [entry]);
    if (!isBucket(pointer)) {
      const below = yield* this.#setIn(yield* this.#load(pointer), entry, hash, depth + 1);
      return node.with(place, { cid: undefined, node: below });
    }
    const others = pointer.filter(({ key }) => !equalBytes(key, entry.key));
    if (others.length < BUCKET_SIZE) return node.with(place, sorted([...others, entry]));
    let below: HamtNode<V> = emptyHamtNode(this.layout.bitWidth);
    for (const one of [...others, entry]) below = yield* this.#setIn(below, one, sha256(one.key), depth + 1);
    return node.with(place, { cid: undefined, node: below });
  }

  *#deleteIn(node: HamtNode<V>, key: Uint8Array, hash: Uint8Array, depth: number): Walk<HamtNode<V>> {
    const place = this.#place(hash, depth);
    const pointer = node[place];
    if (pointer === undefined) return node;
    if (isBucket(pointer)) {
      const rest = pointer.filter((entry) => !equalBytes(entry.key, key));
      return node.with(place, rest.length === 0 ? undefined : rest);
    }
    const below = yield* this.#deleteIn(yield* this.#load(pointer), key, hash, depth + 1);
    const bucket = bucketOf(below);
    return node.with(place, bucket === undefined ? { cid: undefined, node: below } : bucket.length === 0 ? undefined : bucket);
  }

  *#entriesOf(node: HamtNode<V>): Walk<HamtEntry<V>[]> {
    const walks = node.flatMap((pointer) => (pointer === undefined ? [] : [this.#entriesBehind(pointer)]));
    return (yield* together(walks)).flat();
  }

  *#entriesBehind(pointer: HamtPointer<V>): Walk<readonly HamtEntry<V>[]> {
    return isBucket(pointer) ? pointer : yield* this.#entriesOf(yield* this.#read(pointer));
  }

  #store(node: HamtNode<V>, put: PutBlock): Cid {
    for (const pointer of node) {
      if (pointer === undefined || isBucket(pointer) || pointer.cid !== undefined || pointer.node === undefined) continue;
      pointer.cid = this.#store(pointer.node, put);
    }
    return put(encodeHamtNode(this.layout, node));
  }

  /** The place of a hash in a node of this depth: so many bits further on, the highest first. */
  #place(hash: Uint8Array, depth: number): number {
    const { bitWidth } = this.layout;
    const start = depth * bitWidth;
    if (start + bitWidth > HASH_BITS) throw new DomainError('state-tree', 'This map is deeper than a hash can lead: the state is damaged.');
    let place = 0;
    for (let bit = start; bit < start + bitWidth; bit += 1) place = (place << 1) | (((hash[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
    return place;
  }
}

/** What a node holds, where a single bucket can hold it: such a node does not stay. */
function bucketOf<V>(node: HamtNode<V>): HamtBucket<V> | undefined {
  const entries: HamtEntry<V>[] = [];
  for (const pointer of node) {
    if (pointer === undefined) continue;
    if (!isBucket(pointer) || entries.length + pointer.length > BUCKET_SIZE) return undefined;
    entries.push(...pointer);
  }
  return sorted(entries);
}

function sorted<V>(entries: readonly HamtEntry<V>[]): HamtBucket<V> {
  return entries.toSorted((left, right) => compareBytes(left.key, right.key));
}
