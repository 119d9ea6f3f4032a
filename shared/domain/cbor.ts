/**
 * Canonical dag-cbor as Filecoin uses it: definite lengths, shortest integers, 64-bit floats, sorted text keys, CIDs as tag 42.
 * Everything a node hashes or signs is written by `CborWriter` and read by `CborReader`, in one pass and without a value tree;
 * `encodeCbor`, `decodeCbor` and `readCbor` serve values of no fixed shape. Big integers (amounts, power) are byte strings with
 * a sign byte. Sources: the dag-cbor specification of IPLD, cbor-gen `utils.go`, go-state-types `big/int.go`.
 */
import { utf8 } from '@scure/base';
import { CID } from 'multiformats/cid';
import { bytesToUtf8Lossy } from './bytes.ts';
import { type Cid, checkCidBytes, cidFromBytes, cidToBytes } from './cid.ts';
import { DomainError } from './domain-error.ts';

/**
 * What CBOR bytes stand for. Integers within ±(2^53 − 1) are `number`, larger ones `bigint`, floats the other `number`s; CIDs
 * are objects of multiformats, so that they cannot be taken for text.
 */
export type CborValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | CID
  | readonly CborValue[]
  | { readonly [key: string]: CborValue };

/** The longest byte string cbor-gen reads: 2 MiB. */
export const MAX_BYTE_STRING = 2_097_152;
/** The longest array cbor-gen reads where a type sets no limit of its own. */
const MAX_ARRAY_LENGTH = 8192;

const MAX_BIG_INTEGER_BYTES = 128;
/** No object of the chain is nested nearly as deep; bytes that are must not exhaust the stack. */
const MAX_DEPTH = 128;
const CID_TAG = 42;
/** cbor-gen `ReadCid`: with the zero byte before the CID. */
const MAX_LINK_BYTES = 512;
const TWO_32 = 0x1_0000_0000;
const UINT64_LIMIT = 1n << 64n;
const INT64_LIMIT = 1n << 63n;

const UINT = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;
const SIMPLE = 7;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;
const FLOAT64 = 0xfb;

/** Room that writers hand from one to the next: most objects of the chain fit, and reserving it anew costs more than writing them. */
const ROOM_BYTES = 4096;
const NO_ROOM = new Uint8Array();
let spareRoom: Uint8Array<ArrayBuffer> | undefined;

/** Writes canonical dag-cbor, one item after the other; every method but `finish` and `hand` returns the writer. */
export class CborWriter {
  #bytes = spareRoom ?? new Uint8Array(ROOM_BYTES);
  #length = 0;

  constructor() {
    spareRoom = undefined;
  }

  /** The head of an array: its items follow. */
  array(length: number): this {
    return this.#head(ARRAY, length);
  }

  /** The head of a map: its keys and values follow, keys in canonical order. */
  map(size: number): this {
    return this.#head(MAP, size);
  }

  /** A whole number from −2^64 to 2^64 − 1. Throws `DomainError` `cbor` outside, and for a `number` that is not exact. */
  integer(value: number | bigint): this {
    // Numbers are faster than bigint, and what rounding makes safe was so before.
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number >= 0 ? this.#head(UINT, number) : this.#head(NEGATIVE, -1 - number);
    if (typeof value === 'number') throw new DomainError('cbor', 'A number that is not whole, or beyond 2^53, is no integer of CBOR.');
    return value >= 0n ? this.#longHead(UINT, value) : this.#longHead(NEGATIVE, -1n - value);
  }

  bytes(value: Uint8Array): this {
    this.#head(BYTES, value.length);
    return this.#append(value);
  }

  /** Text. Throws `DomainError` `cbor` for half of a surrogate pair. */
  text(value: string): this {
    return this.textBytes(utf8Of(value));
  }

  /** Text by its bytes, for old text that is no UTF-8. */
  textBytes(value: Uint8Array): this {
    this.#head(TEXT, value.length);
    return this.#append(value);
  }

  /** A CID: tag 42 and a byte string of a zero byte and the CID. */
  link(cid: Cid): this {
    return this.#linkBytes(cidToBytes(cid));
  }

  /** A big integer as `encodeBigIntBytes` writes it, in its byte string. */
  bigInteger(value: bigint): this {
    if (value === 0n) return this.#head(BYTES, 0);
    const start = layBigInteger(value);
    const length = BIG_INTEGER_ROOM - start;
    this.#head(BYTES, length).#reserve(length);
    for (let at = start; at < BIG_INTEGER_ROOM; at += 1) this.#bytes[this.#length++] = bigIntegerRoom[at] ?? 0;
    return this;
  }

  boolean(value: boolean): this {
    return this.#byte(value ? TRUE : FALSE);
  }

  /** An item that is encoded already. */
  encoded(item: Uint8Array): this {
    return this.#append(item);
  }

  null(): this {
    return this.#byte(NULL);
  }

  /** Any value; keys are sorted by length, then by their bytes. Throws `DomainError` `cbor` for what CBOR cannot say. */
  value(value: CborValue): this {
    return this.#value(value, 0);
  }

  /** The bytes written; the writer is empty again. */
  finish(): Uint8Array {
    return this.hand((bytes) => bytes.slice());
  }

  /**
   * What `read` makes of the bytes written, such as their hash; the writer is empty again. It spares the copy of `finish`, so that
   * `read` must not keep the bytes: they are cleared after it.
   */
  hand<T>(read: (bytes: Uint8Array) => T): T {
    const result = read(this.#bytes.subarray(0, this.#length));
    // What was written may be secret: it must not stay behind in room that lives on.
    this.#bytes.fill(0, 0, this.#length);
    if (this.#bytes.length === ROOM_BYTES) spareRoom = this.#bytes;
    this.#bytes = NO_ROOM;
    this.#length = 0;
    return result;
  }

  #value(value: CborValue, depth: number): this {
    if (depth > MAX_DEPTH) throw tooDeep();
    switch (typeof value) {
      case 'number':
        return Number.isSafeInteger(value) ? this.integer(value) : this.#float(value);
      case 'bigint':
        return this.integer(value);
      case 'string':
        return this.text(value);
      case 'boolean':
        return this.boolean(value);
      case 'object':
        if (value === null) return this.null();
        if (value instanceof Uint8Array) return this.bytes(value);
        if (isList(value)) {
          this.array(value.length);
          for (const item of value) this.#value(item, depth + 1);
          return this;
        }
        return this.#linkOrMap(value, depth);
      default:
        throw new DomainError('cbor', `A value of type ${typeof value} cannot be written as CBOR.`);
    }
  }

  #linkOrMap(value: CID | { readonly [key: string]: CborValue }, depth: number): this {
    if (value instanceof CID) return this.#linkBytes(value.bytes);
    const entries = Object.entries(value).map(([key, item]) => ({ key: utf8Of(key), item }));
    entries.sort((a, b) => compareKeys(a.key, b.key));
    this.#head(MAP, entries.length);
    for (const { key, item } of entries) this.textBytes(key).#value(item, depth + 1);
    return this;
  }

  #linkBytes(cid: Uint8Array): this {
    this.#head(TAG, CID_TAG).#head(BYTES, cid.length + 1);
    return this.#byte(0).#append(cid);
  }

  #float(value: number): this {
    if (!Number.isFinite(value)) throw new DomainError('cbor', 'A number that is not finite cannot be written as CBOR.');
    this.#byte(FLOAT64).#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value);
    this.#length += 8;
    return this;
  }

  #head(major: number, argument: number): this {
    this.#reserve(9);
    const bytes = this.#bytes;
    const first = major << 5;
    let at = this.#length;
    if (argument < 24) {
      bytes[at++] = first | argument;
    } else if (argument < 0x100) {
      bytes[at++] = first | 24;
      bytes[at++] = argument;
    } else if (argument < 0x1_0000) {
      bytes[at++] = first | 25;
      bytes[at++] = argument >>> 8;
      bytes[at++] = argument;
    } else if (argument < TWO_32) {
      bytes[at++] = first | 26;
      at = writeUint32(bytes, at, argument);
    } else {
      bytes[at++] = first | 27;
      at = writeUint32(bytes, at, Math.floor(argument / TWO_32));
      at = writeUint32(bytes, at, argument % TWO_32);
    }
    this.#length = at;
    return this;
  }

  /** Of an argument beyond 32 bits. */
  #longHead(major: number, argument: bigint): this {
    if (argument >= UINT64_LIMIT) throw new DomainError('cbor', 'An integer of CBOR has at most 64 bits.');
    this.#byte((major << 5) | 27).#reserve(8);
    new DataView(this.#bytes.buffer).setBigUint64(this.#length, argument);
    this.#length += 8;
    return this;
  }

  #byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  #append(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes.fill(0);
    this.#bytes = larger;
  }
}

/**
 * Reads canonical dag-cbor item by item, as the generated decoders of Lotus do. Bytes that are not canonical CBOR throw
 * `DomainError` `cbor`; an item of another type or beyond its limit throws the code the reader was made with.
 */
export class CborReader {
  readonly #bytes: Uint8Array;
  readonly #code: string;
  readonly #subject: string;
  #position = 0;
  /** Type and argument of the head read last. */
  #major = 0;
  #argument: number | bigint = 0;

  /** `subject` is what the bytes should be, as a person reads it: `a message`. */
  constructor(bytes: Uint8Array, code = 'cbor', subject = 'this CBOR') {
    this.#bytes = bytes;
    this.#code = code;
    this.#subject = subject;
  }

  /** The head of an array with exactly this many items. */
  tuple(length: number, name?: string): void {
    this.#head();
    if (this.#major !== ARRAY || this.#argument !== length) throw this.wrong(`is an array of ${length} fields`, name);
  }

  /** The head of a map with exactly this many keys. */
  map(size: number, name?: string): void {
    this.#head();
    if (this.#major !== MAP || this.#argument !== size) throw this.wrong(`is a map of ${size} keys`, name);
  }

  /** Whether a CID stands next; nothing is read. */
  isLinkNext(): boolean {
    return (this.#bytes[this.#position] ?? 0) >> 5 === TAG;
  }

  /** The items of a list, each read by `readItem`. */
  list<T>(name: string, readItem: () => T, maximum = MAX_ARRAY_LENGTH): T[] {
    this.#head();
    if (this.#major !== ARRAY || this.#argument > maximum) throw this.wrong(`is a list of at most ${maximum} items`, name);
    const length = Number(this.#argument);
    const items: T[] = [];
    while (items.length < length) items.push(readItem());
    return items;
  }

  /** An integer of 0 to 2^64 − 1. */
  unsigned(name: string): bigint {
    this.#head();
    if (this.#major !== UINT) throw this.wrong('is a whole number of 64 bits', name);
    return BigInt(this.#argument);
  }

  /** An integer of −2^63 to 2^63 − 1. */
  signed(name: string): bigint {
    this.#head();
    const argument = BigInt(this.#argument);
    if (this.#major > NEGATIVE || argument >= INT64_LIMIT) throw this.wrong('is an integer of 64 bits', name);
    return this.#major === UINT ? argument : -1n - argument;
  }

  /** An integer within ±(2^53 − 1), such as an epoch. */
  safeInteger(name: string): number {
    const value = Number(this.signed(name));
    if (!Number.isSafeInteger(value)) throw this.wrong('is a whole number below 2^53', name);
    return value;
  }

  /** An integer of 0 to 2^53 − 1, such as the height of a block or a time. */
  count(name: string): number {
    this.#head();
    if (this.#major !== UINT || typeof this.#argument !== 'number') throw this.wrong('is a whole number below 2^53', name);
    return this.#argument;
  }

  boolean(name: string): boolean {
    const byte = this.#bytes[this.#position];
    if (byte !== TRUE && byte !== FALSE) throw this.wrong('is true or false', name);
    this.#position += 1;
    return byte === TRUE;
  }

  bytes(name: string, maximum = MAX_BYTE_STRING): Uint8Array {
    this.#head();
    if (this.#major !== BYTES || this.#argument > maximum) throw this.wrong(`is a byte string of at most ${maximum} bytes`, name);
    return this.#take(this.#argument);
  }

  /** Text or a byte string, as its bytes: a label of a deal. */
  textOrBytes(name: string, maximum: number): { readonly isText: boolean; readonly bytes: Uint8Array } {
    this.#head();
    const major = this.#major;
    if ((major !== TEXT && major !== BYTES) || this.#argument > maximum)
      throw this.wrong(`is text or a byte string of at most ${maximum} bytes`, name);
    return { isText: major === TEXT, bytes: this.#take(this.#argument) };
  }

  /** A CID in tag 42. */
  link(name: string): Cid {
    this.#head();
    if (this.#major !== TAG) throw this.wrong('is a CID', name);
    return cidFromBytes(this.#linkBytes());
  }

  /** A big integer that is never negative: attoFIL. */
  amount(name: string): bigint {
    const amount = this.bigInteger(name);
    if (amount < 0n) throw this.wrong('is never negative', name);
    return amount;
  }

  /** A big integer. Tolerates a sign byte and zeros before the magnitude, as go does; see `decodeBigIntBytes`. */
  bigInteger(name: string): bigint {
    return decodeBigIntBytes(this.bytes(name, MAX_BIG_INTEGER_BYTES));
  }

  /** Whether null stands here; if so, it has been read. */
  takesNull(): boolean {
    if (this.#bytes[this.#position] !== NULL) return false;
    this.#position += 1;
    return true;
  }

  /** The bytes of the next item, whatever it is but a float, which no struct of the chain has. */
  encoded(): Uint8Array {
    const start = this.#position;
    for (let items = 1; items > 0; items -= 1) {
      const first = this.#bytes[this.#position];
      this.#head();
      const argument = this.#argument;
      if (this.#major === BYTES || this.#major === TEXT) this.#position += this.#items(argument, 1);
      else if (this.#major === ARRAY) items += this.#items(argument, 1);
      else if (this.#major === MAP) items += 2 * this.#items(argument, 2);
      else if (this.#major === TAG) items += 1;
      else if (this.#major === SIMPLE && first !== FALSE && first !== TRUE && first !== NULL)
        throw broken('it has a value that no struct of the chain has');
    }
    return this.#bytes.slice(start, this.#position);
  }

  /** Any value. With `isTolerant`, keys in any order, whole floats and text that is no UTF-8 pass. */
  value(isTolerant = false): CborValue {
    return this.#value(isTolerant, 0);
  }

  /** Throws where bytes are left. */
  end(): void {
    if (this.#position !== this.#bytes.length) throw broken('there are bytes after its end');
  }

  /** The error of an item that is not what it should be. */
  wrong(what: string, name?: string): DomainError {
    return new DomainError(
      this.#code,
      `${name === undefined || name === this.#subject ? capitalised(this.#subject) : `${name} of ${this.#subject}`} ${what}.`,
    );
  }

  #value(isTolerant: boolean, depth: number): CborValue {
    if (depth > MAX_DEPTH) throw tooDeep();
    const first = this.#bytes[this.#position];
    if (first !== undefined && first >> 5 === SIMPLE) return this.#simple(first, isTolerant);
    this.#head();
    const argument = this.#argument;
    switch (this.#major) {
      case UINT:
        return argument;
      case NEGATIVE:
        return typeof argument === 'number' && argument < Number.MAX_SAFE_INTEGER ? -1 - argument : -1n - BigInt(argument);
      case BYTES:
        return this.#take(argument);
      case TEXT:
        return this.#text(argument, isTolerant);
      case ARRAY:
        return this.#list(this.#items(argument, 1), isTolerant, depth);
      case MAP:
        return this.#map(this.#items(argument, 2), isTolerant, depth);
      default:
        return CID.decode(checkCidBytes(this.#linkBytes().slice()));
    }
  }

  #simple(first: number, isTolerant: boolean): CborValue {
    this.#position += 1;
    if (first === NULL) return null;
    if (first === TRUE || first === FALSE) return first === TRUE;
    if (first !== FLOAT64) throw broken('it has a value that dag-cbor does not know');
    const bytes = this.#take(8);
    const value = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
    if (!Number.isFinite(value)) throw broken('it has a number that is not finite');
    // A whole number is written as an integer, so as a float it would have another CID when written again.
    if (!isTolerant && Number.isSafeInteger(value)) throw broken('it has a whole number as a float');
    return value;
  }

  #list(length: number, isTolerant: boolean, depth: number): CborValue[] {
    // Grown by its items: lists inside one another that all claim the rest of the bytes would reserve it at every level.
    const items: CborValue[] = [];
    while (items.length < length) items.push(this.#value(isTolerant, depth + 1));
    return items;
  }

  #map(size: number, isTolerant: boolean, depth: number): CborValue {
    const entries = new Map<string, CborValue>();
    let previous: Uint8Array | undefined;
    for (let index = 0; index < size; index += 1) {
      this.#head();
      if (this.#major !== TEXT) throw broken('it has a key that is not text');
      const start = this.#position;
      const key = this.#text(this.#argument, isTolerant);
      const keyBytes = this.#bytes.subarray(start, this.#position);
      if (entries.has(key)) throw broken('it has a key twice');
      if (!isTolerant && previous !== undefined && compareKeys(previous, keyBytes) > 0) throw broken('its keys are out of order');
      previous = keyBytes;
      entries.set(key, this.#value(isTolerant, depth + 1));
    }
    return Object.fromEntries(entries);
  }

  #text(length: number | bigint, isTolerant: boolean): string {
    const bytes = this.#take(length);
    try {
      return utf8.encode(bytes);
    } catch {
      if (isTolerant) return bytesToUtf8Lossy(bytes);
      throw broken('it has text that is not UTF-8');
    }
  }

  /** The CID after the head of its tag, without the zero byte: a view of the bytes that are read. */
  #linkBytes(): Uint8Array {
    if (this.#argument !== CID_TAG) throw broken('it has a tag other than that of a CID');
    this.#head();
    if (this.#major !== BYTES || this.#argument > MAX_LINK_BYTES) throw broken('it has a CID that is not a short byte string');
    const start = this.#position;
    this.#position += this.#items(this.#argument, 1);
    if (start === this.#position || this.#bytes[start] !== 0) throw broken('it has a CID without a zero byte before it');
    return this.#bytes.subarray(start + 1, this.#position);
  }

  /** A number of items that the bytes left can hold at all. */
  #items(count: number | bigint, bytesEach: number): number {
    if (count > (this.#bytes.length - this.#position) / bytesEach) throw cutOff();
    return Number(count);
  }

  #take(length: number | bigint): Uint8Array {
    const end = this.#position + this.#items(length, 1);
    const bytes = this.#bytes.slice(this.#position, end);
    this.#position = end;
    return bytes;
  }

  #head(): void {
    const bytes = this.#bytes;
    const first = bytes[this.#position];
    if (first === undefined) throw cutOff();
    this.#major = first >> 5;
    const low = first & 31;
    this.#position += 1;
    if (low < 24) {
      this.#argument = low;
      return;
    }
    if (low > 27) throw broken('it has a length that is not definite');
    const size = 1 << (low - 24);
    const start = this.#position;
    if (start + size > bytes.length) throw cutOff();
    let value = 0;
    for (let at = start; at < start + Math.min(size, 4); at += 1) value = value * 256 + (bytes[at] ?? 0);
    const argument = size < 8 ? value : long(value, bytes, start + 4);
    if (argument < (size === 1 ? 24 : 2 ** (size * 4))) throw broken('it has an integer longer than needed');
    this.#argument = argument;
    this.#position += size;
  }
}

/** Writes a value as canonical dag-cbor. Throws `DomainError` `cbor` for what CBOR cannot say, such as `undefined` or NaN. */
export function encodeCbor(value: CborValue): Uint8Array {
  return new CborWriter().value(value).finish();
}

/** Reads canonical dag-cbor: what it returns, `encodeCbor` writes as the same bytes. Throws `DomainError` `cbor` or `cid`. */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  const value = reader.value();
  reader.end();
  return value;
}

/**
 * Decodes CBOR that is only looked at and never hashed, such as parameters: as `decodeCbor`, but keys in any order and whole
 * floats pass, and text that is no UTF-8 (labels of old deals) has U+FFFD in it. Throws `DomainError` `cbor` or `cid`.
 */
export function readCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  const value = reader.value(true);
  reader.end();
  return value;
}

/** A CID as it stands in a `CborValue`. */
export function cborLink(cid: Cid): CID {
  return CID.decode(cidToBytes(cid));
}

/** The CID that a `CborValue` is; undefined for every other value. */
export function cidOfCborLink(value: unknown): Cid | undefined {
  // Not CID.asCID: it takes a map with the keys "/" and "bytes" for a CID, and maps may come from anybody.
  return value instanceof CID ? cidFromBytes(value.bytes) : undefined;
}

/**
 * A big integer without its CBOR head: zero is empty; otherwise a sign byte (0 positive, 1 negative) and the shortest
 * big-endian magnitude. Throws `DomainError` `big-integer` beyond 128 bytes. Source: go-state-types `big/int.go`.
 */
export function encodeBigIntBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  return bigIntegerRoom.slice(layBigInteger(value));
}

/** Where a big integer is laid out from the end on, so that nothing has to be reserved for each: 17 words, the first for the sign. */
const BIG_INTEGER_ROOM = 8 + MAX_BIG_INTEGER_BYTES;
const bigIntegerRoom = new Uint8Array(BIG_INTEGER_ROOM);
const bigIntegerView = new DataView(bigIntegerRoom.buffer);

/** Lays out the sign byte and the magnitude of a number other than zero, and returns where they begin. */
function layBigInteger(value: bigint): number {
  let start = BIG_INTEGER_ROOM;
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 64n) {
    start -= 8;
    if (start === 0) throw bigIntegerTooLong();
    // It takes the lowest 64 bits.
    bigIntegerView.setBigUint64(start, rest);
  }
  while (bigIntegerRoom[start] === 0) start += 1;
  start -= 1;
  if (BIG_INTEGER_ROOM - start > MAX_BIG_INTEGER_BYTES) throw bigIntegerTooLong();
  bigIntegerRoom[start] = value < 0n ? 1 : 0;
  return start;
}

/**
 * Reads a big integer without its CBOR head. Tolerates, as go does, what is never written: a sign byte alone, and zeros before
 * the magnitude (old test vectors write zero as `00 00`). Throws `DomainError` `big-integer`.
 */
export function decodeBigIntBytes(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  if (bytes.length > MAX_BIG_INTEGER_BYTES) throw bigIntegerTooLong();
  const sign = bytes[0];
  if (sign !== 0 && sign !== 1) throw new DomainError('big-integer', 'A big integer begins with a sign byte, 0 or 1.');
  // Laid out so that it ends with a word: whole words are read much faster than bytes.
  const start = BIG_INTEGER_ROOM - (bytes.length - 1);
  const firstWord = start - (start % 8);
  bigIntegerRoom.fill(0, firstWord, start);
  for (let at = 1; at < bytes.length; at += 1) bigIntegerRoom[start + at - 1] = bytes[at] ?? 0;
  let magnitude = 0n;
  for (let at = firstWord; at < BIG_INTEGER_ROOM; at += 8) {
    const word = bigIntegerView.getBigUint64(at);
    magnitude = at === firstWord ? word : (magnitude << 64n) | word;
  }
  return sign === 1 ? -magnitude : magnitude;
}

function isList(value: CborValue): value is readonly CborValue[] {
  return Array.isArray(value);
}

function utf8Of(text: string): Uint8Array {
  try {
    return utf8.decode(text);
  } catch {
    throw new DomainError('cbor', 'Text with half of a surrogate pair cannot be written as CBOR.');
  }
}

/** The order of map keys: shorter ones first, equally long ones by their bytes. */
function compareKeys(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function writeUint32(bytes: Uint8Array, at: number, value: number): number {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
  return at + 4;
}

/** The 64-bit integer whose upper half is known; bigint beyond 2^53 − 1. */
function long(high: number, bytes: Uint8Array, lowAt: number): number | bigint {
  const low = new DataView(bytes.buffer, bytes.byteOffset).getUint32(lowAt);
  return high < 0x20_0000 ? high * TWO_32 + low : (BigInt(high) << 32n) | BigInt(low);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function broken(reason: string): DomainError {
  return new DomainError('cbor', `These bytes are not canonical CBOR: ${reason}.`);
}

function cutOff(): DomainError {
  return broken('they are cut off');
}

function tooDeep(): DomainError {
  return new DomainError('cbor', `A value of CBOR is nested more than ${MAX_DEPTH} deep.`);
}

function bigIntegerTooLong(): DomainError {
  return new DomainError('big-integer', `A big integer has at most ${MAX_BIG_INTEGER_BYTES} bytes.`);
}
