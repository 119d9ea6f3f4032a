/** The sectors of one miner as a table: chunks by deadline, filtered and sorted without copying rows. Pure. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { type Filter, parseFilter } from '../../../shared/filter/filter.ts';
import { SECTOR_FILTER_LANGUAGE, SECTOR_STATES } from '../../../shared/filter/sector-filter.ts';
import type { SectorOrder, SectorTableRow } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { byNumbers } from '../columns/row-order.ts';
import { AMOUNT_PARTS } from './amount-column.ts';
import type { SectorChunk } from './sector-chunk.ts';
import { type SectorClock, sectorTest } from './sector-table-filter.ts';

/** Maximum number of cached orders. */
const MAX_ORDERS = 4;

interface Place {
  readonly chunk: SectorChunk;
  readonly index: number;
}

export class SectorTable {
  #chunks: readonly SectorChunk[] = [];
  /** The first row of each chunk. */
  #starts: readonly number[] = [];
  #total = 0;
  readonly #orders = new LruMap<string, Uint32Array>({ maxEntries: MAX_ORDERS });

  get total(): number {
    return this.#total;
  }

  /** Set the chunks, by ascending deadline. Their content may have changed. */
  set(chunks: readonly SectorChunk[]): void {
    this.#chunks = chunks;
    let start = 0;
    this.#starts = chunks.map(({ count }) => {
      const own = start;
      start += count;
      return own;
    });
    this.#total = start;
    this.#orders.clear();
  }

  /** Return the rows that match a filter, sorted; ties by number. */
  ordered(filter: string, order: SectorOrder, clock: SectorClock): Uint32Array {
    const parsed = parseFilter(filter, SECTOR_FILTER_LANGUAGE);
    // Orders relative to the head change with every head.
    const isOfHead = JSON.stringify(parsed.node ?? '').includes('"base":"head"');
    const key = JSON.stringify([filter, order, isOfHead ? clock.head : undefined]);
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    const rows = this.#inOrder(this.#matching(parsed, clock), order);
    this.#orders.set(key, rows);
    return rows;
  }

  /** Call back with the index of every row that matches a filter. */
  forEach(filter: string, clock: SectorClock, visit: (chunk: SectorChunk, index: number) => void): void {
    for (const row of this.#matching(parseFilter(filter, SECTOR_FILTER_LANGUAGE), clock)) {
      const { chunk, index } = this.#placeOf(row);
      visit(chunk, index);
    }
  }

  /** Like `forEach`, for all rows of one deadline. */
  forEachOf(deadline: number, visit: (chunk: SectorChunk, index: number) => void): void {
    const chunk = this.#chunks.find((one) => one.deadline === deadline);
    for (let index = 0; index < (chunk?.count ?? 0); index += 1) if (chunk !== undefined) visit(chunk, index);
  }

  /** Return the position of a sector among sorted rows; undefined if it is not among them. */
  placeIn(ordered: Uint32Array, number: number): { readonly foundAt?: number } {
    const foundAt = ordered.findIndex((row) => {
      const { chunk, index } = this.#placeOf(row);
      return chunk.numbers[index] === number;
    });
    return foundAt === -1 ? {} : { foundAt };
  }

  rowAt(row: number, { timeMsOf }: SectorClock): SectorTableRow {
    const { chunk, index } = this.#placeOf(row);
    const at = (column: Float64Array): number => column[index] ?? 0;
    const state = chunk.stateAt(index);
    const fee = chunk.fees.get(index);
    return {
      number: at(chunk.numbers),
      isActive: state === 'active',
      isFaulty: state === 'faulty' || state === 'recovering',
      isRecovering: state === 'recovering',
      isUnproven: state === 'unproven',
      isTerminated: state === 'terminated',
      activation: at(chunk.activations),
      activationTimeMs: timeMsOf(at(chunk.activations)),
      expiration: at(chunk.expirations),
      expirationTimeMs: timeMsOf(at(chunk.expirations)),
      initialPledge: chunk.pledges.get(index).toString(),
      quality: at(chunk.qualities),
      isFullByRule: chunk.fullFlags[index] === 1,
      dataBytes: at(chunk.data).toFixed(0),
      dealCount: chunk.deals.get(index)?.length ?? 0,
      isUpgraded: chunk.upgrades[index] === 1,
      callId: at(chunk.callIds),
      sealedCid: chunk.cids.get(index),
      deadline: chunk.deadline,
      partition: chunk.partitions[index] ?? 0,
      qualityAdjusted: at(chunk.powers).toFixed(0),
      ...(fee === 0n ? {} : { dailyFee: fee.toString() }),
    };
  }

  #placeOf(row: number): Place {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low];
    if (chunk === undefined || row >= this.#total) throw new RangeError('No such row.');
    return { chunk, index: row - (this.#starts[low] ?? 0) };
  }

  /** Return matching rows in table order. The test runs chunk by chunk, so that no row has to find its chunk. */
  #matching(parsed: Filter, clock: SectorClock): Uint32Array {
    const rows = new Uint32Array(this.#total);
    let count = 0;
    this.#chunks.forEach((chunk, place) => {
      const test = sectorTest(chunk, parsed, clock);
      const start = this.#starts[place] ?? 0;
      for (let index = 0; index < chunk.count; index += 1) {
        if (test(index)) {
          rows[count] = start + index;
          count += 1;
        }
      }
    });
    return rows.subarray(0, count);
  }

  /** Ties are sorted by number, in either direction. */
  #inOrder(rows: Uint32Array, { by, direction }: SectorOrder): Uint32Array {
    const numbers = this.#column(({ numbers }) => numbers);
    if (by === 'number') return byNumbers(rows, numbers, direction);
    return this.#keys(by).reduce((ordered, key) => byNumbers(ordered, this.#column(key), direction), byNumbers(rows, numbers));
  }

  /** Return a number for each row of the table. */
  #column(of: (chunk: SectorChunk) => ArrayLike<number>): Float64Array {
    const column = new Float64Array(this.#total);
    this.#chunks.forEach((chunk, place) => {
      const values = of(chunk);
      const start = this.#starts[place] ?? 0;
      for (let index = 0; index < chunk.count; index += 1) column[start + index] = values[index] ?? 0;
    });
    return column;
  }

  /** Return the sort columns, applied one after the other: the last one decides. */
  #keys(by: Exclude<SectorOrder['by'], 'number'>): ((chunk: SectorChunk) => ArrayLike<number>)[] {
    switch (by) {
      case 'state':
        return [({ states }) => states.map((state) => STATE_ORDER[state] ?? 0)];
      case 'place':
        return [({ partitions }) => partitions, ({ deadline, count }) => new Float64Array(count).fill(deadline)];
      case 'data':
        return [({ data }) => data];
      case 'quality':
        return [({ qualities }) => qualities];
      case 'power':
        return [({ powers }) => powers];
      case 'activated':
        return [({ activations }) => activations];
      case 'expires':
        return [({ expirations }) => expirations];
      case 'pledge':
        return AMOUNT_PARTS.map(
          (part) =>
            ({ pledges }) =>
              pledges.parts(part),
        );
      case 'fee':
        return AMOUNT_PARTS.map(
          (part) =>
            ({ fees }) =>
              fees.parts(part),
        );
      default:
        return by satisfies never;
    }
  }
}

/** Sort order of states, most urgent first: faulty, recovering, unproven, active, terminated. */
const STATE_ORDER = SECTOR_STATES.map((state) => ['faulty', 'recovering', 'unproven', 'active', 'terminated'].indexOf(state));

/** A month of the histogram: a twelfth of a year. */
export const STEP_EPOCHS = { week: 7 * EPOCHS.perDay, month: EPOCHS.perYear / 12 } as const;
