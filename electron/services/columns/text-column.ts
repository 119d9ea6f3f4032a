/** Texts of many rows in one buffer: a million CIDs take 65 MB and are searched without creating strings. */
import type { PatternTerm } from '../../../shared/filter/filter-term.ts';
import { wordTest } from './word-test.ts';

/** Follows every text: a byte that is not in UTF-8, so that no match spans two rows. */
export const SEPARATOR = 0xff;
const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;
const TO_SMALL = 0x20;

export class TextColumnBuilder {
  #bytes: Buffer;
  #ends: Uint32Array;
  #count = 0;
  #used = 0;

  /** @param expectedRows number of rows, if known, to allocate memory once */
  constructor(expectedRows: number, expectedBytesPerRow: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(1024, expectedRows * (expectedBytesPerRow + 1)));
    this.#ends = new Uint32Array(Math.max(64, expectedRows));
  }

  /** Bytes used so far. */
  get sizeBytes(): number {
    return this.#used;
  }

  add(text: string): void {
    const needed = this.#used + text.length * 3 + 1;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.#bytes.length * 1.5)));
      this.#bytes.copy(grown, 0, 0, this.#used);
      this.#bytes = grown;
    }
    if (this.#count === this.#ends.length) {
      const grown = new Uint32Array(Math.ceil(this.#ends.length * 1.5));
      grown.set(this.#ends);
      this.#ends = grown;
    }
    this.#used += this.#bytes.write(text, this.#used, 'utf8');
    this.#ends[this.#count] = this.#used;
    this.#bytes[this.#used] = SEPARATOR;
    this.#used += 1;
    this.#count += 1;
  }

  finish(): TextColumn {
    return new TextColumn(this.#bytes.subarray(0, this.#used), this.#ends.subarray(0, this.#count));
  }
}

/** Texts as UTF-8, each followed by a `SEPARATOR`. Built by `TextColumnBuilder`, or from stored bytes. */
export class TextColumn {
  readonly #bytes: Buffer;
  /** End of each row. */
  readonly #ends: Uint32Array;
  readonly #hasCapitals: boolean;
  /** In lower case. */
  readonly #commonStart: string;

  constructor(bytes: Buffer, ends: Uint32Array) {
    this.#bytes = bytes;
    this.#ends = ends;
    this.#hasCapitals = hasCapitals(bytes);
    this.#commonStart = this.#findCommonStart();
  }

  get count(): number {
    return this.#ends.length;
  }

  textAt(row: number): string {
    return this.#bytes.toString('utf8', this.#start(row), this.#ends[row]);
  }

  isEmptyAt(row: number): boolean {
    return this.#start(row) === this.#ends[row];
  }

  /**
   * Mark the rows that contain a text and pass a test.
   *
   * @param wanted in lower case; rows are compared case-insensitively
   * @param test absent: containing the text is enough
   */
  markHolding(marks: Uint8Array, wanted: string, test?: (text: string) => boolean): void {
    // Beyond ASCII, upper and lower case have different bytes, so each text is decoded.
    const isOfBytes = /^\p{ASCII}*$/u.test(wanted);
    if (!isOfBytes || wanted === '' || this.#commonStart.includes(wanted)) {
      const isHeld = (text: string): boolean => isOfBytes || text.toLowerCase().includes(wanted);
      for (let row = 0; row < this.count; row += 1) {
        const text = isOfBytes && test === undefined ? '' : this.textAt(row);
        if (isHeld(text) && (test === undefined || test(text))) marks[row] = 1;
      }
      return;
    }
    const bytes = this.#hasCapitals ? inSmallLetters(this.#bytes) : this.#bytes;
    const needle = Buffer.from(wanted, 'utf8');
    let row = 0;
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, (this.#ends[row] ?? 0) + 1)) {
      row = this.#rowAt(at, row);
      if (test === undefined || test(this.textAt(row))) marks[row] = 1;
    }
  }

  /** Mark the rows that match a term. */
  markFitting(marks: Uint8Array, term: PatternTerm): void {
    // The longest part without * must occur in any case.
    const longest = term.pattern.split('*').reduce((best, part) => (part.length > best.length ? part : best), '');
    this.markHolding(marks, longest, term.isWhole ? wordTest(term) : undefined);
  }

  /**
   * Return four bytes as a number, which sorts rows like their texts, as far as four bytes allow.
   *
   * @param skipped number of bytes to skip after the common prefix
   */
  keyAt(row: number, skipped: number): number {
    const from = this.#start(row) + this.#commonStart.length + skipped;
    const end = this.#ends[row] ?? 0;
    let key = 0;
    for (let at = from; at < from + 4; at += 1) key = key * 256 + (at < end ? (this.#bytes[at] ?? 0) : 0);
    return key;
  }

  compare(left: number, right: number): number {
    return this.#bytes.compare(this.#bytes, this.#start(right), this.#ends[right], this.#start(left), this.#ends[left]);
  }

  #start(row: number): number {
    return row === 0 ? 0 : (this.#ends[row - 1] ?? 0) + 1;
  }

  /** Return the first row from `from` on that ends after an offset. */
  #rowAt(place: number, from: number): number {
    let low = from;
    let high = this.#ends.length - 1;
    // Usually it is one of the next rows.
    for (let step = 1; low + step < high && (this.#ends[low + step] ?? 0) <= place; step *= 2) low += step;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Only ASCII, so that characters are bytes. */
  #findCommonStart(): string {
    let common = this.count === 0 ? '' : (/^[ -~]*/.exec(this.textAt(0))?.[0] ?? '');
    for (let row = 1; row < this.count && common !== ''; row += 1) {
      const from = this.#start(row);
      const end = this.#ends[row] ?? 0;
      let length = 0;
      while (length < common.length && from + length < end && this.#bytes[from + length] === common.charCodeAt(length)) length += 1;
      common = common.slice(0, length);
    }
    return common.toLowerCase();
  }
}

function hasCapitals(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= CAPITAL_A && byte <= CAPITAL_Z) return true;
  }
  return false;
}

function inSmallLetters(bytes: Buffer): Buffer {
  const small = Buffer.from(bytes);
  for (let at = 0; at < small.length; at += 1) {
    const byte = small[at] ?? 0;
    if (byte >= CAPITAL_A && byte <= CAPITAL_Z) small[at] = byte + TO_SMALL;
  }
  return small;
}
