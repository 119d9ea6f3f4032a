/** Nodes of a HAMT and their encoding. Source: go-hamt-ipld v1 and v3 `hamt.go`, `pointer_cbor.go`. */
import { sha256 } from '@noble/hashes/sha2.js';
import { DomainError } from '../domain-error.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { CborReader, CborWriter } from '../encoding/cbor.ts';
import type { Cid } from '../encoding/cid.ts';
import { readBlockLink } from './block-link.ts';
import type { HamtLayout } from './layout.ts';
import { decodeWhole } from './unreadable-block.ts';
import { readBlocks, type Walk } from './walk.ts';

/** A key in bytes and its value. */
export interface HamtEntry<V> {
  readonly key: Uint8Array;
  readonly value: V;
}

/** A pointer to a node. A changed node has no CID until it is stored; a node that was not read is undefined. */
export interface HamtChild<V> {
  cid: Cid | undefined;
  node: HamtNode<V> | undefined;
}

/** Up to three entries with the same hash prefix, by ascending key (go-hamt-ipld v1 lost the order on deletion). */
export type HamtBucket<V> = readonly HamtEntry<V>[];

/** The content of a slot. */
export type HamtPointer<V> = HamtChild<V> | HamtBucket<V>;

/** A node with a slot for each value of the hash bits; empty slots are undefined. Immutable. */
export type HamtNode<V> = readonly (HamtPointer<V> | undefined)[];

/** Maximum entries of a bucket; with one more it becomes a node. */
export const BUCKET_SIZE = 3;

const MAX_KEY_BYTES = 8192;
const HASH_BITS = 256;

/** Whether a slot has a bucket. */
export function isBucket<V>(pointer: HamtPointer<V>): pointer is HamtBucket<V> {
  return Array.isArray(pointer);
}

/** An empty node. */
export function emptyHamtNode<V>(bitWidth: number): HamtNode<V> {
  return new Array<HamtPointer<V> | undefined>(2 ** bitWidth).fill(undefined);
}

/**
 * Decode a node. Throws `DomainError` `state-tree` if it is invalid or should be a bucket in its parent; `cbor` and errors of the
 * values.
 */
export function decodeHamtNode<V>(layout: HamtLayout<unknown, V>, bytes: Uint8Array, isRoot: boolean): HamtNode<V> {
  return decodeWhole(bytes, () => {
    const reader = new CborReader(bytes, 'state-tree', 'the map node');
    const width = 2 ** layout.bitWidth;
    reader.tuple(2);
    const bitfield = reader.bytes('Bitfield', bitfieldBytes(width));
    if (bitfield[0] === 0) throw wrong('has a bitfield that is not minimal');
    const pointers = reader.list('Pointers', () => readPointer(layout, reader), width);
    reader.end();
    const node = new Array<HamtPointer<V> | undefined>(width);
    let next = 0;
    for (let place = 0; place < Math.max(width, bitfield.length * 8); place += 1) {
      const isSet = hasBit(bitfield, place);
      if (isSet && place >= width) throw wrong('has a bitfield beyond its width');
      if (place < width) node[place] = isSet ? pointers[next] : undefined;
      if (isSet) next += 1;
    }
    if (next !== pointers.length) throw wrong('has pointers that do not match its bitfield');
    if (!isRoot && bucketOf(node) !== undefined) throw wrong('has too few entries');
    return node;
  });
}

/**
 * Read the children of nodes in one round. They are not cached: a full walk would keep the whole tree in memory. Throws `DomainError`
 * `state-tree` if two children are the same block, whose keys cannot belong to both: repeated links cannot inflate the map.
 */
export function* readHamtChildren<V>(layout: HamtLayout<unknown, V>, children: readonly HamtChild<V>[]): Walk<HamtNode<V>[]> {
  const cids = children.flatMap(({ cid, node }) => (node === undefined ? [cid ?? notStored()] : []));
  if (new Set(cids).size !== cids.length) throw wrong('is linked twice');
  const blocks = yield* readBlocks(cids);
  let next = 0;
  return children.map(({ node }) => node ?? decodeHamtNode(layout, blocks[next++] ?? notStored(), false));
}

/** Return a node's entries if they fit a single bucket, into which it must be collapsed. */
export function bucketOf<V>(node: HamtNode<V>): HamtBucket<V> | undefined {
  const entries: HamtEntry<V>[] = [];
  for (const pointer of node) {
    if (pointer === undefined) continue;
    if (!isBucket(pointer) || entries.length + pointer.length > BUCKET_SIZE) return undefined;
    entries.push(...pointer);
  }
  return sortedBucket(entries);
}

/** Entries in the order of a bucket. */
export function sortedBucket<V>(entries: readonly HamtEntry<V>[]): HamtBucket<V> {
  return entries.toSorted((left, right) => compareBytes(left.key, right.key));
}

/** Throws `DomainError` `state-tree` for a node deeper than a hash has bits for. */
export function checkDepth(depth: number, bitWidth: number): void {
  if ((depth + 1) * bitWidth <= HASH_BITS) return;
  throw new DomainError('state-tree', 'Corrupt state: the map is deeper than its hash allows.');
}

/** Return the slot of a hash in a node of a depth, from the highest bits on. Throws as `checkDepth`. */
export function placeOf(hash: Uint8Array, depth: number, bitWidth: number): number {
  checkDepth(depth, bitWidth);
  const end = (depth + 1) * bitWidth;
  // Three bytes contain the bits of every width up to 17.
  const last = (end - 1) >> 3;
  const bits = ((hash[last - 2] ?? 0) << 16) | ((hash[last - 1] ?? 0) << 8) | (hash[last] ?? 0);
  return (bits >> (last * 8 + 8 - end)) & (2 ** bitWidth - 1);
}

/** Check a bucket against its path. Throws `DomainError` `state-tree` if one of its keys belongs elsewhere. */
export function checkedBucket<V>(bucket: HamtBucket<V>, path: readonly number[], bitWidth: number): HamtBucket<V> {
  for (const { key } of bucket) {
    const hash = sha256(key);
    if (path.some((place, depth) => placeOf(hash, depth, bitWidth) !== place)) throw wrong('has a key that belongs elsewhere');
  }
  return bucket;
}

/** Encode a node whose children are all stored. */
export function encodeHamtNode<V>(layout: HamtLayout<unknown, V>, node: HamtNode<V>): Uint8Array {
  const bits = new Uint8Array(bitfieldBytes(node.length));
  for (let place = 0; place < node.length; place += 1) {
    const at = bits.length - 1 - (place >> 3);
    if (node[place] !== undefined) bits[at] = (bits[at] ?? 0) | (1 << (place & 7));
  }
  const first = bits.findIndex((byte) => byte !== 0);
  const pointers = node.filter((pointer) => pointer !== undefined);
  const writer = new CborWriter().array(2).bytes(first < 0 ? new Uint8Array() : bits.subarray(first));
  writer.array(pointers.length);
  for (const pointer of pointers) writePointer(layout, writer, pointer);
  return writer.finish();
}

function readPointer<V>(layout: HamtLayout<unknown, V>, reader: CborReader): HamtPointer<V> {
  if (layout.form === 'v3') return reader.isLinkNext() ? readLink(reader) : readBucket(layout, reader);
  reader.map(1, 'a pointer');
  const { isText, bytes } = reader.textOrBytes('a pointer', 1);
  const name = isText && bytes.length === 1 ? String.fromCharCode(bytes[0] ?? 0) : '';
  if (name !== '0' && name !== '1') throw wrong('has a pointer that is neither a link nor a bucket');
  return name === '0' ? readLink(reader) : readBucket(layout, reader);
}

function readLink<V>(reader: CborReader): HamtChild<V> {
  return { cid: readBlockLink(reader, 'a pointer'), node: undefined };
}

function readBucket<V>(layout: HamtLayout<unknown, V>, reader: CborReader): HamtBucket<V> {
  const entries = reader.list(
    'a bucket',
    () => {
      reader.tuple(2, 'an entry');
      return { key: reader.bytes('a key', MAX_KEY_BYTES), value: layout.value.read(reader, 'a value') };
    },
    BUCKET_SIZE,
  );
  if (entries.length === 0) throw wrong('has an empty bucket');
  if (entries.some(({ key }, at) => entries.some((other, before) => before < at && !areInOrder(layout, other.key, key)))) {
    throw wrong('has duplicate keys or keys out of order');
  }
  return entries;
}

function areInOrder({ form }: HamtLayout<unknown, unknown>, left: Uint8Array, right: Uint8Array): boolean {
  return form === 'v3' ? compareBytes(left, right) < 0 : !equalBytes(left, right);
}

function writePointer<V>(layout: HamtLayout<unknown, V>, writer: CborWriter, pointer: HamtPointer<V>): void {
  const bucket = isBucket(pointer);
  if (layout.form === 'v0') writer.map(1).text(bucket ? '1' : '0');
  if (!bucket) {
    writer.link(pointer.cid ?? notStored());
    return;
  }
  writer.array(pointer.length);
  for (const { key, value } of pointer) {
    writer.array(2).bytes(key);
    layout.value.write(writer, value);
  }
}

/** The bitfield is a big-endian integer: its last byte has the lowest slots. */
function hasBit(bitfield: Uint8Array, place: number): boolean {
  return (((bitfield[bitfield.length - 1 - (place >> 3)] ?? 0) >> (place & 7)) & 1) === 1;
}

function bitfieldBytes(width: number): number {
  return Math.max(1, width / 8);
}

/** Lexicographic order of byte strings. */
function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function notStored(): never {
  throw new Error('a child of a HAMT has neither a node nor a stored block');
}

function wrong(what: string): DomainError {
  return new DomainError('state-tree', `Corrupt state, or not the expected map: a node ${what}.`);
}
