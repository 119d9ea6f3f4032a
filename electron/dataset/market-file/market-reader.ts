/**
 * Reads the market file, `{"<deal ID>":{"Proposal":…,"State":…},…}`, as rows: bytes in, batches out.
 * Input is untrusted: a record that is not a deal is rejected with its position; input that cannot be split into records fails the load.
 * Keeps one window of the file in memory. Also reads a node's response to StateMarketDeals, which has the same object in `result`.
 */
import { type BatchBuffers, DealBatch } from './deal-batch.ts';
import { MarketFileError } from './market-file-error.ts';
import { DealReader } from './read-deal.ts';
import { SeenIds } from './seen-ids.ts';

/** A deal has about 500 bytes; its label at most 256. */
const MAX_RECORD_BYTES = 1024 * 1024;
const MAX_KEY_BYTES = 4096;
const KEPT_RECORD_BYTES = 4096;
/** A record, its key and some whitespace; more stays unread only with excessive whitespace. */
const MAX_UNREAD_BYTES = MAX_RECORD_BYTES + 2 * MAX_KEY_BYTES;
/** A file whose records are mostly not deals is not a market file. */
const REJECTS_BEFORE_GIVING_UP = 10_000;
const MAX_REJECTS_HELD = 1000;
/** As long as labels may be: more than that for each row of a batch, and it is handed out before it is full. */
const MAX_LABEL_BYTES = 256;
const MAX_ID_DIGITS = 15;
/**
 * Go sorts keys as text, so IDs of one length ascend. Rows of one length are emitted together, as many as DuckDB has in a row group:
 * each group covers a narrow range of IDs, and queries by ID read few of them.
 */
const ROW_GROUP = 122_880;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;

export interface Reject {
  /** Position of the record's value in the unpacked file. */
  readonly byteOffset: number;
  readonly dealId: number | undefined;
  readonly reason: string;
  /** The first 4 KiB. */
  readonly record: string;
}

type State = 'start' | 'key' | 'comma' | 'oversized' | 'end';

export class MarketReader {
  readonly #deals = new DealReader();
  readonly #seen = new SeenIds();
  readonly #batchRows: number;
  readonly #groupRows: number;
  #window = new Uint8Array(0);
  #view = new DataView(this.#window.buffer);
  /** Unread part of the window. */
  #at = 0;
  #filled = 0;
  /** Bytes of the file before the window. */
  #before = 0;
  #state: State = 'start';
  /** Whether inside `result` of a node's response. */
  #isNested = false;
  /** After a comma: a key must follow. */
  #isKeyDue = false;
  /** Scan state of a value that does not end in the window. */
  #oversized: { readonly reject: Omit<Reject, 'reason'>; readonly scan: ValueScan } | undefined;
  /** By ID length: the current batch, and earlier ones. */
  readonly #filling: (DealBatch | undefined)[] = [];
  readonly #waiting: DealBatch[][] = [];
  /** Of batches that were taken and written. */
  readonly #spare: BatchBuffers[] = [];
  readonly #lastIds: number[] = [];
  #full: DealBatch[] | undefined;
  #rejects: Reject[] = [];
  /** Whether IDs of one length ascend, as Go writes them. */
  isOrdered = true;
  rowCount = 0;
  rejectCount = 0;

  /** @param batchRows rows of a batch; `groupRows` a multiple of it */
  constructor(batchRows: number, groupRows = ROW_GROUP) {
    this.#batchRows = batchRows;
    this.#groupRows = groupRows;
  }

  get bytesRead(): number {
    return this.#before + this.#at;
  }

  /** Add the next bytes, after `read` returned `more`. */
  push(chunk: Uint8Array): void {
    if (this.#at > 0) {
      this.#window.copyWithin(0, this.#at, this.#filled);
      this.#before += this.#at;
      this.#filled -= this.#at;
      this.#at = 0;
    }
    if (this.#filled > MAX_UNREAD_BYTES) throw this.#unexpected('a deal');
    if (this.#filled + chunk.length > this.#window.length) {
      const larger = new Uint8Array((this.#filled + chunk.length) * 2);
      larger.set(this.#window.subarray(0, this.#filled));
      this.#window = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#window.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  /** Continue reading: `full` if batches must be taken, `more` if bytes are needed. */
  read(): 'full' | 'more' {
    for (;;) {
      if (this.#full !== undefined || this.#rejects.length >= MAX_REJECTS_HELD) return 'full';
      if (!this.#step()) return 'more';
    }
  }

  /** @throws MarketFileError if the file is truncated */
  finish(): void {
    if (this.#state === 'end') return;
    const size = this.#before + this.#filled;
    throw new MarketFileError(
      size === 0 ? 'The file is empty.' : `The file ends after ${size} bytes, before the end of the market. Load it again.`,
    );
  }

  /** Return full batches; after `finish` all remaining ones. */
  take(): { readonly batches: readonly DealBatch[]; readonly rejects: readonly Reject[] } {
    const batches = this.#full ?? (this.#state === 'end' ? this.#takeRest() : []);
    const rejects = this.#rejects;
    this.#full = undefined;
    this.#rejects = [];
    return { batches, rejects };
  }

  /** Buffers reused by later batches, to avoid gigabytes of garbage. */
  reuse(buffers: readonly BatchBuffers[]): void {
    this.#spare.push(...buffers);
  }

  #takeRest(): DealBatch[] {
    const rest = this.#filling.flatMap((batch, digits) => [...(this.#waiting[digits] ?? []), ...(batch === undefined ? [] : [batch])]);
    this.#filling.length = 0;
    this.#waiting.length = 0;
    return rest;
  }

  #batchFor(digits: number): DealBatch {
    const batch = this.#filling[digits] ?? new DealBatch(this.#batchRows, this.#spare.pop());
    this.#filling[digits] = batch;
    return batch;
  }

  /** Read one token or record; false if its end is not in the window. */
  #step(): boolean {
    switch (this.#state) {
      case 'start':
        if (!this.#skipSpace()) return false;
        if (this.#window[this.#at] !== OPEN) throw this.#unexpected('{');
        this.#at += 1;
        this.#state = 'key';
        return true;
      case 'key':
        return this.#readMember();
      case 'comma': {
        if (!this.#skipSpace()) return false;
        const byte = this.#window[this.#at];
        if (byte === CLOSE) this.#close();
        else if (byte === COMMA) {
          this.#isKeyDue = true;
          this.#state = 'key';
        } else throw this.#unexpected(', or }');
        this.#at += 1;
        return true;
      }
      case 'oversized':
        return this.#skipOversized();
      case 'end':
        if (this.#skipSpace()) throw this.#unexpected('the end of the file');
        return false;
      default:
        return this.#state satisfies never;
    }
  }

  #close(): void {
    this.#state = this.#isNested ? 'comma' : 'end';
    this.#isNested = false;
  }

  #readMember(): boolean {
    if (!this.#skipSpace()) return false;
    const bytes = this.#window;
    const filled = this.#filled;
    let at = this.#at;
    if (bytes[at] === CLOSE && !this.#isKeyDue) {
      this.#close();
      this.#at += 1;
      return true;
    }
    if (bytes[at] !== QUOTE) throw this.#unexpected('a deal ID in quotation marks');
    const keyFrom = at + 1;
    at = keyFrom;
    let dealId = 0;
    for (;;) {
      const digit = (bytes[at] as number) - 0x30;
      if (at >= filled || !(digit >= 0 && digit <= 9)) break;
      dealId = dealId * 10 + digit;
      at += 1;
    }
    const digits = at - keyFrom;
    let isId = digits > 0 && digits <= MAX_ID_DIGITS && (digits === 1 || bytes[keyFrom] !== 0x30) && bytes[at] === QUOTE;
    let keyTo = at;
    if (at >= filled || !isId) {
      keyTo = endOfString(bytes, keyFrom, filled) - 1;
      if (keyTo < 0) {
        if (filled - keyFrom > MAX_KEY_BYTES) throw this.#unexpected('a deal ID');
        return false;
      }
      isId = false;
    }
    at = skipSpace(bytes, keyTo + 1, filled);
    if (at >= filled) return false;
    if (bytes[at] !== COLON) throw this.#unexpected(':', at);
    at = skipSpace(bytes, at + 1, filled);
    if (at >= filled) return false;

    if (isId && !this.#seen.has(dealId)) {
      const end = this.#deals.readUsual(bytes, this.#view, at, filled, dealId, this.#batchFor(digits));
      if (end >= 0) {
        this.#noteRow(dealId, digits);
        this.#endMember(end);
        return true;
      }
    }
    const key = isId ? undefined : this.#textOf(keyFrom, keyTo);
    if (key === 'result' && bytes[at] === OPEN && !this.#isNested && this.rowCount === 0) {
      this.#isNested = true;
      this.#isKeyDue = false;
      this.#at = at + 1;
      return true;
    }
    const scan = new ValueScan();
    const end = scan.read(bytes, at, filled);
    if (end < 0) {
      if (filled - at <= MAX_RECORD_BYTES) return false;
      const record = this.#textOf(at, Math.min(at + KEPT_RECORD_BYTES, filled));
      this.#oversized = { scan, reject: { byteOffset: this.#before + at, dealId: isId ? dealId : undefined, record } };
      this.#at = filled;
      this.#state = 'oversized';
      return true;
    }
    const isOfAnswer = !this.#isNested && (key === 'jsonrpc' || key === 'id');
    if (!isOfAnswer) this.#readRecord(at, end, isId ? dealId : undefined);
    this.#endMember(end);
    return true;
  }

  #readRecord(from: number, to: number, dealId: number | undefined): void {
    const reason = this.#reasonAgainst(from, to, dealId);
    if (reason === undefined) {
      this.#noteRow(dealId as number, String(dealId).length);
      return;
    }
    const record = this.#textOf(from, Math.min(to, from + KEPT_RECORD_BYTES));
    this.#reject({ byteOffset: this.#before + from, dealId, record, reason });
  }

  #reasonAgainst(from: number, to: number, dealId: number | undefined): string | undefined {
    if (dealId === undefined) return 'The key is not a deal ID.';
    if (this.#seen.has(dealId)) return 'The deal ID occurs twice.';
    if (to - from > MAX_RECORD_BYTES) return 'The record is larger than 1 MiB.';
    return this.#deals.readAny(this.#window, from, to, dealId, this.#batchFor(String(dealId).length));
  }

  #noteRow(dealId: number, digits: number): void {
    this.#seen.add(dealId);
    this.rowCount += 1;
    if (dealId < (this.#lastIds[digits] ?? -1)) this.isOrdered = false;
    this.#lastIds[digits] = dealId;
    const batch = this.#filling[digits];
    if (batch === undefined) return;
    const hasLongLabels = batch.labelStart > this.#batchRows * MAX_LABEL_BYTES;
    if (batch.rowCount < this.#batchRows && !hasLongLabels) return;
    const waiting = this.#waiting[digits] ?? [];
    waiting.push(batch);
    this.#filling[digits] = undefined;
    const isFull = hasLongLabels || waiting.length * this.#batchRows >= this.#groupRows;
    this.#waiting[digits] = isFull ? [] : waiting;
    if (isFull) this.#full = waiting;
  }

  #reject(reject: Reject): void {
    this.#rejects.push(reject);
    this.rejectCount += 1;
    if (this.rejectCount > REJECTS_BEFORE_GIVING_UP && this.rejectCount > this.rowCount) {
      throw new MarketFileError(`Most records are not deals. The first of the latest: ${reject.reason} (at byte ${reject.byteOffset})`);
    }
  }

  #endMember(at: number): void {
    this.#isKeyDue = false;
    this.#at = at;
    // Fast path for what almost always follows.
    if (at < this.#filled && this.#window[at] === COMMA) {
      this.#at = at + 1;
      this.#isKeyDue = true;
      this.#state = 'key';
      return;
    }
    this.#state = 'comma';
  }

  #skipOversized(): boolean {
    if (this.#oversized === undefined) throw new Error('No oversized record is skipped.');
    if (this.#at === this.#filled) return false;
    const end = this.#oversized.scan.read(this.#window, this.#at, this.#filled);
    if (end < 0) {
      this.#at = this.#filled;
      return false;
    }
    this.#reject({ ...this.#oversized.reject, reason: 'The record is larger than 1 MiB.' });
    this.#oversized = undefined;
    this.#endMember(end);
    return true;
  }

  /** Skip whitespace; false if nothing else is in the window. */
  #skipSpace(): boolean {
    this.#at = skipSpace(this.#window, this.#at, this.#filled);
    return this.#at < this.#filled;
  }

  #textOf(from: number, to: number): string {
    return Buffer.from(this.#window.buffer, this.#window.byteOffset + from, to - from).toString('utf8');
  }

  #unexpected(wanted: string, at = this.#at): MarketFileError {
    // The content is not quoted, because any file of this machine can be selected.
    return new MarketFileError(`Not a market file: expected ${wanted} at byte ${this.#before + at}.`);
  }
}

/** Finds the end of a JSON value across windows, without checking its content. */
class ValueScan {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #isScalar = false;

  /** Position after the value, or -1 if it continues. */
  read(bytes: Uint8Array, from: number, to: number): number {
    let depth = this.#depth;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number;
      if (isEscaped) isEscaped = false;
      else if (isInString) {
        if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) {
          isInString = false;
          if (depth === 0) return at + 1;
        }
      } else if (depth === 0 && this.#isScalar) {
        if (byte === COMMA || byte === CLOSE || byte === 0x5d || isSpace(byte)) return at;
      } else if (byte === QUOTE) isInString = true;
      else if (byte === OPEN || byte === 0x5b) depth += 1;
      else if (byte === CLOSE || byte === 0x5d) {
        depth -= 1;
        // Negative depth: no value here, which the record reader reports.
        if (depth <= 0) return depth < 0 ? at : at + 1;
      } else if (depth === 0) {
        if (byte === COMMA) return at;
        this.#isScalar = true;
      }
    }
    this.#depth = depth;
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    return -1;
  }
}

/** Position after the closing quote of a string that starts before `from`, or -1. */
function endOfString(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at + 1;
  }
  return -1;
}

function skipSpace(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at] as number)) at += 1;
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
