/** Nodes of a HAMT: what one block holds, and how it is written. Source: go-hamt-ipld v1 and v3 `hamt.go`, `pointer_cbor.go`. */
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from '../bytes.ts';
import { CborReader, CborWriter } from '../cbor.ts';
import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import { readBlockLink } from './block-link.ts';
import type { HamtLayout } from './layout.ts';
import { decodeWhole } from './unreadable-block.ts';
import { readBlocks, type Walk } from './walk.ts';

/** A key in bytes and its value. */
export interface HamtEntry<V> {
  readonly key: Uint8Array;
  readonly value: V;
}

/** A pointer to another node. One that was changed has no CID until it is stored; one that was not needed yet has no node. */
export interface HamtChild<V> {
  cid: Cid | undefined;
  node: HamtNode<V> | undefined;
}

/** Up to three entries whose hashes agree so far, by ascending key (go-hamt-ipld v1 lost the order when it took entries away). */
export type HamtBucket<V> = readonly HamtEntry<V>[];

/** What stands at a place. */
export type HamtPointer<V> = HamtChild<V> | HamtBucket<V>;

/** A node with a place for each value of the bits of a hash; places without anything are undefined. Never changed in place. */
export type HamtNode<V> = readonly (HamtPointer<V> | undefined)[];

/** One entry more, and a node takes the place of a bucket. */
export const BUCKET_SIZE = 3;

const MAX_KEY_BYTES = 8192;
const HASH_BITS = 256;

/** Whether entries stand at a place, and not a node. */
export function isBucket<V>(pointer: HamtPointer<V>): pointer is HamtBucket<V> {
  return Array.isArray(pointer);
}

/** A node without anything in it. */
export function emptyHamtNode<V>(bitWidth: number): HamtNode<V> {
  return new Array<HamtPointer<V> | undefined>(2 ** bitWidth).fill(undefined);
}

/**
 * Reads a node. Throws `DomainError` `state-tree` where it is none, or one that would stand in its parent as a bucket; `cbor` and those of
 * the values.
 */
export function decodeHamtNode<V>(layout: HamtLayout<unknown, V>, bytes: Uint8Array, isRoot: boolean): HamtNode<V> {
  return decodeWhole(bytes, () => {
    const reader = new CborReader(bytes, 'state-tree', 'this node of a map');
    const width = 2 ** layout.bitWidth;
    reader.tuple(2);
    const bitfield = reader.bytes('Bitfield', bitfieldBytes(width));
    if (bitfield[0] === 0) throw wrong('has a bitfield that is longer than needed');
    const pointers = reader.list('Pointers', () => readPointer(layout, reader), width);
    reader.end();
    const node = new Array<HamtPointer<V> | undefined>(width);
    let next = 0;
    for (let place = 0; place < Math.max(width, bitfield.length * 8); place += 1) {
      const isSet = hasBit(bitfield, place);
      if (isSet && place >= width) throw wrong('has a bitfield with more places than its width');
      if (place < width) node[place] = isSet ? pointers[next] : undefined;
      if (isSet) next += 1;
    }
    if (next !== pointers.length) throw wrong('holds another number of pointers than its bitfield says');
    if (!isRoot && bucketOf(node) !== undefined) throw wrong('holds too little to be a node of its own');
    return node;
  });
}

/**
 * The nodes of children, read in one round. They are not kept: a walk over everything would keep the whole tree. Throws `DomainError`
 * `state-tree` where two of them are one block, whose keys cannot belong to both places: so blocks that name one another many times
 * cannot stand for more than they are.
 */
export function* readHamtChildren<V>(layout: HamtLayout<unknown, V>, children: readonly HamtChild<V>[]): Walk<HamtNode<V>[]> {
  const cids = children.flatMap(({ cid, node }) => (node === undefined ? [cid ?? notStored()] : []));
  if (new Set(cids).size !== cids.length) throw wrong('stands in two places');
  const blocks = yield* readBlocks(cids);
  let next = 0;
  return children.map(({ node }) => node ?? decodeHamtNode(layout, blocks[next++] ?? notStored(), false));
}

/** What a node holds, where a single bucket can hold it: such a node does not stay. */
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

/** Throws `DomainError` `state-tree` for a node so deep that a hash has no bits for it. */
export function checkDepth(depth: number, bitWidth: number): void {
  if ((depth + 1) * bitWidth <= HASH_BITS) return;
  throw new DomainError('state-tree', 'This map is deeper than a hash can lead: the state is damaged.');
}

/** The place of a hash in a node of this depth: so many bits further on, the highest first. Throws as `checkDepth` does. */
export function placeOf(hash: Uint8Array, depth: number, bitWidth: number): number {
  checkDepth(depth, bitWidth);
  const end = (depth + 1) * bitWidth;
  // Three bytes hold the bits of every width up to 17.
  const last = (end - 1) >> 3;
  const bits = ((hash[last - 2] ?? 0) << 16) | ((hash[last - 1] ?? 0) << 8) | (hash[last] ?? 0);
  return (bits >> (last * 8 + 8 - end)) & (2 ** bitWidth - 1);
}

/** A bucket that was reached by these places. Throws `DomainError` `state-tree` where one of its keys belongs elsewhere. */
export function checkedBucket<V>(bucket: HamtBucket<V>, path: readonly number[], bitWidth: number): HamtBucket<V> {
  for (const { key } of bucket) {
    const hash = sha256(key);
    if (path.some((place, depth) => placeOf(hash, depth, bitWidth) !== place)) throw wrong('has a key that belongs elsewhere');
  }
  return bucket;
}

/** The bytes of a node whose children are all stored. */
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
    throw wrong('has a key twice or keys out of order');
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

/** The bitfield is a big integer: its last byte holds the lowest places. */
function hasBit(bitfield: Uint8Array, place: number): boolean {
  return (((bitfield[bitfield.length - 1 - (place >> 3)] ?? 0) >> (place & 7)) & 1) === 1;
}

function bitfieldBytes(width: number): number {
  return Math.max(1, width / 8);
}

/** The order of byte strings by their bytes, a shorter one before its continuations. */
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
  return new DomainError('state-tree', `A node of this map ${what}: the state is damaged, or it is not the map that it should be.`);
}
