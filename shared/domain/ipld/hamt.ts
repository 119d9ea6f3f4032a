/**
 * HAMT, the map of Filecoin's state: values by key in a tree of blocks, placed by the bits of the key's sha2-256. A `Hamt` is immutable:
 * `set` and `delete` return a new one that shares unchanged nodes. Changes are in memory until `flush` stores them.
 * The same entries always have the same root, regardless of insertion order. Sources: go-hamt-ipld v1 (form `v0`) and v3 (form `v3`).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from '../encoding/bytes.ts';
import type { Cid } from '../encoding/cid.ts';
import {
  BUCKET_SIZE,
  bucketOf,
  checkDepth,
  checkedBucket,
  decodeHamtNode,
  emptyHamtNode,
  encodeHamtNode,
  type HamtChild,
  type HamtEntry,
  type HamtNode,
  isBucket,
  placeOf,
  readHamtChildren,
  sortedBucket,
} from './hamt-node.ts';
import type { HamtLayout } from './layout.ts';
import { type PutBlock, readBlock, type Walk } from './walk.ts';

/** A node with its path and children, in order. */
interface Reached<V> {
  readonly node: HamtNode<V>;
  readonly path: readonly number[];
  readonly below: Reached<V>[];
}

/** A map of a layout, with the nodes read or changed so far. */
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

  /** Read the root node. Throws `DomainError` `state-tree` if the block is not a node of such a map. */
  static *open<K, V>(layout: HamtLayout<K, V>, cid: Cid): Walk<Hamt<K, V>> {
    return new Hamt(layout, decodeHamtNode(layout, yield* readBlock(cid), true), cid);
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
      node = pointer.node ?? (yield* this.#load(pointer));
    }
  }

  *has(key: K): Walk<boolean> {
    return (yield* this.get(key)) !== undefined;
  }

  /** Return the map with a value set. */
  *set(key: K, value: V): Walk<Hamt<K, V>> {
    const bytes = this.layout.key.toBytes(key);
    return new Hamt(this.layout, yield* this.#setIn(this.root, { key: bytes, value }, sha256(bytes), 0));
  }

  /** Return the map without a key. */
  *delete(key: K): Walk<Hamt<K, V>> {
    if (!(yield* this.has(key))) return this;
    const bytes = this.layout.key.toBytes(key);
    return new Hamt(this.layout, yield* this.#deleteIn(this.root, bytes, sha256(bytes), 0));
  }

  /**
   * Return all entries in hash order, in one round per depth. Throws `DomainError` `state-tree` if a key is not at the position of its
   * hash, so that no key occurs twice.
   */
  *entries(): Walk<(readonly [key: K, value: V])[]> {
    const top = this.#reached(this.root, []);
    for (let level = [top], depth = 1; level.length > 0; depth += 1) {
      const below = level.flatMap((parent) => childrenOf(parent).map((child) => ({ parent, ...child })));
      if (below.length > 0) checkDepth(depth, this.layout.bitWidth);
      const nodes = yield* readHamtChildren(
        this.layout,
        below.map(({ child }) => child),
      );
      level = below.map(({ parent, path }, at) => {
        const reached = this.#reached(nodes[at] ?? [], path);
        parent.below.push(reached);
        return reached;
      });
    }
    const entries: (readonly [K, V])[] = [];
    this.#collect(top, entries);
    return entries;
  }

  /** Read a node and check its keys' position immediately: one block linked at many depths would be many nodes in memory. */
  #reached(node: HamtNode<V>, path: readonly number[]): Reached<V> {
    node.forEach((pointer, place) => {
      if (pointer !== undefined && isBucket(pointer)) checkedBucket(pointer, [...path, place], this.layout.bitWidth);
    });
    return { node, path, below: [] };
  }

  /** Store unsaved nodes, children first, and return the CID of the root. */
  flush(put: PutBlock): Cid {
    this.#cid ??= this.#store(this.root, put);
    return this.#cid;
  }

  /** Collect the entries of a node and its descendants, in order. */
  #collect({ node, below }: Reached<V>, entries: (readonly [K, V])[]): void {
    let next = 0;
    for (const pointer of node) {
      if (pointer === undefined) continue;
      if (isBucket(pointer)) {
        for (const { key, value } of pointer) entries.push([this.layout.key.fromBytes(key), value]);
      } else {
        const child = below[next];
        if (child !== undefined) this.#collect(child, entries);
        next += 1;
      }
    }
  }

  *#load(child: HamtChild<V>): Walk<HamtNode<V>> {
    if (child.cid === undefined) throw new Error('a child of a HAMT has neither a node nor a CID');
    child.node = decodeHamtNode(this.layout, yield* readBlock(child.cid), false);
    return child.node;
  }

  *#setIn(node: HamtNode<V>, entry: HamtEntry<V>, hash: Uint8Array, depth: number): Walk<HamtNode<V>> {
    const place = this.#place(hash, depth);
    const pointer = node[place];
    if (pointer === undefined) return node.with(place, [entry]);
    if (!isBucket(pointer)) {
      const below = yield* this.#setIn(pointer.node ?? (yield* this.#load(pointer)), entry, hash, depth + 1);
      return node.with(place, { cid: undefined, node: below });
    }
    const others = pointer.filter(({ key }) => !equalBytes(key, entry.key));
    if (others.length < BUCKET_SIZE) return node.with(place, sortedBucket([...others, entry]));
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
    const below = yield* this.#deleteIn(pointer.node ?? (yield* this.#load(pointer)), key, hash, depth + 1);
    const bucket = bucketOf(below);
    return node.with(place, bucket === undefined ? { cid: undefined, node: below } : bucket.length === 0 ? undefined : bucket);
  }

  #store(node: HamtNode<V>, put: PutBlock): Cid {
    for (const pointer of node) {
      if (pointer === undefined || isBucket(pointer) || pointer.cid !== undefined || pointer.node === undefined) continue;
      pointer.cid = this.#store(pointer.node, put);
    }
    return put(encodeHamtNode(this.layout, node));
  }

  #place(hash: Uint8Array, depth: number): number {
    return placeOf(hash, depth, this.layout.bitWidth);
  }
}

/** Return the children of a node with their paths. */
function childrenOf<V>({ node, path }: Reached<V>): { readonly child: HamtChild<V>; readonly path: readonly number[] }[] {
  return node.flatMap((pointer, place) => (pointer === undefined || isBucket(pointer) ? [] : [{ child: pointer, path: [...path, place] }]));
}
