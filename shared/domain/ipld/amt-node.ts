/** Nodes of an AMT and their encoding. Source: go-amt-ipld v2 `amt.go`, v4 `node.go`. */
import { DomainError } from '../domain-error.ts';
import { CborReader, CborWriter } from '../encoding/cbor.ts';
import type { Cid } from '../encoding/cid.ts';
import { readBlockLink } from './block-link.ts';
import type { Codec } from './codec.ts';
import type { AmtLayout } from './layout.ts';
import { decodeWhole } from './unreadable-block.ts';
import { readBlocks, type Walk } from './walk.ts';

/** A child of an inner node. A changed child has no CID until it is stored; a child that was not read has no node. */
export interface AmtChild<V> {
  cid: Cid | undefined;
  node: AmtNode<V> | undefined;
}

/** A node with a slot for each index; empty slots are undefined. Immutable. */
export type AmtNode<V> =
  | { readonly isLeaf: true; readonly values: readonly (V | undefined)[] }
  | { readonly isLeaf: false; readonly children: readonly (AmtChild<V> | undefined)[] };

/** Fields of the root besides its node. */
export interface AmtRoot<V> {
  readonly height: number;
  readonly count: number;
  readonly node: AmtNode<V>;
}

/** Maximum index bits of a format: go-amt-ipld v2 allows 2^63, v4 2^64. Sextant allows 2^53. */
const INDEX_BITS = { v0: 63, v3: 64 } as const;

/** Limits: several times the sectors of the largest miners, and their nodes. */
const READ_AT_ONCE = { values: 4_194_304, nodes: 262_144 } as const;

/** Check an index and return it. Throws `DomainError` `state-tree` unless it is an integer from 0 to 2^53 − 1. */
export function checkedIndex(index: number): number {
  if (Number.isSafeInteger(index) && index >= 0) return index;
  throw new DomainError('state-tree', 'An array index must be an integer from 0 to 2^53 − 1.');
}

/** An empty leaf. */
export function emptyLeaf<V>(layout: AmtLayout<V>): AmtNode<V> {
  return { isLeaf: true, values: new Array<V | undefined>(2 ** layout.bitWidth).fill(undefined) };
}

/** Decode the root of an AMT. Throws `DomainError` `state-tree` for an invalid root, `cbor` and errors of the values. */
export function decodeAmtRoot<V>(layout: AmtLayout<V>, bytes: Uint8Array): AmtRoot<V> {
  return decodeWhole(bytes, () => {
    const reader = new CborReader(bytes, 'state-tree', 'the array root');
    reader.tuple(layout.form === 'v3' ? 4 : 3);
    if (layout.form === 'v3' && reader.count('BitWidth') !== layout.bitWidth) throw wrong(`does not have bit width ${layout.bitWidth}`);
    const height = reader.count('Height');
    if (height * layout.bitWidth >= INDEX_BITS[layout.form]) throw wrong('is too high');
    const count = reader.count('Count');
    if (count > 2 ** (layout.bitWidth * (height + 1))) throw wrong('has a count beyond its capacity');
    const node = readNode(layout, reader, height);
    reader.end();
    // go-amt-ipld v2 keeps its height when the last entry is deleted.
    if (isEmpty(node) && height > 0 && layout.form === 'v3') throw wrong('is empty');
    if (isEmpty(node) !== (count === 0)) throw wrong('has a count that does not match its entries');
    return { height, count, node };
  });
}

/** Encode a root whose children are all stored. */
export function encodeAmtRoot<V>(layout: AmtLayout<V>, { height, count, node }: AmtRoot<V>): Uint8Array {
  const writer = new CborWriter();
  if (layout.form === 'v3') writer.array(4).integer(layout.bitWidth);
  else writer.array(3);
  writer.integer(height).integer(count);
  writeNode(layout, writer, node);
  return writer.finish();
}

/** Decode a node in its own block. */
export function decodeAmtNode<V>(layout: AmtLayout<V>, bytes: Uint8Array, height: number): AmtNode<V> {
  return decodeWhole(bytes, () => {
    const reader = new CborReader(bytes, 'state-tree', 'the array node');
    const node = readNode(layout, reader, height);
    reader.end();
    if (isEmpty(node)) throw wrong('is empty');
    return node;
  });
}

/**
 * Read the children of one height in one round. They are not cached: a full walk would keep the whole tree in memory. A block
 * linked several times is decoded once.
 */
export function* readAmtChildren<V>(layout: AmtLayout<V>, children: readonly AmtChild<V>[], height: number): Walk<AmtNode<V>[]> {
  const wanted = [...new Set(children.flatMap(({ cid, node }) => (node === undefined ? [cid ?? notStored()] : [])))];
  const blocks = yield* readBlocks(wanted);
  const nodes = new Map(wanted.map((cid, at) => [cid, decodeAmtNode(layout, blocks[at] ?? notStored(), height)]));
  return children.map(({ cid, node }) => node ?? (cid && nodes.get(cid)) ?? notStored());
}

/**
 * Throws `DomainError` `state-tree` if an array has more values or nodes than its root's count, or more than the limit: a few blocks
 * that link to each other repeatedly can claim any number.
 */
export function checkSize(found: number, what: 'values' | 'nodes', count: number): void {
  if (found > count) throw wrong('has more entries than its root’s count');
  if (found > READ_AT_ONCE[what]) {
    throw new DomainError('state-tree', `The array has more than ${READ_AT_ONCE[what]} ${what}, the limit for one read.`);
  }
}

/** Encode a node whose children are all stored. */
export function encodeAmtNode<V>(layout: AmtLayout<V>, node: AmtNode<V>): Uint8Array {
  const writer = new CborWriter();
  writeNode(layout, writer, node);
  return writer.finish();
}

function readNode<V>(layout: AmtLayout<V>, reader: CborReader, height: number): AmtNode<V> {
  reader.tuple(3);
  const width = 2 ** layout.bitWidth;
  const bitmap = reader.bytes('Bmap', bitmapBytes(width));
  const children = reader.list('Links', () => ({ cid: readBlockLink(reader, 'Links'), node: undefined }), width);
  const values = reader.list('Values', () => layout.value.read(reader, 'a value'), width);
  if (bitmap.length !== bitmapBytes(width)) throw wrong('has a bitmap of the wrong length');
  const isLeaf = height === 0;
  if ((isLeaf ? children : values).length > 0) throw wrong('has links and values at the wrong height');
  return isLeaf ? { isLeaf, values: spread(bitmap, width, values) } : { isLeaf, children: spread(bitmap, width, children) };
}

function writeNode<V>({ bitWidth, value }: AmtLayout<V>, writer: CborWriter, node: AmtNode<V>): void {
  const places = node.isLeaf ? node.values : node.children;
  const bitmap = new Uint8Array(bitmapBytes(2 ** bitWidth));
  for (let at = 0; at < places.length; at += 1) {
    if (places[at] !== undefined) bitmap[at >> 3] = (bitmap[at >> 3] ?? 0) | (1 << (at & 7));
  }
  writer.array(3).bytes(bitmap);
  const children = node.isLeaf ? [] : node.children.filter((child) => child !== undefined);
  writer.array(children.length);
  for (const { cid } of children) writer.link(cid ?? notStored());
  writeAll(writer, value, node.isLeaf ? node.values.filter((held) => held !== undefined) : []);
}

function writeAll<V>(writer: CborWriter, codec: Codec<V>, values: readonly V[]): void {
  writer.array(values.length);
  for (const value of values) codec.write(writer, value);
}

/** Place a node's items into the slots set in its bitmap. */
function spread<T>(bitmap: Uint8Array, width: number, held: readonly T[]): (T | undefined)[] {
  const places = new Array<T | undefined>(width);
  let next = 0;
  for (let at = 0; at < bitmap.length * 8; at += 1) {
    const isSet = (((bitmap[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
    if (at < width) places[at] = isSet ? held[next] : undefined;
    if (isSet) next += 1;
    if (isSet && at >= width) throw wrong('has a bitmap beyond its width');
  }
  if (next !== held.length) throw wrong('has items that do not match its bitmap');
  return places;
}

function isEmpty<V>(node: AmtNode<V>): boolean {
  return (node.isLeaf ? node.values : node.children).every((place) => place === undefined);
}

function bitmapBytes(width: number): number {
  return Math.max(1, width / 8);
}

function notStored(): never {
  throw new Error('a child of an AMT has neither a node nor a stored block');
}

function wrong(what: string): DomainError {
  return new DomainError('state-tree', `Corrupt state, or not the expected array: a node ${what}.`);
}
