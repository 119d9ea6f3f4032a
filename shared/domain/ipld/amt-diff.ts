import type { Amt } from './amt.ts';
import { type AmtChild, type AmtNode, checkedIndex, checkSize, readAmtChildren } from './amt-node.ts';
import { type EntryChange, entryChange, isShared } from './entry-change.ts';
import type { AmtLayout } from './layout.ts';
import type { Walk } from './walk.ts';

/** Two nodes of the same height and index range, from `start` on. */
interface Pair<V> {
  readonly start: number;
  readonly before: AmtNode<V> | undefined;
  readonly after: AmtNode<V> | undefined;
}

/** Children of the same index range, from `start` on, that may differ. */
interface Changed<V> {
  readonly start: number;
  readonly before: AmtChild<V> | undefined;
  readonly after: AmtChild<V> | undefined;
}

/**
 * Compare two arrays of the same layout: added, removed and changed entries by ascending index. Shared subtrees are not read; the
 * others are read in one round per height. Throws `DomainError` for an invalid array.
 */
export function* diffAmt<V>(before: Amt<V>, after: Amt<V>): Walk<EntryChange<number, V>[]> {
  const { layout } = after;
  const top = Math.max(before.root.height, after.root.height);
  let pairs: Pair<V>[] = [{ start: 0, before: raised(before, top), after: raised(after, top) }];
  for (let height = top; height > 0; height -= 1) {
    const size = 2 ** (layout.bitWidth * height);
    const below: Changed<V>[] = [];
    for (const pair of pairs) {
      below.push(...changedChildren(pair, 2 ** layout.bitWidth, size));
      checkSize(below.length, 'nodes', before.count + after.count);
    }
    const nodes = yield* readAmtChildren(
      layout,
      below.flatMap((one) => [one.before, one.after].filter((child) => child !== undefined)),
      height - 1,
    );
    let next = 0;
    pairs = below.map((one) => ({
      start: one.start,
      before: one.before && nodes[next++],
      after: one.after && nodes[next++],
    }));
  }
  const changes: EntryChange<number, V>[] = [];
  for (const pair of pairs) {
    changes.push(...changedValues(layout, pair));
    checkSize(changes.length, 'values', before.count + after.count);
  }
  return changes;
}

/** Return the root of an array as a node of a greater height. */
function raised<V>({ layout, root }: Amt<V>, height: number): AmtNode<V> {
  let { node } = root;
  for (let at = root.height; at < height; at += 1) {
    const children = new Array<AmtChild<V> | undefined>(2 ** layout.bitWidth).fill(undefined);
    // An empty array has nodes of one height only.
    children[0] = root.count === 0 ? undefined : { cid: undefined, node };
    node = { isLeaf: false, children };
  }
  return node;
}

function changedChildren<V>({ start, before, after }: Pair<V>, width: number, size: number): Changed<V>[] {
  const changed: Changed<V>[] = [];
  for (let place = 0; place < width; place += 1) {
    const one = childOf(before, place);
    const other = childOf(after, place);
    if (one === other || (one !== undefined && other !== undefined && isShared(one, other))) continue;
    changed.push({ start: checkedIndex(start + place * size), before: one, after: other });
  }
  return changed;
}

function changedValues<V>(layout: AmtLayout<V>, { start, before, after }: Pair<V>): EntryChange<number, V>[] {
  return Array.from({ length: 2 ** layout.bitWidth }, (_, place) =>
    entryChange(layout.value, start + place, heldAt(before, place), heldAt(after, place)),
  ).flat();
}

function childOf<V>(node: AmtNode<V> | undefined, place: number): AmtChild<V> | undefined {
  return node === undefined || node.isLeaf ? undefined : node.children[place];
}

function heldAt<V>(node: AmtNode<V> | undefined, place: number): V | undefined {
  return node?.isLeaf ? node.values[place] : undefined;
}
