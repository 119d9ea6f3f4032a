/**
 * The rows of a table in the order of a column, from the smallest on.
 *
 * A comparison of a million rows in JavaScript takes most of a second. So each row has a key of 32 bits, and rows are dealt out by eleven
 * bits of it at a time, the least significant first, which keeps rows of the same key as they were.
 */
import type { DealOrder } from '../../../shared/ipc/schemas/deals.ts';
import type { DealTable } from './deal-table.ts';

const KEYS = 2 ** 32;
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
/** Letters of a text in one key. */
const KEY_LETTERS = 4;

/** The numbers of all rows. */
export function orderedRows(table: DealTable, by: DealOrder['by']): Uint32Array {
  const { columns, pieces } = table;
  switch (by) {
    case 'piece': {
      // Eight letters tell almost all CIDs apart; what they do not is compared.
      const low = keysOf(table.count, (row) => pieces.keyAt(row, KEY_LETTERS));
      const high = keysOf(table.count, (row) => pieces.keyAt(row, 0));
      const rows = dealtOut(dealtOut(inTableOrder(table.count), low), high);
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
      return dealtOut(
        inTableOrder(table.count),
        keysOf(table.count, (row) => ranks[column[row] ?? 0] ?? 0),
      );
    }
    case 'price': {
      const ranks = ranksOf(table.prices, comparePrices);
      return dealtOut(
        inTableOrder(table.count),
        keysOf(table.count, (row) => ranks[columns.price[row] ?? 0] ?? 0),
      );
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

/** Whole numbers that a JavaScript number holds exactly; NaN, where there is none, comes first. */
function rowsByNumber(count: number, column: ArrayLike<number>): Uint32Array {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < count; row += 1) {
    const value = column[row] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const rows = inTableOrder(count);
  if (least > most) return rows;
  const numberAt = (row: number): number => {
    const value = column[row] ?? Number.NaN;
    return Number.isNaN(value) ? least - 1 : value;
  };
  const byLow = dealtOut(
    rows,
    keysOf(count, (row) => (numberAt(row) - least + 1) % KEYS),
  );
  if (most - least + 1 < KEYS) return byLow;
  return dealtOut(
    byLow,
    keysOf(count, (row) => Math.floor((numberAt(row) - least + 1) / KEYS)),
  );
}

function inTableOrder(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}

function keysOf(count: number, keyOf: (row: number) => number): Uint32Array {
  const keys = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) keys[row] = keyOf(row);
  return keys;
}

/** The rows by their keys; equal ones as they were. */
function dealtOut(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  let from: Uint32Array = rows;
  let to: Uint32Array = new Uint32Array(rows.length);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const places = new Uint32Array(DIGITS);
    for (const key of keys) {
      const digit = (key >>> shift) & (DIGITS - 1);
      places[digit] = (places[digit] ?? 0) + 1;
    }
    // All have the same digit here: there is nothing to deal out.
    if (places.includes(keys.length)) continue;
    let place = 0;
    for (let digit = 0; digit < DIGITS; digit += 1) {
      const count = places[digit] ?? 0;
      places[digit] = place;
      place += count;
    }
    for (const row of from) {
      const digit = ((keys[row] ?? 0) >>> shift) & (DIGITS - 1);
      const at = places[digit] ?? 0;
      to[at] = row;
      places[digit] = at + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Orders what the keys do not tell apart. */
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

/** Id addresses by their numbers: the shorter one is the smaller one. */
function compareAddresses(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}

/** Without a price before all others. */
function comparePrices(left: string, right: string): number {
  const [a, b] = [left === '' ? -1n : BigInt(left), right === '' ? -1n : BigInt(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}
