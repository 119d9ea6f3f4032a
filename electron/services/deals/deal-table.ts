/**
 * Immutable columnar table of deals, claims and allocations; a million rows take about 200 MB. Input is already validated. Owned by the
 * deals service.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { DealKind, DealRow, DealState } from '../../../shared/ipc/schemas/deals.ts';
import { zDealKind, zDealState } from '../../../shared/ipc/schemas/deals.ts';
import { type TextColumn, TextColumnBuilder } from '../columns/text-column.ts';

/** Further rows are counted, but left out. */
const MAX_ROWS = 2 ** 20;
/** Piece CIDs and labels together. */
const MAX_TEXT_BYTES = 192 * 1024 * 1024;
const PIECE_CID_BYTES = 64;
/** Stands for no epoch. */
const NO_EPOCH = -(2 ** 31);
const MAX_EPOCH = 2 ** 31 - 1;

export const KINDS: readonly DealKind[] = zDealKind.options;
export const STATES: readonly DealState[] = zDealState.options;

/** Input of a row. Addresses have the network prefix. */
export interface DealEntry {
  readonly kind: DealKind;
  readonly id: number;
  readonly claimId?: number | undefined;
  readonly pieceCid: string;
  readonly pieceSizeBytes: number;
  readonly isVerified: boolean;
  readonly client: string;
  readonly provider: string;
  readonly label?: string | undefined;
  readonly sectorNumber?: number | undefined;
  readonly state: DealState;
  readonly startEpoch?: number | undefined;
  readonly endEpoch: number;
  readonly mayEndEpoch?: number | undefined;
  /** attoFIL */
  readonly pricePerEpoch?: string | undefined;
}

/** Numeric columns. Texts are in `TextColumn`s, or indexes into word lists. */
interface Columns {
  kind: Uint8Array;
  state: Uint8Array;
  isVerified: Uint8Array;
  hasLabel: Uint8Array;
  id: Float64Array;
  claimId: Float64Array;
  size: Float64Array;
  sector: Float64Array;
  client: Uint32Array;
  provider: Uint32Array;
  price: Uint32Array;
  start: Int32Array;
  end: Int32Array;
  mayEnd: Int32Array;
}

/** Distinct words with indexes. */
class Words {
  readonly words: string[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(word: string): number {
    const known = this.#indexes.get(word);
    if (known !== undefined) return known;
    this.#indexes.set(word, this.words.length);
    return this.words.push(word) - 1;
  }
}

export class DealTableBuilder {
  readonly #pieces: TextColumnBuilder;
  readonly #labels: TextColumnBuilder;
  readonly #addresses = new Words();
  readonly #prices = new Words();
  #columns: Columns;
  #capacity: number;
  #count = 0;
  #leftOut = 0;

  constructor(expectedRows: number) {
    this.#capacity = Math.min(MAX_ROWS, Math.max(64, expectedRows));
    this.#columns = columnsOf(this.#capacity);
    this.#pieces = new TextColumnBuilder(this.#capacity, PIECE_CID_BYTES);
    this.#labels = new TextColumnBuilder(this.#capacity, 16);
  }

  /** Adds a row, or counts it as left out at the limit. Returns false if its epochs are out of range. */
  add(entry: DealEntry): boolean {
    const epochs = [entry.startEpoch ?? 0, entry.endEpoch, entry.mayEndEpoch ?? 0];
    if (epochs.some((epoch) => !Number.isInteger(epoch) || Math.abs(epoch) > MAX_EPOCH)) return false;
    if (this.#count === MAX_ROWS || this.#pieces.sizeBytes + this.#labels.sizeBytes > MAX_TEXT_BYTES) {
      this.#leftOut += 1;
      return true;
    }
    if (this.#count === this.#capacity) this.#grow();
    const row = this.#count;
    const columns = this.#columns;
    columns.kind[row] = KINDS.indexOf(entry.kind);
    columns.state[row] = STATES.indexOf(entry.state);
    columns.isVerified[row] = Number(entry.isVerified);
    columns.hasLabel[row] = Number(entry.label !== undefined);
    columns.id[row] = entry.id;
    columns.claimId[row] = entry.claimId ?? Number.NaN;
    columns.size[row] = entry.pieceSizeBytes;
    columns.sector[row] = entry.sectorNumber ?? Number.NaN;
    columns.client[row] = this.#addresses.indexOf(entry.client);
    columns.provider[row] = this.#addresses.indexOf(entry.provider);
    columns.price[row] = this.#prices.indexOf(entry.pricePerEpoch ?? '');
    columns.start[row] = entry.startEpoch ?? NO_EPOCH;
    columns.end[row] = entry.endEpoch;
    columns.mayEnd[row] = entry.mayEndEpoch ?? NO_EPOCH;
    this.#pieces.add(entry.pieceCid);
    this.#labels.add(entry.label ?? '');
    this.#count += 1;
    return true;
  }

  finish(timeMsOf: (epoch: number) => number): DealTable {
    return new DealTable({
      columns: this.#columns,
      count: this.#count,
      leftOut: this.#leftOut,
      pieces: this.#pieces.finish(),
      labels: this.#labels.finish(),
      addresses: this.#addresses.words,
      prices: this.#prices.words,
      timeMsOf,
    });
  }

  #grow(): void {
    this.#capacity = Math.min(MAX_ROWS, Math.ceil(this.#capacity * 1.5));
    const grown = columnsOf(this.#capacity);
    for (const name of Object.keys(grown) as (keyof Columns)[]) grown[name].set(this.#columns[name]);
    this.#columns = grown;
  }
}

function columnsOf(capacity: number): Columns {
  return {
    kind: new Uint8Array(capacity),
    state: new Uint8Array(capacity),
    isVerified: new Uint8Array(capacity),
    hasLabel: new Uint8Array(capacity),
    id: new Float64Array(capacity),
    claimId: new Float64Array(capacity),
    size: new Float64Array(capacity),
    sector: new Float64Array(capacity),
    client: new Uint32Array(capacity),
    provider: new Uint32Array(capacity),
    price: new Uint32Array(capacity),
    start: new Int32Array(capacity),
    end: new Int32Array(capacity),
    mayEnd: new Int32Array(capacity),
  };
}

interface DealTableParts {
  readonly columns: Readonly<Columns>;
  readonly count: number;
  readonly leftOut: number;
  readonly pieces: TextColumn;
  readonly labels: TextColumn;
  readonly addresses: readonly string[];
  readonly prices: readonly string[];
  readonly timeMsOf: (epoch: number) => number;
}

/** Built by `DealTableBuilder`; rows are addressed by number. */
export class DealTable {
  readonly columns: Readonly<Columns>;
  readonly count: number;
  /** Rows left out at the limit. */
  readonly leftOut: number;
  readonly pieces: TextColumn;
  readonly labels: TextColumn;
  /** Words of the columns `client` and `provider`. */
  readonly addresses: readonly string[];
  /** Words of the column `price` in attoFIL; empty for no price. */
  readonly prices: readonly string[];
  readonly timeMsOf: (epoch: number) => number;

  constructor(parts: DealTableParts) {
    this.columns = parts.columns;
    this.count = parts.count;
    this.leftOut = parts.leftOut;
    this.pieces = parts.pieces;
    this.labels = parts.labels;
    this.addresses = parts.addresses;
    this.prices = parts.prices;
    this.timeMsOf = parts.timeMsOf;
  }

  /** Undefined without a sector. */
  sectorAt(row: number): number | undefined {
    const sector = this.columns.sector[row] ?? Number.NaN;
    return Number.isNaN(sector) ? undefined : sector;
  }

  /** Undefined for an allocation. */
  startAt(row: number): number | undefined {
    return epochOf(this.columns.start[row]);
  }

  rowAt(row: number): DealRow {
    const { columns, timeMsOf } = this;
    const kind = KINDS[columns.kind[row] ?? 0] ?? 'f05';
    const client = this.addresses[columns.client[row] ?? 0] ?? '';
    const provider = this.addresses[columns.provider[row] ?? 0] ?? '';
    const id = columns.id[row] ?? 0;
    const claimId = columns.claimId[row] ?? Number.NaN;
    const sectorNumber = this.sectorAt(row);
    const startEpoch = this.startAt(row);
    const endEpoch = columns.end[row] ?? 0;
    const mayEndEpoch = epochOf(columns.mayEnd[row]);
    const price = this.prices[columns.price[row] ?? 0] ?? '';
    return {
      key: dealKeyOf(kind, id, kind === 'allocation' ? client : provider),
      kind,
      id,
      ...(Number.isNaN(claimId) ? {} : { claimId }),
      pieceCid: this.pieces.textAt(row),
      pieceSizeBytes: columns.size[row] ?? 0,
      isVerified: columns.isVerified[row] === 1,
      client,
      provider,
      ...(columns.hasLabel[row] === 1 ? { label: this.labels.textAt(row) } : {}),
      ...defined({ sectorNumber }),
      state: STATES[columns.state[row] ?? 0] ?? 'published',
      ...(startEpoch === undefined ? {} : { startEpoch, startTimeMs: timeMsOf(startEpoch) }),
      endEpoch,
      endTimeMs: timeMsOf(endEpoch),
      ...defined({ mayEndEpoch }),
      ...(price === '' ? {} : { pricePerEpoch: price }),
    };
  }
}

/** @param holder ID address of the provider of a claim, or of the client of an allocation */
export function dealKeyOf(kind: DealKind, id: number, holder: string): string {
  if (kind === 'f05') return String(id);
  return `${kind === 'ddo' ? 'claim' : 'allocation'}-${holder.slice(2)}-${id}`;
}

function epochOf(epoch: number | undefined): number | undefined {
  return epoch === NO_EPOCH ? undefined : epoch;
}
