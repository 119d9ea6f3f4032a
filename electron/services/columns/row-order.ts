/**
 * Rows of a table in the order of whole numbers.
 *
 * A comparison of a million rows in JavaScript takes most of a second. So each row has a key of 32 bits, and rows are dealt out by eleven
 * bits of it at a time, the least significant first, which keeps rows of the same key as they were. Loops count: to iterate over a typed
 * array takes three times as long.
 */

const KEYS = 2 ** 32;
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const LAST_DIGIT = DIGITS - 1;

/**
 * The rows by a column, which has a number for every row of the table: whole ones that a JavaScript number holds exactly. NaN, where there
 * is none, is less than all others. Rows of the same number stay as they were.
 */
export function byNumbers(rows: Uint32Array, column: ArrayLike<number>, direction: 'ascending' | 'descending' = 'ascending'): Uint32Array {
  const [least, most] = rangeOf(rows, column);
  if (least > most) return rows;
  const isAscending = direction === 'ascending';
  const distanceAt = (row: number): number => {
    const value = column[row] ?? Number.NaN;
    const number = Number.isNaN(value) ? least - 1 : value;
    return isAscending ? number - least + 1 : most - number;
  };
  const keys = new Uint32Array(column.length);
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    // Of a longer number the last 32 bits.
    keys[row] = distanceAt(row);
  }
  const byLow = byKeys(rows, keys);
  if (most - least + 1 < KEYS) return byLow;
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    keys[row] = Math.floor(distanceAt(row) / KEYS);
  }
  return byKeys(byLow, keys);
}

/** The least and the most number of some rows; the least is more than the most where none has one. */
function rangeOf(rows: Uint32Array, column: ArrayLike<number>): readonly [least: number, most: number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < rows.length; place += 1) {
    const value = column[rows[place] ?? 0] ?? Number.NaN;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

/** The rows by their keys of 32 bits; those of the same key as they were. */
export function byKeys(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  const [low, middle, high] = [new Uint32Array(DIGITS), new Uint32Array(DIGITS), new Uint32Array(DIGITS)] as const;
  for (let place = 0; place < rows.length; place += 1) {
    const key = keys[rows[place] ?? 0] ?? 0;
    const second = (key >>> DIGIT_BITS) & LAST_DIGIT;
    const third = key >>> (2 * DIGIT_BITS);
    low[key & LAST_DIGIT] = (low[key & LAST_DIGIT] ?? 0) + 1;
    middle[second] = (middle[second] ?? 0) + 1;
    high[third] = (high[third] ?? 0) + 1;
  }
  let from = rows;
  let free: Uint32Array | undefined;
  for (const [digit, places] of [low, middle, high].entries()) {
    // All have the same digit here: there is nothing to deal out.
    if (places.includes(rows.length)) continue;
    let before = 0;
    for (let value = 0; value < DIGITS; value += 1) {
      const count = places[value] ?? 0;
      places[value] = before;
      before += count;
    }
    const shift = digit * DIGIT_BITS;
    const to = free ?? new Uint32Array(rows.length);
    for (let place = 0; place < rows.length; place += 1) {
      const row = from[place] ?? 0;
      const value = ((keys[row] ?? 0) >>> shift) & LAST_DIGIT;
      const at = places[value] ?? 0;
      to[at] = row;
      places[value] = at + 1;
    }
    // What was given stays as it is.
    free = from === rows ? undefined : from;
    from = to;
  }
  return from;
}

/** All rows of a table, as they stand in it. */
export function rowsInTable(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
