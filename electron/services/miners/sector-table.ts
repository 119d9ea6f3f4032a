/** The sectors of one miner as a table: chunks by deadline, filtered and ordered without a copy of any row. Pure. */
import { EPOCHS } from '../../../shared/domain/epoch.ts';
import { compileFilter } from '../../../shared/filter/compile-filter.ts';
import { type Filter, parseFilter } from '../../../shared/filter/filter.ts';
import { SECTOR_FILTER_LANGUAGE, SECTOR_STATES } from '../../../shared/filter/sector-filter.ts';
import type { SectorOrder, SectorTableRow } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { SectorChunk } from './sector-chunk.ts';

const NANO = 1e9;
const FIL = 1e18;
/** Orders that are remembered: what is scrolled through, and what was looked at before. */
const MOST_ORDERS = 4;

export interface SectorClock {
  readonly head: number;
  readonly timeMsOf: (epoch: number) => number;
  /** The epoch of a moment, as a fraction. */
  readonly epochAt: (timeMs: number) => number;
}

interface Place {
  readonly chunk: SectorChunk;
  readonly index: number;
}

export class SectorTable {
  #chunks: readonly SectorChunk[] = [];
  /** The first row of each chunk. */
  #starts: readonly number[] = [];
  #total = 0;
  readonly #orders = new Map<string, Uint32Array>();

  get total(): number {
    return this.#total;
  }

  /** The chunks from now on, by ascending deadline. What they hold may be other than before. */
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

  /** The rows that pass a filter, in an order; ties stand by number. */
  ordered(filter: string, order: SectorOrder, clock: SectorClock): Uint32Array {
    const parsed = parseFilter(filter, SECTOR_FILTER_LANGUAGE);
    // What is counted from the head is another list with each.
    const isOfHead = JSON.stringify(parsed.node ?? '').includes('"base":"head"');
    const key = JSON.stringify([filter, order, isOfHead ? clock.head : undefined]);
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    const rows = this.#matching(parsed, clock);
    this.#sort(rows, order);
    for (const old of this.#orders.keys()) {
      if (this.#orders.size < MOST_ORDERS) break;
      this.#orders.delete(old);
    }
    this.#orders.set(key, rows);
    return rows;
  }

  /** Calls back with the place of every row that passes a filter. */
  forEach(filter: string, clock: SectorClock, visit: (chunk: SectorChunk, index: number) => void): void {
    for (const row of this.#matching(parseFilter(filter, SECTOR_FILTER_LANGUAGE), clock)) {
      const { chunk, index } = this.#placeOf(row);
      visit(chunk, index);
    }
  }

  /** As `forEach`, for all rows of one deadline. */
  forEachOf(deadline: number, visit: (chunk: SectorChunk, index: number) => void): void {
    const chunk = this.#chunks.find((one) => one.deadline === deadline);
    for (let index = 0; index < (chunk?.count ?? 0); index += 1) if (chunk !== undefined) visit(chunk, index);
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
      verifiedBytes: at(chunk.verified).toFixed(0),
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
    if (chunk === undefined || row >= this.#total) throw new RangeError('There is no such row.');
    return { chunk, index: row - (this.#starts[low] ?? 0) };
  }

  /** Rows that pass, in the order of the table. The test runs chunk by chunk, so that no row looks for its chunk. */
  #matching(parsed: Filter, clock: SectorClock): Uint32Array {
    const rows = new Uint32Array(this.#total);
    let count = 0;
    this.#chunks.forEach((chunk, place) => {
      const test = compileFilter<number>(parsed, testsOf(chunk, clock));
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

  #sort(rows: Uint32Array, { by, direction }: SectorOrder): void {
    const sign = direction === 'ascending' ? 1 : -1;
    const numbers = this.#column((chunk) => chunk.numbers);
    if (by === 'number') {
      rows.sort((left, right) => sign * ((numbers[left] ?? 0) - (numbers[right] ?? 0)));
      return;
    }
    const keys = this.#keys(by);
    const exact = by === 'pledge' ? 'pledges' : by === 'fee' ? 'fees' : undefined;
    rows.sort((left, right) => {
      const difference = (keys[left] ?? 0) - (keys[right] ?? 0);
      if (difference !== 0) return sign * difference;
      // Amounts that are the same number may still differ in what a number does not hold.
      const rest = exact === undefined ? 0 : sign * this.#compareAmounts(exact, left, right);
      return rest === 0 ? (numbers[left] ?? 0) - (numbers[right] ?? 0) : rest;
    });
  }

  #compareAmounts(column: 'pledges' | 'fees', left: number, right: number): number {
    const [one, other] = [this.#placeOf(left), this.#placeOf(right)];
    const [before, after] = [one.chunk[column].get(one.index), other.chunk[column].get(other.index)];
    return before < after ? -1 : before > after ? 1 : 0;
  }

  /** A number for each row of the table. */
  #column(of: (chunk: SectorChunk) => ArrayLike<number>): Float64Array {
    const column = new Float64Array(this.#total);
    this.#chunks.forEach((chunk, place) => {
      const values = of(chunk);
      const start = this.#starts[place] ?? 0;
      for (let index = 0; index < chunk.count; index += 1) column[start + index] = values[index] ?? 0;
    });
    return column;
  }

  #keys(by: Exclude<SectorOrder['by'], 'number'>): Float64Array {
    switch (by) {
      case 'state':
        return this.#column(({ states, count }) => Array.from({ length: count }, (_, index) => STATE_ORDER[states[index] ?? 0] ?? 0));
      case 'place':
        return this.#column(({ deadline, partitions, count }) =>
          Array.from({ length: count }, (_, index) => deadline * 2 ** 32 + (partitions[index] ?? 0)),
        );
      case 'data':
        return this.#column((chunk) => chunk.data);
      case 'verified':
        return this.#column((chunk) => chunk.verified);
      case 'power':
        return this.#column((chunk) => chunk.powers);
      case 'activated':
        return this.#column((chunk) => chunk.activations);
      case 'expires':
        return this.#column((chunk) => chunk.expirations);
      case 'pledge':
        return this.#column(({ pledges, count }) => Array.from({ length: count }, (_, index) => Number(pledges.get(index))));
      case 'fee':
        return this.#column(({ fees, count }) => Array.from({ length: count }, (_, index) => Number(fees.get(index))));
      default:
        return by satisfies never;
    }
  }
}

/** What needs somebody first: faulty, recovering, unproven, active, terminated. */
const STATE_ORDER = SECTOR_STATES.map((state) => ['faulty', 'recovering', 'unproven', 'active', 'terminated'].indexOf(state));

function testsOf(chunk: SectorChunk, { head, epochAt }: SectorClock) {
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  const number = (column: Float64Array) => ({ number: (index: number) => column[index] });
  return {
    texts: (index: number) => [chunk.stateAt(index), chunk.cids.remembered(index)],
    wholes: (index: number) => [chunk.numbers[index] ?? 0, ...(chunk.deals.get(index) ?? []).map(String)],
    fields: {
      state: { choice: (index: number) => chunk.stateAt(index) },
      deadline: { number: () => chunk.deadline },
      partition: { number: (index: number) => chunk.partitions[index] },
      expires: number(chunk.expirations),
      activated: number(chunk.activations),
      verified: { choice: (index: number) => yes((chunk.verified[index] ?? 0) > 0) },
      data: { choice: (index: number) => yes((chunk.data[index] ?? 0) > 0 || chunk.deals.has(index)) },
      upgraded: { choice: (index: number) => yes(chunk.upgrades[index] === 1) },
      size: number(chunk.data),
      power: number(chunk.powers),
      pledge: { number: (index: number) => Number(chunk.pledges.get(index)) / FIL },
      fee: { number: (index: number) => Number(chunk.fees.get(index)) / NANO },
      sector: number(chunk.numbers),
      deal: { pattern: (index: number) => (chunk.deals.get(index) ?? []).map(String) },
      cid: { pattern: (index: number) => chunk.cids.remembered(index) },
    },
    epochs: { head, at: epochAt },
  };
}

/** A month of the histogram: a twelfth of a year. */
export const STEP_EPOCHS = { week: 7 * EPOCHS.perDay, month: EPOCHS.perYear / 12 } as const;
