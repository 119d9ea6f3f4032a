/** Rows of a deal table in ascending order of a column. */
import type { DealOrder } from '../../../shared/ipc/schemas/deals.ts';
import { byKeys, byNumbers, rowsInTable } from '../columns/row-order.ts';
import type { DealTable } from './deal-table.ts';

/** Characters of a text in one key. */
const KEY_LETTERS = 4;

/** All row numbers, sorted. */
export function orderedRows(table: DealTable, by: DealOrder['by']): Uint32Array {
  const { columns, pieces } = table;
  switch (by) {
    case 'piece': {
      // Eight characters distinguish almost all CIDs; the rest is compared in full.
      const low = keysOf(table.count, (row) => pieces.keyAt(row, KEY_LETTERS));
      const high = keysOf(table.count, (row) => pieces.keyAt(row, 0));
      const rows = byKeys(byKeys(rowsInTable(table.count), low), high);
      sortRuns(
        rows,
        (left, right) => high[left] === high[right] && low[left] === low[right],
        (left, right) => pieces.compare(left, right),
      );
      return rows;
    }
    case 'client':
    case 'provider': {
      const ranks = ranksOf(table.addresses, compareAddresses);
      const column = columns[by];
      return byKeys(
        rowsInTable(table.count),
        keysOf(table.count, (row) => ranks[column[row] ?? 0] ?? 0),
      );
    }
    case 'price': {
      const ranks = ranksOf(table.prices, comparePrices);
      return byKeys(
        rowsInTable(table.count),
        keysOf(table.count, (row) => ranks[columns.price[row] ?? 0] ?? 0),
      );
    }
    case 'verified':
      return byNumbers(rowsInTable(table.count), columns.isVerified);
    case 'kind':
    case 'state':
    case 'start':
    case 'end':
    case 'id':
    case 'size':
    case 'sector':
      return byNumbers(rowsInTable(table.count), columns[by]);
    default:
      return by satisfies never;
  }
}

function keysOf(count: number, keyOf: (row: number) => number): Uint32Array {
  const keys = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) keys[row] = keyOf(row);
  return keys;
}

/** Sorts runs of rows with equal keys. */
function sortRuns(
  rows: Uint32Array,
  isSameKey: (left: number, right: number) => boolean,
  compare: (left: number, right: number) => number,
): void {
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    while (to < rows.length && isSameKey(rows[from] ?? 0, rows[to] ?? 0)) to += 1;
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

/** Compares ID addresses by number: the shorter one is smaller. */
function compareAddresses(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

/** Rows without a price come first. */
function comparePrices(left: string, right: string): number {
  const [a, b] = [left === '' ? -1n : BigInt(left), right === '' ? -1n : BigInt(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
