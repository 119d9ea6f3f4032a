/** Nodes of a HAMT: what one block holds, and how it is written. Source: go-hamt-ipld v1 and v3 `hamt.go`, `pointer_cbor.go`. */
import { CborReader, CborWriter } from '../cbor.ts';
import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import type { HamtLayout } from './layout.ts';

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

/** Up to three entries whose hashes agree so far, by ascending key. */
export type HamtBucket<V> = readonly HamtEntry<V>[];

export type HamtPointer<V> = HamtChild<V> | HamtBucket<V>;

/** A node with a place for each value of the bits of a hash; places without anything are undefined. Never changed in place. */
export type HamtNode<V> = readonly (HamtPointer<V> | undefined)[];

export const BUCKET_SIZE = 3;

const MAX_KEY_BYTES = 8192;

export function isBucket<V>(pointer: HamtPointer<V>): pointer is HamtBucket<V> {
  return Array.isArray(pointer);
}

export function emptyHamtNode<V>(bitWidth: number): HamtNode<V> {
  return new Array<HamtPointer<V> | undefined>(2 ** bitWidth).fill(undefined);
}

/** Reads a node. Throws `DomainError` `state-tree` where it is none, `cbor` and those of the values. */
export function decodeHamtNode<V>(layout: HamtLayout<unknown, V>, bytes: Uint8Array): HamtNode<V> {
  const reader = new CborReader(bytes, 'state-tree', 'this node of a map');
  const width = 2 ** layout.bitWidth;
  reader.tuple(2);
  const bitfield = reader.bytes('Bitfield', width / 8);
  if (bitfield[0] === 0) throw wrong('has a bitfield that is longer than needed');
  const pointers = reader.list('Pointers', () => readPointer(layout, reader), width);
  reader.end();
  let next = 0;
  const node = Array.from({ length: width }, (_, place) => (hasBit(bitfield, place) ? pointers[next++] : undefined));
  if (next !== pointers.length) throw wrong('holds another number of pointers than its bitfield says');
  return node;
}

/** The bytes of a node whose children are all stored. */
export function encodeHamtNode<V>(layout: HamtLayout<unknown, V>, node: HamtNode<V>): Uint8Array {
  const bits = new Uint8Array(2 ** layout.bitWidth / 8);
  node.forEach((pointer, place) => {
    if (pointer === undefined) return;
    const at = bits.length - 1 - (place >> 3);
    bits[at] = (bits[at] ?? 0) | (1 << (place & 7));
  });
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
  return { cid: reader.link('a pointer'), node: undefined };
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
  if (entries.some(({ key }, at) => at > 0 && compareBytes(entries[at - 1]?.key ?? key, key) >= 0)) throw wrong('has keys out of order');
  return entries;
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

/** The order of byte strings by their bytes, a shorter one before its continuations. */
export function compareBytes(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function notStored(): never {
  throw new Error('a node of a HAMT was written before its child was stored');
}

function wrong(what: string): DomainError {
  return new DomainError('state-tree', `A node of this map ${what}: the state is damaged, or it is not the map that it should be.`);
}
