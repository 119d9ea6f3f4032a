import { closeSync, existsSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { type Cid, cidFromBytes, cidOfDagCbor, cidToBytes } from '../../../shared/domain/encoding/cid.ts';
import { RECORD_HEAD_BYTES, readRecords, recordOf } from './records.ts';
import type { BlockSegment } from './segmented-blocks.ts';

/** Length of the CID before each block: all are dag-cbor and blake2b-256. */
const CID_BYTES = 38;
/** Bytes per read; most blocks are shorter. */
const READ_BYTES = 4096;

const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** An open file with its index of records. */
interface Opened {
  readonly handle: number;
  readonly offsets: Map<Cid, number>;
  end: number;
  /** Whether a part between records is unreadable. */
  isDamaged: boolean;
}

/** Blocks read or written lately, up to a number of bytes. */
export const blockCache = (maxBytes: number): LruMap<Cid, Uint8Array> => new LruMap({ maxSize: maxBytes, sizeOf: ({ length }) => length });

/** A segment as a file of records, each a CID and its block. Opened and indexed lazily. */
export class FileSegment implements BlockSegment {
  readonly start: number;
  readonly #path: string;
  readonly #cache: LruMap<Cid, Uint8Array>;
  #opened: Opened | undefined;
  /** Not yet written. */
  #added = new Map<Cid, Uint8Array>();

  constructor(start: number, path: string, cache: LruMap<Cid, Uint8Array>) {
    this.start = start;
    this.#path = path;
    this.#cache = cache;
  }

  find(cid: Cid): Uint8Array | undefined {
    const known = this.#added.get(cid) ?? this.#cache.get(cid);
    if (known !== undefined) return known;
    const opened = this.#open();
    const offset = opened.offsets.get(cid);
    if (offset === undefined) return undefined;
    const bytes = readBlockAt(opened.handle, offset);
    if (bytes === undefined || cidOfDagCbor(bytes) !== cid) {
      // Damaged: it is stored again when it is produced again.
      opened.offsets.delete(cid);
      return undefined;
    }
    this.#cache.set(cid, bytes);
    return bytes;
  }

  has(cid: Cid): boolean {
    return this.#added.has(cid) || this.#open().offsets.has(cid);
  }

  get isDamaged(): boolean {
    return this.#open().isDamaged;
  }

  add(cid: Cid, bytes: Uint8Array): void {
    this.#added.set(cid, bytes);
  }

  flush(): void {
    if (this.#added.size === 0) return;
    const opened = this.#open();
    const records = [...this.#added].map(([cid, bytes]) => ({ cid, bytes, record: recordOf(cidToBytes(cid), bytes) }));
    try {
      // Unlike writeSync, writes everything.
      writeFileSync(opened.handle, Buffer.concat(records.map(({ record }) => record)));
    } catch (error) {
      // A partial record is truncated when the file is opened again.
      this.close();
      throw error;
    }
    for (const { cid, bytes, record } of records) {
      opened.offsets.set(cid, opened.end);
      opened.end += record.length;
      this.#cache.set(cid, bytes);
    }
    this.#added = new Map();
  }

  close(): void {
    if (this.#opened !== undefined) closeSync(this.#opened.handle);
    this.#opened = undefined;
  }

  remove(): void {
    this.close();
    // Closed segments return no blocks.
    this.#cache.clear();
    rmSync(this.#path, { force: true });
  }

  #open(): Opened {
    if (this.#opened === undefined) {
      const offsets = new Map<Cid, number>();
      let end = 0;
      let isDamaged = false;
      for (const { offset, payload } of existsSync(this.#path) ? readRecords(this.#path) : []) {
        offsets.set(cidFromBytes(payload.subarray(0, CID_BYTES)), offset);
        isDamaged ||= offset > end;
        end = offset + RECORD_HEAD_BYTES + payload.length;
      }
      this.#opened = { handle: openSync(this.#path, 'a+'), offsets, end, isDamaged };
    }
    return this.#opened;
  }
}

/** Read the record at a position; undefined if the file ends before it. */
function readBlockAt(handle: number, offset: number): Uint8Array | undefined {
  const first = readAt(handle, offset, READ_BYTES);
  if (first.length < RECORD_HEAD_BYTES) return undefined;
  const end = RECORD_HEAD_BYTES + first.readUInt32BE(0);
  // The length may be damaged; no block is that long.
  if (end > MAX_RECORD_BYTES) return undefined;
  const whole = end <= first.length ? first.subarray(0, end) : readAt(handle, offset, end);
  return whole.length === end ? new Uint8Array(whole.subarray(RECORD_HEAD_BYTES + CID_BYTES)) : undefined;
}

function readAt(handle: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, offset));
}
