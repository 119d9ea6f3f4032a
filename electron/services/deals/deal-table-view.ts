/** Pages, counts and sums of the matching rows of a deal table, with a cache of the latest results. */

import { LruMap } from '../../../shared/collections/lru-map.ts';
import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import { dealMonths, ENDING_SOON_EPOCHS, largestProviders, priceDecadeOf } from '../../../shared/deals/deal-sums.ts';
import { type Filter, parseFilter } from '../../../shared/filter/filter.ts';
import type { DealKind, DealOrder, DealPage, DealRow, DealState, DealSummary } from '../../../shared/ipc/schemas/deals.ts';
import { type DealTable, KINDS, STATES } from './deal-table.ts';
import { dealTest, type FilterMoment } from './deal-table-filter.ts';
import { orderedRows } from './deal-table-order.ts';

const MAX_ORDERS = 3;
const MAX_VALUES = 50;

export interface DealQuery {
  readonly kind?: DealKind | undefined;
  readonly filter: Filter;
}

type Counts = DealPage['counts'];

interface Matched {
  readonly key: string;
  readonly marks: Uint8Array;
  readonly count: number;
  counts: Counts | undefined;
}

export class DealTableView {
  readonly table: DealTable;
  readonly #moment: FilterMoment;
  readonly #orders = new LruMap<DealOrder['by'], Uint32Array>({ maxEntries: MAX_ORDERS });
  #matched: Matched | undefined;
  #sorted: { readonly key: string; readonly rows: Uint32Array } | undefined;

  constructor(table: DealTable, moment: FilterMoment) {
    this.table = table;
    this.#moment = moment;
  }

  page(query: DealQuery, order: DealOrder, offset: number, limit: number): { readonly matching: number; readonly rows: DealRow[] } {
    const rows = this.#rowsInOrder(query, order);
    return { matching: rows.length, rows: Array.from(rows.subarray(offset, offset + limit), (row) => this.table.rowAt(row)) };
  }

  /** Counts of all matching rows. */
  counts(query: DealQuery): Counts {
    const matched = this.#match(query);
    matched.counts ??= this.#count(matched.marks);
    return matched.counts;
  }

  summary(query: DealQuery): DealSummary {
    const { table } = this;
    const { state, provider, size, end, isVerified, price } = table.columns;
    const { marks, count } = this.#match(query);
    const states = new Float64Array(STATES.length);
    const providers = { counts: new Float64Array(table.addresses.length), bytes: new Float64Array(table.addresses.length) };
    const months = dealMonths(table.timeMsOf(this.#moment.head), this.#moment.epochOf);
    const counted = months.map(() => 0);
    const bytes = months.map(() => 0);
    const all = { bytes: 0n, verified: 0, verifiedBytes: 0n };
    const prices = table.prices.map((text) => (text === '' ? undefined : BigInt(text)));
    const decades = new Map<number, { count: number; bytes: bigint }>();
    for (let row = 0; row < marks.length; row += 1) {
      if (marks[row] !== 1) continue;
      const [stateAt, providerAt, sizeAt] = [state[row] ?? 0, provider[row] ?? 0, size[row] ?? 0];
      states[stateAt] = (states[stateAt] ?? 0) + 1;
      providers.counts[providerAt] = (providers.counts[providerAt] ?? 0) + 1;
      providers.bytes[providerAt] = (providers.bytes[providerAt] ?? 0) + sizeAt;
      const month = lastBefore(months, end[row] ?? 0);
      counted[month] = (counted[month] ?? 0) + 1;
      bytes[month] = (bytes[month] ?? 0) + sizeAt;
      const pieceBytes = BigInt(sizeAt);
      all.bytes += pieceBytes;
      if (isVerified[row] === 1) {
        all.verified += 1;
        all.verifiedBytes += pieceBytes;
      }
      const priceAt = prices[price[row] ?? 0];
      if (priceAt === undefined) continue;
      const decade = priceDecadeOf(priceAt, pieceBytes);
      const sums = decades.get(decade) ?? { count: 0, bytes: 0n };
      decades.set(decade, sums);
      sums.count += 1;
      sums.bytes += pieceBytes;
    }
    const providersOf = table.addresses
      .map((address, index) => ({ address, count: providers.counts[index] ?? 0, bytes: BigInt(providers.bytes[index] ?? 0) }))
      .filter((entry) => entry.count > 0);
    return {
      matching: count,
      bytes: all.bytes.toString(),
      verified: { count: all.verified, bytes: all.verifiedBytes.toString() },
      providers: largestProviders(providersOf).map((entry) => ({ ...entry })),
      states: STATES.map((name, index) => ({ state: name, count: states[index] ?? 0 })).filter((entry) => entry.count > 0),
      months: months.map(({ startMs, fromEpoch }, index) => ({
        startMs,
        ...(index === 0 ? {} : { fromEpoch }),
        ...(index === months.length - 1 ? {} : { beforeEpoch: months[index + 1]?.fromEpoch ?? 0 }),
        count: counted[index] ?? 0,
        bytes: BigInt(bytes[index] ?? 0).toString(),
      })),
      prices: [...decades]
        .sort(([left], [right]) => left - right)
        .map(([decade, sums]) => ({ decade, count: sums.count, bytes: sums.bytes.toString() })),
    };
  }

  /** Values of a column, most frequent first. */
  values(field: 'client' | 'provider', prefix: string): { value: string; count: number }[] {
    const { table } = this;
    const counts = new Float64Array(table.addresses.length);
    const column = table.columns[field];
    for (let row = 0; row < table.count; row += 1) counts[column[row] ?? 0] = (counts[column[row] ?? 0] ?? 0) + 1;
    return table.addresses
      .map((value, index) => ({ value, count: counts[index] ?? 0 }))
      .filter(({ value, count }) => count > 0 && value.includes(prefix.toLowerCase()))
      .sort((left, right) => right.count - left.count)
      .slice(0, MAX_VALUES);
  }

  /** The first row that passes a test. */
  find(test: (row: number) => boolean): DealRow | undefined {
    for (let row = 0; row < this.table.count; row += 1) if (test(row)) return this.table.rowAt(row);
    return undefined;
  }

  #rowsInOrder(query: DealQuery, { by, direction }: DealOrder): Uint32Array {
    const key = `${keyOf(query)} ${by} ${direction}`;
    if (this.#sorted?.key === key) return this.#sorted.rows;
    const order = this.#orders.get(by) ?? orderedRows(this.table, by);
    this.#orders.set(by, order);
    const { marks, count } = this.#match(query);
    const rows = new Uint32Array(count);
    let place = 0;
    for (let step = 0; step < order.length; step += 1) {
      const row = order[direction === 'ascending' ? step : order.length - 1 - step] ?? 0;
      if (marks[row] === 1) {
        rows[place] = row;
        place += 1;
      }
    }
    this.#sorted = { key, rows };
    return rows;
  }

  #match(query: DealQuery): Matched {
    const key = keyOf(query);
    if (this.#matched?.key === key) return this.#matched;
    const test = dealTest(this.table, query.filter, this.#moment);
    const kind = query.kind === undefined ? undefined : KINDS.indexOf(query.kind);
    const { kind: kinds } = this.table.columns;
    const marks = new Uint8Array(this.table.count);
    let count = 0;
    for (let row = 0; row < marks.length; row += 1) {
      if ((kind !== undefined && kinds[row] !== kind) || !test(row)) continue;
      marks[row] = 1;
      count += 1;
    }
    this.#matched = { key, marks, count, counts: undefined };
    return this.#matched;
  }

  #count(marks: Uint8Array): Counts {
    const { state, end } = this.table.columns;
    const byState = new Uint32Array(STATES.length);
    let endingSoon = 0;
    const from = this.#moment.head;
    const inForce = new Set([STATES.indexOf('proving'), STATES.indexOf('faulty')]);
    for (let row = 0; row < marks.length; row += 1) {
      if (marks[row] !== 1) continue;
      const at = state[row] ?? 0;
      byState[at] = (byState[at] ?? 0) + 1;
      const left = (end[row] ?? 0) - from;
      if (left >= 0 && left <= ENDING_SOON_EPOCHS && inForce.has(at)) endingSoon += 1;
    }
    const countOf = (name: DealState): number => byState[STATES.indexOf(name)] ?? 0;
    return { proving: countOf('proving'), faulty: countOf('faulty'), endingSoon, expired: countOf('expired') };
  }
}

/** Parse a filter text. */
export function dealQuery(kind: DealKind | undefined, text: string): DealQuery {
  return { kind, filter: parseFilter(text, DEAL_FILTER) };
}

/** Key of the parsed filter, in which addresses are resolved. */
function keyOf({ kind, filter }: DealQuery): string {
  return `${kind ?? ''} ${JSON.stringify(filter.node)}`;
}

function lastBefore(months: readonly { readonly fromEpoch: number }[], epoch: number): number {
  let low = 0;
  let high = months.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((months[middle]?.fromEpoch ?? 0) <= epoch) low = middle;
    else high = middle - 1;
  }
  return low;
}
