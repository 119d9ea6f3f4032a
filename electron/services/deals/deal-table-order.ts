/**
 * The rows of a table in the order of a column, from the smallest on.
 *
 * A comparison of a million rows in JavaScript takes most of a second; sorting plain numbers takes a tenth of that. So each row becomes
 * one number: 32 bits of its key, and 20 bits that say which row it is. Rows of the same key stay as they are in the table.
 */
import type { DealOrder } from '../../../shared/ipc/schemas/deals.ts';
import { type DealTable, MAX_ROWS } from './deal-table.ts';

const KEYS = 2 ** 32;

/** The numbers of all rows. */
export function orderedRows(table: DealTable, by: DealOrder['by']): Uint32Array {
  const { columns, pieces } = table;
  switch (by) {
    case 'piece': {
      const rows = rowsByKey(table.count, (row) => pieces.keyAt(row), 0);
      sortRuns(
        rows,
        (row) => pieces.keyAt(row),
        (left, right) => pieces.compare(left, right),
      );
      return rows;
    }
    case 'client':
    case 'provider': {
      const ranks = ranksOf(table.addresses, compareAddresses);
      const column = columns[by];
      return rowsByKey(table.count, (row) => ranks[column[row] ?? 0] ?? 0, 0);
    }
    case 'price': {
      const ranks = ranksOf(table.prices, comparePrices);
      return rowsByKey(table.count, (row) => ranks[columns.price[row] ?? 0] ?? 0, 0);
    }
    case 'verified':
      return rowsByNumber(table.count, columns.isVerified);
    case 'kind':
    case 'state':
    case 'start':
    case 'end':
    case 'id':
    case 'size':
    case 'sector':
      return rowsByNumber(table.count, columns[by]);
    default:
      return by satisfies never;
  }
}

/** NaN, where there is no number, comes first. */
function rowsByNumber(count: number, column: ArrayLike<number>): Uint32Array {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row += 1) {
    const value = column[row] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) return rowsByKey(count, () => 0, 0);
  if (most - least < KEYS - 1) {
    return rowsByKey(
      count,
      (row) => {
        const value = column[row] ?? Number.NaN;
        return Number.isNaN(value) ? least - 1 : value;
      },
      least - 1,
    );
  }
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  const numberOf = (row: number): number => {
    const value = column[row] ?? Number.NaN;
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  };
  return rows.sort((left, right) => {
    const [a, b] = [numberOf(left), numberOf(right)];
    return a === b ? left - right : a < b ? -1 : 1;
  });
}

/** @param least what keys are counted from: key − least has 32 bits */
function rowsByKey(count: number, keyOf: (row: number) => number, least: number): Uint32Array {
  const packed = new Float64Array(count);
  for (let row = 0; row < count; row += 1) packed[row] = (keyOf(row) - least) * MAX_ROWS + row;
  packed.sort();
  const rows = new Uint32Array(count);
  for (let place = 0; place < count; place += 1) rows[place] = (packed[place] ?? 0) % MAX_ROWS;
  return rows;
}

/** Orders what has the same key. */
function sortRuns(rows: Uint32Array, keyOf: (row: number) => number, compare: (left: number, right: number) => number): void {
  for (let from = 0; from < rows.length; ) {
    const key = keyOf(rows[from] ?? 0);
    let to = from + 1;
    while (to < rows.length && keyOf(rows[to] ?? 0) === key) to += 1;
    if (to - from > 1) rows.subarray(from, to).sort((left, right) => compare(left, right) || left - right);
    from = to;
  }
}

function ranksOf(words: readonly string[], compare: (left: string, right: string) => number): Uint32Array {
  const order = words.map((_, index) => index).sort((left, right) => compare(words[left] ?? '', words[right] ?? ''));
  const ranks = new Uint32Array(words.length);
  let rank = 0;
  order.forEach((index, place) => {
    const before = order[place - 1];
    if (before !== undefined && compare(words[before] ?? '', words[index] ?? '') !== 0) rank += 1;
    ranks[index] = rank;
  });
  return ranks;
}

/** Id addresses by their numbers: the shorter one is the smaller one. */
function compareAddresses(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

/** Without a price before all others. */
function comparePrices(left: string, right: string): number {
  const [a, b] = [left === '' ? -1n : BigInt(left), right === '' ? -1n : BigInt(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
