/**
 * AMT, the array of Filecoin's state: values by index in a tree of blocks. An `Amt` is a value: `set` and `delete` give another one that
 * shares everything untouched with it. What was changed lives in memory until `flush` stores it. The same entries give the same root,
 * in whatever order they were set. Sources: go-amt-ipld v2 (form `v0`) and v4 (form `v3`).
 */
import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import {
  type AmtChild,
  type AmtNode,
  type AmtRoot,
  decodeAmtNode,
  decodeAmtRoot,
  emptyLeaf,
  encodeAmtNode,
  encodeAmtRoot,
} from './amt-node.ts';
import type { AmtLayout } from './layout.ts';
import { type PutBlock, readBlock, together, type Walk } from './walk.ts';

/** The indices that are of interest: from the first to before the last. */
export interface IndexRange {
  readonly from: number;
  readonly before: number;
}

const EVERY_INDEX: IndexRange = { from: 0, before: Number.MAX_SAFE_INTEGER };

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

  /** Reads the root. Throws `DomainError` `state-tree` where the block is no root of such an array. */
  static *open<V>(layout: AmtLayout<V>, cid: Cid): Walk<Amt<V>> {
    return new Amt(layout, decodeAmtRoot(layout, yield* readBlock(cid)), cid);
  }

  /** How many values there are, as the root says. */
  get count(): number {
    return this.root.count;
  }

  *get(index: number): Walk<V | undefined> {
    if (checked(index) >= this.#capacity(this.root.height)) return undefined;
    let { node } = this.root;
    for (let height = this.root.height; !node.isLeaf; height -= 1) {
      const child = node.children[this.#place(index, height)];
      if (child === undefined) return undefined;
      node = yield* this.#load(child, height - 1);
    }
    return node.values[this.#place(index, 0)];
  }

  *has(index: number): Walk<boolean> {
    return (yield* this.get(index)) !== undefined;
  }

  /** The array with this value at this index. */
  *set(index: number, value: V): Walk<Amt<V>> {
    let { height, node } = this.root;
    while (checked(index) >= this.#capacity(height)) {
      if (this.count > 0) node = this.#inner([{ cid: undefined, node }]);
      height += 1;
    }
    // An empty array grows without a node below: it may have been made for another height.
    if (this.count === 0 && node.isLeaf !== (height === 0)) node = height === 0 ? emptyLeaf(this.layout) : this.#inner([]);
    const { node: next, isNew } = yield* this.#setIn(node, height, index, value);
    return new Amt(this.layout, { height, count: this.count + (isNew ? 1 : 0), node: next });
  }

  /** The array without what is at this index. */
  *delete(index: number): Walk<Amt<V>> {
    if (!(yield* this.has(index))) return this;
    let { height } = this.root;
    let node = (yield* this.#deleteIn(this.root.node, height, index)) ?? emptyLeaf(this.layout);
    if (node.isLeaf) height = 0;
    // A root whose only child is the first is no longer needed.
    for (; !node.isLeaf; height -= 1) {
      const [first, ...others] = node.children;
      if (first === undefined || others.some((child) => child !== undefined)) break;
      node = yield* this.#load(first, height - 1);
    }
    return new Amt(this.layout, { height, count: this.count - 1, node });
  }

  /** Index and value of everything in a range, by ascending index. Asks for all nodes of one height at once. */
  entries(range: IndexRange = EVERY_INDEX): Walk<(readonly [index: number, value: V])[]> {
    return this.#entriesOf(this.root.node, this.root.height, 0, range);
  }

  /** Stores what is not stored yet, children first, and answers the CID of the root. */
  flush(put: PutBlock): Cid {
    if (this.#cid === undefined) {
      this.#storeChildren(this.root.node, put);
      this.#cid = put(encodeAmtRoot(this.layout, this.root));
    }
    return this.#cid;
  }

  *#load(child: AmtChild<V>, height: number): Walk<AmtNode<V>> {
    child.node ??= yield* this.#read(child, height);
    return child.node;
  }

  /** Reads a child without keeping it: a walk over everything would keep the whole tree. */
  *#read({ cid, node }: AmtChild<V>, height: number): Walk<AmtNode<V>> {
    if (node !== undefined) return node;
    if (cid === undefined) throw new Error('a child of an AMT has neither a node nor a CID');
    return decodeAmtNode(this.layout, yield* readBlock(cid), height);
  }

  *#setIn(node: AmtNode<V>, height: number, index: number, value: V): Walk<{ node: AmtNode<V>; isNew: boolean }> {
    const place = this.#place(index, height);
    if (node.isLeaf) return { node: { isLeaf: true, values: node.values.with(place, value) }, isNew: node.values[place] === undefined };
    const child = node.children[place];
    const below = child === undefined ? (height === 1 ? emptyLeaf(this.layout) : this.#inner([])) : yield* this.#load(child, height - 1);
    const { node: next, isNew } = yield* this.#setIn(below, height - 1, index, value);
    return { node: { isLeaf: false, children: node.children.with(place, { cid: undefined, node: next }) }, isNew };
  }

  /** The node without an index that it has; undefined where nothing is left of it. */
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

  *#entriesOf(node: AmtNode<V>, height: number, start: number, range: IndexRange): Walk<(readonly [number, V])[]> {
    if (node.isLeaf) {
      return node.values.flatMap((value, at) => {
        const index = start + at;
        return value === undefined || index < range.from || index >= range.before ? [] : [[index, value] as const];
      });
    }
    const size = this.#capacity(height - 1);
    const walks = node.children.flatMap((child, at) => {
      const from = start + at * size;
      return child === undefined || from >= range.before || from + size <= range.from
        ? []
        : [this.#entriesBelow(child, height, from, range)];
    });
    return (yield* together(walks)).flat();
  }

  *#entriesBelow(child: AmtChild<V>, height: number, start: number, range: IndexRange): Walk<(readonly [number, V])[]> {
    return yield* this.#entriesOf(yield* this.#read(child, height - 1), height - 1, start, range);
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

  /** How many indices a node of this height spans. */
  #capacity(height: number): number {
    return 2 ** (this.layout.bitWidth * (height + 1));
  }

  #place(index: number, height: number): number {
    return Math.floor(index / 2 ** (this.layout.bitWidth * height)) % 2 ** this.layout.bitWidth;
  }
}

function checked(index: number): number {
  if (Number.isSafeInteger(index) && index >= 0) return index;
  throw new DomainError('state-tree', 'An index of an array is a whole number of 0 to 2^53 − 1.');
}
