/**
 * Bitfields (sets of sector or partition numbers): run lengths in JSON, RLE+ in CBOR. Stored as runs, because a run can be close to
 * 2^63 long; never expanded without a limit. Sources: go-bitfield `bitfield.go`, `rle/rleplus_reader.go` and
 * `rle/rleplus_writer.go`.
 */
import { DomainError } from '../domain-error.ts';

/** A set of numbers below 2^64 − 1. Equal sets are equal objects. */
export interface Bitfield {
  /** Half-open ranges of members, ascending, not empty, not adjacent. */
  readonly ranges: readonly { readonly start: bigint; readonly end: bigint }[];
  readonly count: bigint;
}

/** Limit for the end of the last run: go-bitfield uses 64 bits. */
const LIMIT = 1n << 64n;
const MAX_RLE_BYTES = 32_768;

/** Create a bitfield from members in any order, with duplicates allowed. Throws `DomainError` `bitfield` outside 0 … 2^64 − 2. */
export function bitfieldOf(members: Iterable<number | bigint>): Bitfield {
  const sorted = [...members].map(memberOf).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const runs: bigint[] = [];
  let end = 0n;
  for (const member of sorted) {
    if (runs.length > 0 && member < end) continue;
    if (runs.length > 0 && member === end) runs[runs.length - 1] = (runs[runs.length - 1] ?? 0n) + 1n;
    else runs.push(member - end, 1n);
    end = member + 1n;
  }
  return fromRuns(runs);
}

/** Whether a number is in the set. */
export function isInBitfield({ ranges }: Bitfield, member: bigint | number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0n) <= member) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range.start <= member;
}

/** Return the members in ascending order, at most `limit`. Throws `DomainError` `bitfield` for a member beyond 2^53 − 1. */
export function bitfieldMembers(bitfield: Bitfield, limit = 1_000_000): number[] {
  const members: number[] = [];
  for (const { start, end } of bitfield.ranges) {
    for (let member = start; member < end; member += 1n) {
      if (members.length >= limit) return members;
      if (member > Number.MAX_SAFE_INTEGER) throw new DomainError('bitfield', 'Only numbers below 2^53 can be listed.');
      members.push(Number(member));
    }
  }
  return members;
}

/** Parse the JSON form `[zeros, ones, zeros, …]`; empty is `[0]` or `[]`. Throws `DomainError` `bitfield`. */
export function decodeRunLengths(runs: readonly (number | bigint)[]): Bitfield {
  return fromRuns(runs.map(memberOf));
}

/** Write the JSON form; empty is `[0]`. Lengths beyond 2^53 are bigint, which the node client writes exactly. */
export function encodeRunLengths(bitfield: Bitfield): (number | bigint)[] {
  const runs = runsOf(bitfield).map((run) => (run <= Number.MAX_SAFE_INTEGER ? Number(run) : run));
  return runs.length === 0 ? [0] : runs;
}

/**
 * Decode RLE+ bytes. Non-minimal runs are accepted, as in go-bitfield; an empty run followed by more runs is not, because
 * go-bitfield would ignore them. Throws `DomainError` `bitfield`.
 */
export function decodeRlePlus(bytes: Uint8Array): Bitfield {
  if (bytes.length === 0) return { ranges: [], count: 0n };
  if (bytes.length > MAX_RLE_BYTES) throw tooLong();
  if (bytes[bytes.length - 1] === 0) throw new DomainError('bitfield', 'The bitfield ends in a zero byte.');
  const reader = bitReader(bytes);
  if (reader.take(2) !== 0) throw new DomainError('bitfield', 'Unknown RLE+ version.');
  const startsWithOnes = reader.take(1) === 1;
  const runs: bigint[] = startsWithOnes ? [0n] : [];
  while (reader.hasMore()) {
    const length = readRun(reader);
    if (length === undefined) {
      // Padding of the last byte reads as a zero length; anywhere else it would hide the runs after it.
      if (reader.hasOnes()) throw new DomainError('bitfield', 'The bitfield has an empty run.');
      break;
    }
    runs.push(length);
  }
  return fromRuns(runs);
}

/** Encode as minimal RLE+ bytes; an empty bitfield has no bytes. Throws `DomainError` `bitfield` beyond 32 KiB. */
export function encodeRlePlus(bitfield: Bitfield): Uint8Array {
  const runs = runsOf(bitfield);
  if (runs.length === 0) return new Uint8Array();
  const bits: number[] = [0, 0, runs[0] === 0n ? 1 : 0];
  for (const run of runs[0] === 0n ? runs.slice(1) : runs) writeRun(bits, run);
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (index & 7));
  });
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  if (length > MAX_RLE_BYTES) throw tooLong();
  return bytes.slice(0, length);
}

function fromRuns(runs: readonly bigint[]): Bitfield {
  const ranges: { start: bigint; end: bigint }[] = [];
  let position = 0n;
  let count = 0n;
  runs.forEach((run, index) => {
    if (run === 0n && index > 0) throw new DomainError('bitfield', 'Only the first run may be empty.');
    const end = position + run;
    if (end >= LIMIT) throw new DomainError('bitfield', 'The bitfield exceeds 2^64 − 1.');
    if (index % 2 === 1) {
      ranges.push({ start: position, end });
      count += run;
    }
    position = end;
  });
  return { ranges, count };
}

/** Alternating lengths of zeros and ones, starting with zeros and ending with ones. */
function runsOf({ ranges }: Bitfield): bigint[] {
  let position = 0n;
  return ranges.flatMap(({ start, end }) => {
    const runs = [start - position, end - start];
    position = end;
    return runs;
  });
}

function memberOf(value: number | bigint): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new DomainError('bitfield', 'Run lengths must be integers.');
  if (value < 0) throw new DomainError('bitfield', 'Run lengths cannot be negative.');
  return BigInt(value);
}

function tooLong(): DomainError {
  return new DomainError('bitfield', 'A bitfield has at most 32 KiB.');
}

interface BitReader {
  take(count: number): number;
  hasMore(): boolean;
  /** Whether any remaining bit is set. */
  hasOnes(): boolean;
}

function bitReader(bytes: Uint8Array): BitReader {
  let position = 0;
  return {
    take(count) {
      let value = 0;
      for (let bit = 0; bit < count; bit += 1, position += 1) value |= (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) << bit;
      return value;
    },
    hasMore: () => position < bytes.length * 8,
    hasOnes() {
      for (let bit = position; bit < bytes.length * 8; bit += 1) if ((((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1) return true;
      return false;
    },
  };
}

/** `1` → 1; `01` + 4 bits → 0-15; `00` + varint. Undefined for a length of zero. */
function readRun(reader: BitReader): bigint | undefined {
  if (reader.take(1) === 1) return 1n;
  if (reader.take(1) === 1) return BigInt(reader.take(4)) || undefined;
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.take(8);
    value |= BigInt(byte & 0x7f) << shift;
    if (byte === 0 && shift > 0n) break;
    if (byte < 0x80) return value || undefined;
    if (!reader.hasMore()) break;
  }
  throw new DomainError('bitfield', 'A run length of the bitfield is truncated or not minimal.');
}

function writeRun(bits: number[], run: bigint): void {
  const push = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit += 1) bits.push((value >> bit) & 1);
  };
  if (run === 1n) {
    push(1, 1);
  } else if (run < 16n) {
    push(2, 2);
    push(Number(run), 4);
  } else {
    push(0, 2);
    let rest = run;
    for (; rest >= 0x80n; rest >>= 7n) push(Number(rest & 0x7fn) | 0x80, 8);
    push(Number(rest), 8);
  }
}
