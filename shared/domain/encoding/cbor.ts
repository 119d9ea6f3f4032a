/**
 * Canonical dag-cbor as Filecoin uses it: definite lengths, minimal integers, 64-bit floats, sorted text keys, CIDs as tag 42.
 * Everything a node hashes or signs is written by `CborWriter` and read by `CborReader`, in one pass and without a value tree;
 * `encodeCbor`, `decodeCbor` and `readCbor` handle values without a fixed shape. Big integers (amounts, power) are byte strings with
 * a sign byte. Sources: the dag-cbor specification of IPLD, cbor-gen `utils.go`, go-state-types `big/int.go`.
 */
import { utf8 } from '@scure/base';
import { CID } from 'multiformats/cid';
import { DomainError } from '../domain-error.ts';
import { bytesToUtf8Lossy } from './bytes.ts';
import { type Cid, checkCidBytes, cidFromBytes, cidToBytes } from './cid.ts';

/**
 * A decoded CBOR value. Integers within ±(2^53 − 1) are `number`, larger ones `bigint`, floats the other `number`s; CIDs
 * are multiformats objects, to distinguish them from text.
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
/** cbor-gen's default limit for arrays. */
const MAX_ARRAY_LENGTH = 8192;

const MAX_BIG_INTEGER_BYTES = 128;
/** Far deeper than any object on chain; protects the stack from hostile bytes. */
const MAX_DEPTH = 128;
const CID_TAG = 42;
/** cbor-gen `ReadCid`; includes the zero byte before the CID. */
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

/** Size of the buffer that writers reuse: most objects on chain fit, and allocating it costs more than writing them. */
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

  /** Write the header of an array; its items follow. */
  array(length: number): this {
    return this.#head(ARRAY, length);
  }

  /** Write the header of a map; its keys (in canonical order) and values follow. */
  map(size: number): this {
    return this.#head(MAP, size);
  }

  /** Write an integer from −2^64 to 2^64 − 1. Throws `DomainError` `cbor` outside, and for a `number` that is not exact. */
  integer(value: number | bigint): this {
    // Numbers are faster than bigint; a safe integer after conversion was exact before it.
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number >= 0 ? this.#head(UINT, number) : this.#head(NEGATIVE, -1 - number);
    if (typeof value === 'number')
      throw new DomainError('cbor', 'A number that is not an integer, or exceeds 2^53, cannot be written as a CBOR integer.');
    return value >= 0n ? this.#longHead(UINT, value) : this.#longHead(NEGATIVE, -1n - value);
  }

  bytes(value: Uint8Array): this {
    this.#head(BYTES, value.length);
    return this.#append(value);
  }

  /** Write text. Throws `DomainError` `cbor` for a lone surrogate. */
  text(value: string): this {
    return this.textBytes(utf8Of(value));
  }

  /** Write text from its bytes, for old text that is not UTF-8. */
  textBytes(value: Uint8Array): this {
    this.#head(TEXT, value.length);
    return this.#append(value);
  }

  /** Write a CID: tag 42 and a byte string of a zero byte and the CID. */
  link(cid: Cid): this {
    return this.#linkBytes(cidToBytes(cid));
  }

  /** Write a big integer as a byte string; see `encodeBigIntBytes`. */
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

  /** Write an already encoded item. */
  encoded(item: Uint8Array): this {
    return this.#append(item);
  }

  null(): this {
    return this.#byte(NULL);
  }

  /** Write any value; keys are sorted by length, then by bytes. Throws `DomainError` `cbor` for values that CBOR cannot represent. */
  value(value: CborValue): this {
    return this.#value(value, 0);
  }

  /** Return the bytes written and reset the writer. */
  finish(): Uint8Array {
    return this.hand((bytes) => bytes.slice());
  }

  /**
   * Pass the bytes written to `read`, return its result and reset the writer. Avoids the copy of `finish`: `read` must not keep the
   * bytes, because they are cleared afterwards.
   */
  hand<T>(read: (bytes: Uint8Array) => T): T {
    const result = read(this.#bytes.subarray(0, this.#length));
    // The bytes may be secret; do not leave them in the reused buffer.
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

  /** Write an argument beyond 32 bits. */
  #longHead(major: number, argument: bigint): this {
    if (argument >= UINT64_LIMIT) throw new DomainError('cbor', 'A CBOR integer has at most 64 bits.');
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
 * Reads canonical dag-cbor item by item, like Lotus' generated decoders. Bytes that are not canonical CBOR throw
 * `DomainError` `cbor`; an item of another type or beyond its limit throws the code passed to the constructor.
 */
export class CborReader {
  readonly #bytes: Uint8Array;
  readonly #code: string;
  readonly #subject: string;
  #position = 0;
  /** Type and argument of the last header read. */
  #major = 0;
  #argument: number | bigint = 0;

  /** `subject` names the expected object in errors: `a message`. */
  constructor(bytes: Uint8Array, code = 'cbor', subject = 'this CBOR') {
    this.#bytes = bytes;
    this.#code = code;
    this.#subject = subject;
  }

  /** Read the header of an array with exactly this many items. */
  tuple(length: number, name?: string): void {
    this.#head();
    if (this.#major !== ARRAY || this.#argument !== length) throw this.wrong(`must be an array of ${length} fields`, name);
  }

  /** Read the header of a map with exactly this many keys. */
  map(size: number, name?: string): void {
    this.#head();
    if (this.#major !== MAP || this.#argument !== size) throw this.wrong(`must be a map of ${size} keys`, name);
  }

  /** Whether the next item is a CID; does not advance. */
  isLinkNext(): boolean {
    return (this.#bytes[this.#position] ?? 0) >> 5 === TAG;
  }

  /** Read a list, each item with `readItem`. */
  list<T>(name: string, readItem: () => T, maximum = MAX_ARRAY_LENGTH): T[] {
    this.#head();
    if (this.#major !== ARRAY || this.#argument > maximum) throw this.wrong(`must be a list of at most ${maximum} items`, name);
    const length = Number(this.#argument);
    const items: T[] = [];
    while (items.length < length) items.push(readItem());
    return items;
  }

  /** Read an integer from 0 to 2^64 − 1. */
  unsigned(name: string): bigint {
    this.#head();
    if (this.#major !== UINT) throw this.wrong('must be an unsigned 64-bit integer', name);
    return BigInt(this.#argument);
  }

  /** Read an integer from −2^63 to 2^63 − 1. */
  signed(name: string): bigint {
    this.#head();
    const argument = BigInt(this.#argument);
    if (this.#major > NEGATIVE || argument >= INT64_LIMIT) throw this.wrong('must be a 64-bit integer', name);
    return this.#major === UINT ? argument : -1n - argument;
  }

  /** Read an integer within ±(2^53 − 1), such as an epoch. */
  safeInteger(name: string): number {
    const value = Number(this.signed(name));
    if (!Number.isSafeInteger(value)) throw this.wrong('must be an integer below 2^53', name);
    return value;
  }

  /** Read an integer from 0 to 2^53 − 1, such as a block's height or timestamp. */
  count(name: string): number {
    this.#head();
    if (this.#major !== UINT || typeof this.#argument !== 'number') throw this.wrong('must be an integer below 2^53', name);
    return this.#argument;
  }

  boolean(name: string): boolean {
    const byte = this.#bytes[this.#position];
    if (byte !== TRUE && byte !== FALSE) throw this.wrong('must be true or false', name);
    this.#position += 1;
    return byte === TRUE;
  }

  bytes(name: string, maximum = MAX_BYTE_STRING): Uint8Array {
    this.#head();
    if (this.#major !== BYTES || this.#argument > maximum) throw this.wrong(`must be a byte string of at most ${maximum} bytes`, name);
    return this.#take(this.#argument);
  }

  /** Read text or a byte string as bytes, such as a deal label. */
  textOrBytes(name: string, maximum: number): { readonly isText: boolean; readonly bytes: Uint8Array } {
    this.#head();
    const major = this.#major;
    if ((major !== TEXT && major !== BYTES) || this.#argument > maximum)
      throw this.wrong(`must be text or a byte string of at most ${maximum} bytes`, name);
    return { isText: major === TEXT, bytes: this.#take(this.#argument) };
  }

  /** Read a CID in tag 42. */
  link(name: string): Cid {
    this.#head();
    if (this.#major !== TAG) throw this.wrong('must be a CID', name);
    return cidFromBytes(this.#linkBytes());
  }

  /** Read a big integer that cannot be negative, such as attoFIL. */
  amount(name: string): bigint {
    const amount = this.bigInteger(name);
    if (amount < 0n) throw this.wrong('must not be negative', name);
    return amount;
  }

  /** Read a big integer. Tolerates a lone sign byte and leading zeros, as Go does; see `decodeBigIntBytes`. */
  bigInteger(name: string): bigint {
    return decodeBigIntBytes(this.bytes(name, MAX_BIG_INTEGER_BYTES));
  }

  /** Whether the next item is null; if so, read it. */
  takesNull(): boolean {
    if (this.#bytes[this.#position] !== NULL) return false;
    this.#position += 1;
    return true;
  }

  /** Read the bytes of the next item of any type except float, which no on-chain struct uses. */
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
      else if (this.#major === SIMPLE && first !== FALSE && first !== TRUE && first !== NULL) throw broken('unexpected value type');
    }
    return this.#bytes.slice(start, this.#position);
  }

  /** Read any value. `isTolerant` accepts keys in any order, integral floats and text that is not UTF-8. */
  value(isTolerant = false): CborValue {
    return this.#value(isTolerant, 0);
  }

  /** Throw if bytes remain. */
  end(): void {
    if (this.#position !== this.#bytes.length) throw broken('bytes after the end');
  }

  /** Return the error for an unexpected item. */
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
    if (first !== FLOAT64) throw broken('value type not in dag-cbor');
    const bytes = this.#take(8);
    const value = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
    if (!Number.isFinite(value)) throw broken('number not finite');
    // Integers are written as integers: an integral float would get another CID when written again.
    if (!isTolerant && Number.isSafeInteger(value)) throw broken('integer written as a float');
    return value;
  }

  #list(length: number, isTolerant: boolean, depth: number): CborValue[] {
    // Not preallocated: nested lists that all claim the remaining bytes would allocate them at every level.
    const items: CborValue[] = [];
    while (items.length < length) items.push(this.#value(isTolerant, depth + 1));
    return items;
  }

  #map(size: number, isTolerant: boolean, depth: number): CborValue {
    const entries = new Map<string, CborValue>();
    let previous: Uint8Array | undefined;
    for (let index = 0; index < size; index += 1) {
      this.#head();
      if (this.#major !== TEXT) throw broken('key is not text');
      const start = this.#position;
      const key = this.#text(this.#argument, isTolerant);
      const keyBytes = this.#bytes.subarray(start, this.#position);
      if (entries.has(key)) throw broken('duplicate key');
      if (!isTolerant && previous !== undefined && compareKeys(previous, keyBytes) > 0) throw broken('keys out of order');
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
      throw broken('text is not UTF-8');
    }
  }

  /** Read the CID after its tag, without the zero byte, as a view of the input. */
  #linkBytes(): Uint8Array {
    if (this.#argument !== CID_TAG) throw broken('tag other than 42 (CID)');
    this.#head();
    if (this.#major !== BYTES || this.#argument > MAX_LINK_BYTES) throw broken('CID is not a byte string, or too long');
    const start = this.#position;
    this.#position += this.#items(this.#argument, 1);
    if (start === this.#position || this.#bytes[start] !== 0) throw broken('CID without its leading zero byte');
    return this.#bytes.subarray(start + 1, this.#position);
  }

  /** Check an item count against the remaining bytes. */
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
    if (low > 27) throw broken('indefinite length');
    const size = 1 << (low - 24);
    const start = this.#position;
    if (start + size > bytes.length) throw cutOff();
    let value = 0;
    for (let at = start; at < start + Math.min(size, 4); at += 1) value = value * 256 + (bytes[at] ?? 0);
    const argument = size < 8 ? value : long(value, bytes, start + 4);
    if (argument < (size === 1 ? 24 : 2 ** (size * 4))) throw broken('integer not minimal');
    this.#argument = argument;
    this.#position += size;
  }
}

/** Encode a value as canonical dag-cbor. Throws `DomainError` `cbor` for values CBOR cannot represent, such as `undefined` or NaN. */
export function encodeCbor(value: CborValue): Uint8Array {
  return new CborWriter().value(value).finish();
}

/** Decode canonical dag-cbor; round-trips with `encodeCbor`. Throws `DomainError` `cbor` or `cid`. */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  const value = reader.value();
  reader.end();
  return value;
}

/**
 * Decode CBOR for display, not for hashing: like `decodeCbor`, but accepts keys in any order and integral floats, and replaces
 * invalid UTF-8 (labels of old deals) with U+FFFD. Throws `DomainError` `cbor` or `cid`.
 */
export function readCbor(bytes: Uint8Array): CborValue {
  const reader = new CborReader(bytes);
  const value = reader.value(true);
  reader.end();
  return value;
}

/** Return a CID as a `CborValue`. */
export function cborLink(cid: Cid): CID {
  return CID.decode(cidToBytes(cid));
}

/** Return the CID of a `CborValue`; undefined for every other value. */
export function cidOfCborLink(value: unknown): Cid | undefined {
  // Not CID.asCID: it accepts a map with the keys "/" and "bytes", which hostile input may contain.
  return value instanceof CID ? cidFromBytes(value.bytes) : undefined;
}

/**
 * Encode a big integer without its CBOR header: zero is empty; otherwise a sign byte (0 positive, 1 negative) and the minimal
 * big-endian magnitude. Throws `DomainError` `big-integer` beyond 128 bytes. Source: go-state-types `big/int.go`.
 */
export function encodeBigIntBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  return bigIntegerRoom.slice(layBigInteger(value));
}

/** Reused buffer for big integers, filled from the end: 17 words, the first for the sign. */
const BIG_INTEGER_ROOM = 8 + MAX_BIG_INTEGER_BYTES;
const bigIntegerRoom = new Uint8Array(BIG_INTEGER_ROOM);
const bigIntegerView = new DataView(bigIntegerRoom.buffer);

/** Write the sign byte and magnitude of a nonzero number into the buffer; returns the start position. */
function layBigInteger(value: bigint): number {
  let start = BIG_INTEGER_ROOM;
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 64n) {
    start -= 8;
    if (start === 0) throw bigIntegerTooLong();
    // setBigUint64 takes the lowest 64 bits.
    bigIntegerView.setBigUint64(start, rest);
  }
  while (bigIntegerRoom[start] === 0) start += 1;
  start -= 1;
  if (BIG_INTEGER_ROOM - start > MAX_BIG_INTEGER_BYTES) throw bigIntegerTooLong();
  bigIntegerRoom[start] = value < 0n ? 1 : 0;
  return start;
}

/**
 * Decode a big integer without its CBOR header. Tolerates, as Go does, a lone sign byte and leading zeros (old test vectors
 * write zero as `00 00`). Throws `DomainError` `big-integer`.
 */
export function decodeBigIntBytes(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  if (bytes.length > MAX_BIG_INTEGER_BYTES) throw bigIntegerTooLong();
  const sign = bytes[0];
  if (sign !== 0 && sign !== 1) throw new DomainError('big-integer', 'The sign byte of a big integer must be 0 or 1.');
  // Aligned to end at a word boundary: words are read much faster than bytes.
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
    throw new DomainError('cbor', 'Text with a lone surrogate cannot be written as CBOR.');
  }
}

/** Canonical order of map keys: by length, then by bytes. */
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

/** Combine two 32-bit halves; bigint beyond 2^53 − 1. */
function long(high: number, bytes: Uint8Array, lowAt: number): number | bigint {
  const low = new DataView(bytes.buffer, bytes.byteOffset).getUint32(lowAt);
  return high < 0x20_0000 ? high * TWO_32 + low : (BigInt(high) << 32n) | BigInt(low);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function broken(reason: string): DomainError {
  return new DomainError('cbor', `Not canonical CBOR: ${reason}.`);
}

function cutOff(): DomainError {
  return broken('truncated');
}

function tooDeep(): DomainError {
  return new DomainError('cbor', `CBOR nested more than ${MAX_DEPTH} levels deep.`);
}

function bigIntegerTooLong(): DomainError {
  return new DomainError('big-integer', `A big integer has at most ${MAX_BIG_INTEGER_BYTES} bytes.`);
}
