import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from '../encoding/bytes.ts';
import { type EntryChange, entryChange, isShared } from './entry-change.ts';
import type { Hamt } from './hamt.ts';
import {
  checkDepth,
  checkedBucket,
  emptyHamtNode,
  type HamtBucket,
  type HamtChild,
  type HamtNode,
  type HamtPointer,
  isBucket,
  placeOf,
  readHamtChildren,
} from './hamt-node.ts';
import type { HamtLayout } from './layout.ts';
import type { Walk } from './walk.ts';

/** The items of two maps at the same position, with its path. */
interface Pair<T> {
  readonly path: readonly number[];
  readonly before: T;
  readonly after: T;
}

/**
 * Compare two maps of the same layout: added, removed and changed entries, unordered. Shared subtrees are not read; the others are
 * read in one round per depth. Throws `DomainError` for an invalid map.
 */
export function* diffHamt<K, V>(before: Hamt<K, V>, after: Hamt<K, V>): Walk<EntryChange<K, V>[]> {
  const difference = new HamtDifference(before, after);
  const changes: EntryChange<K, V>[] = [];
  do {
    for (const change of yield* difference.next(Number.POSITIVE_INFINITY)) changes.push(change);
  } while (!difference.isDone);
  return changes;
}

/** Incremental comparison of two maps, with bounded reads and memory. */
export class HamtDifference<K, V> {
  readonly #layout: HamtLayout<K, V>;
  /** Stack of unread subtrees; depth first, to keep it small. */
  readonly #below: Pair<HamtPointer<V> | undefined>[] = [];
  #changes: EntryChange<K, V>[] = [];

  /** Throws as `diffHamt`. */
  constructor(before: Hamt<K, V>, after: Hamt<K, V>) {
    this.#layout = after.layout;
    this.#take([{ path: [], before: before.root, after: after.root }]);
  }

  get isDone(): boolean {
    return this.#below.length === 0 && this.#changes.length === 0;
  }

  /** Return more changes, reading at most a number of subtree pairs in one round. Throws as `diffHamt`. */
  *next(pairsAtMost: number): Walk<EntryChange<K, V>[]> {
    const pairs = this.#below.splice(-pairsAtMost);
    for (const { path } of pairs) checkDepth(path.length, this.#layout.bitWidth);
    const read = yield* readHamtChildren(
      this.#layout,
      pairs.flatMap(({ before, after }) => [before, after].filter(isChild)),
    );
    let next = 0;
    const nodeOf = (pointer: HamtPointer<V> | undefined, path: readonly number[]) =>
      isChild(pointer) ? (read[next++] ?? []) : scattered(this.#layout, pointer ?? [], path);
    this.#take(pairs.map(({ path, before, after }) => ({ path, before: nodeOf(before, path), after: nodeOf(after, path) })));
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  #take(nodes: readonly Pair<HamtNode<V>>[]): void {
    for (const pair of nodes.flatMap(changedPointers)) {
      if (isDeeper(pair)) this.#below.push(pair);
      else this.#changes.push(...changedEntries(this.#layout, pair));
    }
  }
}

function changedPointers<V>({ path, before, after }: Pair<HamtNode<V>>): Pair<HamtPointer<V> | undefined>[] {
  return Array.from(after, (pointer, place) => ({ path: [...path, place], before: before[place], after: pointer })).filter(
    (pair) => pair.before !== pair.after && !(isChild(pair.before) && isChild(pair.after) && isShared(pair.before, pair.after)),
  );
}

function isDeeper<V>({ before, after }: Pair<HamtPointer<V> | undefined>): boolean {
  return isChild(before) || isChild(after);
}

function isChild<V>(pointer: HamtPointer<V> | undefined): pointer is HamtChild<V> {
  return pointer !== undefined && !isBucket(pointer);
}

/** Convert a bucket to the node that would replace it if it had more entries. */
function scattered<V>({ bitWidth }: HamtLayout<unknown, V>, bucket: HamtPointer<V>, path: readonly number[]): HamtNode<V> {
  const node: (HamtPointer<V> | undefined)[] = [...emptyHamtNode<V>(bitWidth)];
  for (const entry of bucketAt(bucket, path, bitWidth)) {
    const place = placeOf(sha256(entry.key), path.length, bitWidth);
    const others = node[place];
    node[place] = [...(others !== undefined && isBucket(others) ? others : []), entry];
  }
  return node;
}

function changedEntries<K, V>(layout: HamtLayout<K, V>, pair: Pair<HamtPointer<V> | undefined>): EntryChange<K, V>[] {
  const before = bucketAt(pair.before, pair.path, layout.bitWidth);
  const after = bucketAt(pair.after, pair.path, layout.bitWidth);
  const added = after.filter(({ key }) => !before.some((entry) => equalBytes(entry.key, key)));
  return [
    ...before.flatMap(({ key, value }) => {
      const now = after.find((entry) => equalBytes(entry.key, key))?.value;
      return entryChange(layout.value, layout.key.fromBytes(key), value, now);
    }),
    ...added.map(({ key, value }) => ({ key: layout.key.fromBytes(key), before: undefined, after: value })),
  ];
}

function bucketAt<V>(pointer: HamtPointer<V> | undefined, path: readonly number[], bitWidth: number): HamtBucket<V> {
  return pointer !== undefined && isBucket(pointer) ? checkedBucket(pointer, path, bitWidth) : [];
}
