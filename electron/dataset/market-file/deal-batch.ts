/** Rows of `deals` and `cids` as columns in the form that the database receives. */

import type { ColumnBatch } from '../engine.ts';
import { CID_KINDS } from '../schema.ts';

/** Prefix of a version 1 CID with the codec and hash of pieces. */
export const PIECE_CID_BYTES = 39;
/** `fil-commitment-unsealed`, `sha2-256-trunc254-padded`, 32 bytes. */
export const PIECE_CID_HEAD = Uint8Array.of(1, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20);
/** Initial label bytes per row; grows on demand. */
const LABEL_BYTES = 64;

/** Buffers of a batch, transferred between threads and reused. */
export interface BatchBuffers {
  readonly columns: ArrayBuffer;
  readonly label: ArrayBuffer;
}

/** 10 columns of 64 bits, 3 amounts, the ends of 2 texts, 3 flags and a piece CID; and twice the columns of `cids`. */
const ROW_BYTES = 10 * 8 + 3 * 16 + 2 * 4 + 3 + PIECE_CID_BYTES + 2 * (8 + 8 + 2);

export class DealBatch {
  readonly capacity: number;
  rowCount = 0;
  readonly dealId: Uint32Array<ArrayBuffer>;
  readonly clientId: Uint32Array<ArrayBuffer>;
  readonly providerId: Uint32Array<ArrayBuffer>;
  /** Empty for early deals without a piece CID. */
  readonly pieceCid: Uint8Array<ArrayBuffer>;
  readonly pieceEnds: Uint32Array<ArrayBuffer>;
  readonly pieceSize: Uint32Array<ArrayBuffer>;
  readonly isVerified: Uint8Array<ArrayBuffer>;
  label: Uint8Array<ArrayBuffer>;
  readonly labelEnds: Uint32Array<ArrayBuffer>;
  readonly isLabelText: Uint8Array<ArrayBuffer>;
  readonly startEpoch: Uint32Array<ArrayBuffer>;
  readonly endEpoch: Uint32Array<ArrayBuffer>;
  readonly price: Uint32Array<ArrayBuffer>;
  readonly providerCollateral: Uint32Array<ArrayBuffer>;
  readonly clientCollateral: Uint32Array<ArrayBuffer>;
  readonly sectorNumber: Uint32Array<ArrayBuffer>;
  readonly hasNoSector: Uint8Array<ArrayBuffer>;
  readonly sectorStart: Uint32Array<ArrayBuffer>;
  readonly lastUpdated: Uint32Array<ArrayBuffer>;
  readonly slash: Uint32Array<ArrayBuffer>;
  /** At most two rows per deal: its piece, and its payload if the label is a CID. */
  cidCount = 0;
  readonly #columns: ArrayBuffer;
  readonly #cidPrefix: Uint32Array<ArrayBuffer>;
  readonly #cidKind: Int16Array<ArrayBuffer>;
  readonly #cidDeal: Uint32Array<ArrayBuffer>;

  /** @param used buffers of a batch of the same capacity that are no longer read */
  constructor(capacity: number, used?: BatchBuffers) {
    const buffer = used?.columns ?? new ArrayBuffer(capacity * ROW_BYTES);
    this.capacity = capacity;
    this.#columns = buffer;
    let at = 0;
    // Widest first, so that each is aligned to its width.
    const words = (count: number): Uint32Array<ArrayBuffer> => {
      const column = new Uint32Array(buffer, at, capacity * count);
      at += column.byteLength;
      return column;
    };
    const bytes = (count: number): Uint8Array<ArrayBuffer> => {
      const column = new Uint8Array(buffer, at, capacity * count);
      at += column.byteLength;
      return column;
    };
    this.dealId = words(2);
    this.clientId = words(2);
    this.providerId = words(2);
    this.pieceSize = words(2);
    this.startEpoch = words(2);
    this.endEpoch = words(2);
    this.sectorNumber = words(2);
    this.sectorStart = words(2);
    this.lastUpdated = words(2);
    this.slash = words(2);
    this.price = words(4);
    this.providerCollateral = words(4);
    this.clientCollateral = words(4);
    this.#cidPrefix = words(4);
    this.#cidDeal = words(4);
    this.pieceEnds = words(1);
    this.labelEnds = words(1);
    this.#cidKind = new Int16Array(buffer, at, capacity * 2);
    at += this.#cidKind.byteLength;
    this.pieceCid = bytes(PIECE_CID_BYTES);
    this.isVerified = bytes(1);
    this.isLabelText = bytes(1);
    this.hasNoSector = bytes(1);
    this.label = new Uint8Array(used?.label ?? new ArrayBuffer(capacity * LABEL_BYTES));
  }

  get buffers(): BatchBuffers {
    return { columns: this.#columns, label: this.label.buffer };
  }

  get pieceStart(): number {
    return this.rowCount === 0 ? 0 : (this.pieceEnds[this.rowCount - 1] as number);
  }

  /** Start of the next row's label. */
  get labelStart(): number {
    return this.rowCount === 0 ? 0 : (this.labelEnds[this.rowCount - 1] as number);
  }

  /** Reserve bytes for the next row's label. */
  reserveLabel(bytes: number): void {
    const needed = this.labelStart + bytes;
    if (needed <= this.label.length) return;
    const larger = new Uint8Array(Math.max(needed, this.label.length * 2));
    larger.set(this.label);
    this.label = larger;
  }

  /** Add a CID of the next row's deal to the look-up. */
  addCid(high: number, low: number, kind: keyof typeof CID_KINDS): void {
    const row = this.cidCount;
    // Words are little-endian: lower word first.
    this.#cidPrefix[row * 2] = low;
    this.#cidPrefix[row * 2 + 1] = high;
    this.#cidKind[row] = CID_KINDS[kind];
    this.#cidDeal[row * 2] = this.dealId[this.rowCount * 2] as number;
    this.#cidDeal[row * 2 + 1] = this.dealId[this.rowCount * 2 + 1] as number;
    this.cidCount = row + 1;
  }

  deals(): ColumnBatch {
    const bigint = (words: Uint32Array<ArrayBuffer>) => ({ kind: 'bigint', words }) as const;
    const decimal = (words: Uint32Array<ArrayBuffer>) => ({ kind: 'decimal', words }) as const;
    return {
      rowCount: this.rowCount,
      columns: [
        bigint(this.dealId),
        bigint(this.clientId),
        bigint(this.providerId),
        { kind: 'bytes', data: this.pieceCid, ends: this.pieceEnds },
        bigint(this.pieceSize),
        { kind: 'boolean', values: this.isVerified },
        { kind: 'bytes', data: this.label, ends: this.labelEnds },
        { kind: 'boolean', values: this.isLabelText },
        bigint(this.startEpoch),
        bigint(this.endEpoch),
        decimal(this.price),
        decimal(this.providerCollateral),
        decimal(this.clientCollateral),
        { kind: 'bigint', words: this.sectorNumber, nulls: this.hasNoSector },
        bigint(this.sectorStart),
        bigint(this.lastUpdated),
        bigint(this.slash),
      ],
    };
  }

  cids(): ColumnBatch {
    return {
      rowCount: this.cidCount,
      columns: [
        { kind: 'bigint', words: this.#cidPrefix },
        { kind: 'smallint', values: this.#cidKind },
        { kind: 'bigint', words: this.#cidDeal },
      ],
    };
  }
}

/** Write a safe integer to row `row` of a 64-bit column. */
export function setInteger(words: Uint32Array, row: number, value: number): void {
  words[row * 2] = value;
  words[row * 2 + 1] = Math.floor(value / 0x1_0000_0000);
}

/** Write a non-negative amount of at most 38 digits. */
export function setAmount(words: Uint32Array, row: number, value: bigint): void {
  for (let word = 0; word < 4; word += 1) words[row * 4 + word] = Number((value >> BigInt(word * 32)) & 0xffff_ffffn);
}
