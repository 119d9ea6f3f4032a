/**
 * AMT, the array of Filecoin's state: values by index in a tree of blocks. An `Amt` is immutable: `set` and `delete` return a new one
 * that shares unchanged nodes. Changes are in memory until `flush` stores them. The same entries always have the same root,
 * regardless of insertion order. Sources: go-amt-ipld v2 (form `v0`) and v4 (form `v3`).
 */
import { DomainError } from '../domain-error.ts';
import type { Cid } from '../encoding/cid.ts';
import {
  type AmtChild,
  type AmtNode,
  type AmtRoot,
  checkedIndex,
  checkSize,
  decodeAmtNode,
  decodeAmtRoot,
  emptyLeaf,
  encodeAmtNode,
  encodeAmtRoot,
  readAmtChildren,
} from './amt-node.ts';
import type { AmtLayout } from './layout.ts';
import { type PutBlock, readBlock, type Walk } from './walk.ts';

/** A half-open range of indices. */
export interface IndexRange {
  readonly from: number;
  readonly before: number;
}

const EVERY_INDEX: IndexRange = { from: 0, before: Number.POSITIVE_INFINITY };

/** An array of a layout, with the nodes read or changed so far. */
export class Amt<V> {
  readonly layout: AmtLayout<V>;
  readonly root: AmtRoot<V>;
  #cid: Cid | undefined;

  private constructor(layout: AmtLayout<V>, root: AmtRoot<V>, cid?: Cid) {
    this.layout = layout;
    this.root = root;
    this.#cid = cid;
  }

  static empty<V>(layout: AmtLayout<V>): Amt<V> {
    return new Amt(layout, { height: 0, count: 0, node: emptyLeaf(layout) });
  }

  /**
   * Create an array from values by ascending index; faster than setting them one by one. Throws for indices that do not ascend.
   */
  static from<V>(layout: AmtLayout<V>, entries: Iterable<readonly [index: number, value: V]>): Amt<V> {
    const all = [...entries];
    all.forEach(([index], at) => {
      if (checkedIndex(index) <= (all[at - 1]?.[0] ?? -1)) throw new Error('an AMT is made from ascending indices');
    });
    const leaves = grouped(layout, all);
    let level = leaves.map(({ at, places }): [number, AmtChild<V>] => [at, { cid: undefined, node: { isLeaf: true, values: places } }]);
    let height = 0;
    for (; level.length > 1 || (level[0]?.[0] ?? 0) > 0; height += 1) {
      level = grouped(layout, level).map(({ at, places }) => [at, { cid: undefined, node: { isLeaf: false, children: places } }]);
    }
    return new Amt(layout, { height, count: all.length, node: level[0]?.[1].node ?? emptyLeaf(layout) });
  }

  /** Read the root. Throws `DomainError` `state-tree` if the block is not the root of such an array. */
  static *open<V>(layout: AmtLayout<V>, cid: Cid): Walk<Amt<V>> {
    return new Amt(layout, decodeAmtRoot(layout, yield* readBlock(cid)), cid);
  }

  /** Number of values, from the root. */
  get count(): number {
    return this.root.count;
  }

  *get(index: number): Walk<V | undefined> {
    if (checkedIndex(index) >= this.#capacity(this.root.height)) return undefined;
    let { node } = this.root;
    for (let height = this.root.height; !node.isLeaf; height -= 1) {
      const child = node.children[this.#place(index, height)];
      if (child === undefined) return undefined;
      node = child.node ?? (yield* this.#load(child, height - 1));
    }
    return node.values[this.#place(index, 0)];
  }

  *has(index: number): Walk<boolean> {
    return (yield* this.get(index)) !== undefined;
  }

  /** Return the array with a value set. */
  *set(index: number, value: V): Walk<Amt<V>> {
    let { height, node } = this.root;
    while (checkedIndex(index) >= this.#capacity(height)) {
      if (this.count > 0) node = this.#inner([{ cid: undefined, node }]);
      height += 1;
    }
    // An empty array grows without a node below.
    if (this.count === 0 && node.isLeaf !== (height === 0)) node = height === 0 ? emptyLeaf(this.layout) : this.#inner([]);
    const { node: next, isNew } = yield* this.#setIn(node, height, index, value);
    return new Amt(this.layout, { height, count: this.count + (isNew ? 1 : 0), node: next });
  }

  /** Return the array without an index. */
  *delete(index: number): Walk<Amt<V>> {
    if (!(yield* this.has(index))) return this;
    let { height } = this.root;
    let node = (yield* this.#deleteIn(this.root.node, height, index)) ?? emptyLeaf(this.layout);
    if (node.isLeaf) height = 0;
    // Collapse a root whose only child is the first.
    for (; !node.isLeaf; height -= 1) {
      const [first, ...others] = node.children;
      if (first === undefined || others.some((child) => child !== undefined)) break;
      node = yield* this.#load(first, height - 1);
    }
    return new Amt(this.layout, { height, count: this.count - 1, node });
  }

  /**
   * Return all entries of a range by ascending index, in one round per height. Throws `DomainError` `state-tree` for indices beyond
   * 2^53 − 1, for more entries than the limit, and if all values are read and their number does not match the root's count.
   */
  *entries(range: IndexRange = EVERY_INDEX): Walk<(readonly [index: number, value: V])[]> {
    let level = [{ start: 0, node: this.root.node }];
    for (let height = this.root.height; height > 0; height -= 1) {
      const below = this.#childrenOf(level, height, range);
      const nodes = yield* readAmtChildren(
        this.layout,
        below.map(({ child }) => child),
        height - 1,
      );
      level = nodes.map((node, at) => ({ start: below[at]?.start ?? 0, node }));
    }
    const entries: (readonly [number, V])[] = [];
    for (const { start, node } of level) {
      checkSize(entries.length, 'values', this.count);
      for (const [at, value] of node.isLeaf ? node.values.entries() : []) {
        const index = start + at;
        if (value !== undefined && index >= range.from && index < range.before) entries.push([index, value]);
      }
    }
    if (range === EVERY_INDEX && entries.length !== this.count) throw wrongCount();
    return entries;
  }

  /** Store unsaved nodes, children first, and return the CID of the root. */
  flush(put: PutBlock): Cid {
    if (this.#cid === undefined) {
      this.#storeChildren(this.root.node, put);
      this.#cid = put(encodeAmtRoot(this.layout, this.root));
    }
    return this.#cid;
  }

  *#load(child: AmtChild<V>, height: number): Walk<AmtNode<V>> {
    if (child.node !== undefined) return child.node;
    if (child.cid === undefined) throw new Error('a child of an AMT has neither a node nor a CID');
    child.node = decodeAmtNode(this.layout, yield* readBlock(child.cid), height);
    return child.node;
  }

  *#setIn(node: AmtNode<V>, height: number, index: number, value: V): Walk<{ node: AmtNode<V>; isNew: boolean }> {
    const place = this.#place(index, height);
    if (node.isLeaf) return { node: { isLeaf: true, values: node.values.with(place, value) }, isNew: node.values[place] === undefined };
    const child = node.children[place];
    const below = child === undefined ? (height === 1 ? emptyLeaf(this.layout) : this.#inner([])) : yield* this.#load(child, height - 1);
    const { node: next, isNew } = yield* this.#setIn(below, height - 1, index, value);
    return { node: { isLeaf: false, children: node.children.with(place, { cid: undefined, node: next }) }, isNew };
  }

  /** Return the node without an index; undefined if it becomes empty. */
  *#deleteIn(node: AmtNode<V>, height: number, index: number): Walk<AmtNode<V> | undefined> {
    const place = this.#place(index, height);
    if (node.isLeaf) {
      const values = node.values.with(place, undefined);
      return values.some((value) => value !== undefined) ? { isLeaf: true, values } : undefined;
    }
    const child = node.children[place];
    if (child === undefined) return node;
    const next = yield* this.#deleteIn(yield* this.#load(child, height - 1), height - 1, index);
    const children = node.children.with(place, next === undefined ? undefined : { cid: undefined, node: next });
    return children.some((one) => one !== undefined) ? { isLeaf: false, children } : undefined;
  }

  /** Return the children of nodes of one height that overlap the range. */
  #childrenOf(level: readonly { start: number; node: AmtNode<V> }[], height: number, range: IndexRange) {
    const size = this.#capacity(height - 1);
    const below: { start: number; child: AmtChild<V> }[] = [];
    for (const { start, node } of level) {
      checkSize(below.length, 'nodes', this.count);
      for (const [at, child] of node.isLeaf ? [] : node.children.entries()) {
        const from = start + at * size;
        if (child !== undefined && from < range.before && from + size > range.from) below.push({ start: checkedIndex(from), child });
      }
    }
    return below;
  }

  #storeChildren(node: AmtNode<V>, put: PutBlock): void {
    if (node.isLeaf) return;
    for (const child of node.children) {
      if (child === undefined || child.cid !== undefined || child.node === undefined) continue;
      this.#storeChildren(child.node, put);
      child.cid = put(encodeAmtNode(this.layout, child.node));
    }
  }

  #inner(children: readonly AmtChild<V>[]): AmtNode<V> {
    return { isLeaf: false, children: Array.from({ length: 2 ** this.layout.bitWidth }, (_, at) => children[at]) };
  }

  /** Number of indices of a node of a height. */
  #capacity(height: number): number {
    return 2 ** (this.layout.bitWidth * (height + 1));
  }

  #place(index: number, height: number): number {
    return Math.floor(index / 2 ** (this.layout.bitWidth * height)) % 2 ** this.layout.bitWidth;
  }
}

/** Group slots by ascending index into nodes: `at` is the index of a node at its height. */
function grouped<V, T>({ bitWidth }: AmtLayout<V>, entries: readonly (readonly [index: number, place: T])[]) {
  const width = 2 ** bitWidth;
  const nodes: { at: number; places: (T | undefined)[] }[] = [];
  let node: { at: number; places: (T | undefined)[] } | undefined;
  for (const [index, place] of entries) {
    const at = Math.floor(index / width);
    if (node?.at !== at) {
      node = { at, places: new Array<T | undefined>(width).fill(undefined) };
      nodes.push(node);
    }
    node.places[index % width] = place;
  }
  return nodes;
}

function wrongCount(): DomainError {
  return new DomainError('state-tree', 'Corrupt state: the array’s number of values does not match its root’s count.');
}
