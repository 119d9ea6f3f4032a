/** Rows of `deals` and `cids` as they are read, in columns that go to the database as they are. */

import type { ColumnBatch } from '../engine.ts';
import { CID_KINDS } from '../schema.ts';

/** Of a v1 CID with the codec and the hash of pieces. */
export const PIECE_CID_BYTES = 39;
/** `fil-commitment-unsealed`, `sha2-256-trunc254-padded`, 32 bytes. */
export const PIECE_CID_HEAD = Uint8Array.of(1, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20);
/** Room for labels of the usual length; more is made where it is needed. */
const LABEL_BYTES = 64;

export class DealBatch {
  readonly capacity: number;
  rowCount = 0;
  readonly dealId: Uint32Array<ArrayBuffer>;
  readonly clientId: Uint32Array<ArrayBuffer>;
  readonly providerId: Uint32Array<ArrayBuffer>;
  /** Nothing for the deals of the first days that have no piece CID. */
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
  /** At most two rows a deal: its piece, and its payload where the label is a CID. */
  cidCount = 0;
  readonly #cidPrefix: Uint32Array<ArrayBuffer>;
  readonly #cidKind: Int16Array<ArrayBuffer>;
  readonly #cidDeal: Uint32Array<ArrayBuffer>;

  constructor(capacity: number) {
    const words = (): Uint32Array<ArrayBuffer> => new Uint32Array(capacity * 2);
    const amounts = (): Uint32Array<ArrayBuffer> => new Uint32Array(capacity * 4);
    this.capacity = capacity;
    this.dealId = words();
    this.clientId = words();
    this.providerId = words();
    this.pieceCid = new Uint8Array(capacity * PIECE_CID_BYTES);
    this.pieceEnds = new Uint32Array(capacity);
    this.pieceSize = words();
    this.isVerified = new Uint8Array(capacity);
    this.label = new Uint8Array(capacity * LABEL_BYTES);
    this.labelEnds = new Uint32Array(capacity);
    this.isLabelText = new Uint8Array(capacity);
    this.startEpoch = words();
    this.endEpoch = words();
    this.price = amounts();
    this.providerCollateral = amounts();
    this.clientCollateral = amounts();
    this.sectorNumber = words();
    this.hasNoSector = new Uint8Array(capacity);
    this.sectorStart = words();
    this.lastUpdated = words();
    this.slash = words();
    this.#cidPrefix = new Uint32Array(capacity * 4);
    this.#cidKind = new Int16Array(capacity * 2);
    this.#cidDeal = new Uint32Array(capacity * 4);
  }

  get pieceStart(): number {
    return this.rowCount === 0 ? 0 : (this.pieceEnds[this.rowCount - 1] as number);
  }

  /** Where the label of the next row begins. */
  get labelStart(): number {
    return this.rowCount === 0 ? 0 : (this.labelEnds[this.rowCount - 1] as number);
  }

  /** Makes room for so many bytes of the next row's label. */
  reserveLabel(bytes: number): void {
    const needed = this.labelStart + bytes;
    if (needed <= this.label.length) return;
    const larger = new Uint8Array(Math.max(needed, this.label.length * 2));
    larger.set(this.label);
    this.label = larger;
  }

  /** Adds to the look-up a CID of the deal that is the next row. */
  addCid(high: number, low: number, kind: keyof typeof CID_KINDS): void {
    const row = this.cidCount;
    // Words are little-endian: the lower one stands first.
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

/** Writes a safe integer as row `row` of a column of 64-bit integers. */
export function setInteger(words: Uint32Array, row: number, value: number): void {
  words[row * 2] = value;
  words[row * 2 + 1] = Math.floor(value / 0x1_0000_0000);
}

/** Writes an amount that is not negative and has at most 38 digits. */
export function setAmount(words: Uint32Array, row: number, value: bigint): void {
  for (let word = 0; word < 4; word += 1) words[row * 4 + word] = Number((value >> BigInt(word * 32)) & 0xffff_ffffn);
}
