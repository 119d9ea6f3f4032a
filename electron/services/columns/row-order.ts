/**
 * Rows of a table in the order of whole numbers.
 *
 * A comparison of a million rows in JavaScript takes most of a second. So each row has a key of 32 bits, and rows are dealt out by eleven
 * bits of it at a time, the least significant first, which keeps rows of the same key as they were.
 */

const KEYS = 2 ** 32;
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;

/**
 * The rows by a column, which has a number for every row of the table: whole ones that a JavaScript number holds exactly. NaN, where there
 * is none, is less than all others. Rows of the same number stay as they were.
 */
export function byNumbers(rows: Uint32Array, column: ArrayLike<number>, direction: 'ascending' | 'descending' = 'ascending'): Uint32Array {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = column[row] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) return rows;
  const isAscending = direction === 'ascending';
  const distanceAt = (row: number): number => {
    const value = column[row] ?? Number.NaN;
    const number = Number.isNaN(value) ? least - 1 : value;
    return isAscending ? number - least + 1 : most - number;
  };
  const keys = new Uint32Array(column.length);
  for (const row of rows) keys[row] = distanceAt(row) % KEYS;
  const byLow = byKeys(rows, keys);
  if (most - least + 1 < KEYS) return byLow;
  for (const row of rows) keys[row] = Math.floor(distanceAt(row) / KEYS);
  return byKeys(byLow, keys);
}

/** The rows by their keys of 32 bits; those of the same key as they were. */
export function byKeys(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  let from = rows;
  let to: Uint32Array = new Uint32Array(rows.length);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    const places = new Uint32Array(DIGITS);
    for (const row of from) {
      const digit = ((keys[row] ?? 0) >>> shift) & (DIGITS - 1);
      places[digit] = (places[digit] ?? 0) + 1;
    }
    // All have the same digit here: there is nothing to deal out.
    if (places.includes(rows.length)) continue;
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
    // What was given stays as it is.
    const free: Uint32Array = from === rows ? new Uint32Array(rows.length) : from;
    from = to;
    to = free;
  }
  return from;
}

/** All rows of a table, as they stand in it. */
export function rowsInTable(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
