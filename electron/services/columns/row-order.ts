/**
 * Sorts rows of a table by integers.
 *
 * Sorting a million rows with a comparison function takes most of a second in JavaScript. So each row has a 32-bit key, and a stable radix
 * sort uses eleven bits at a time, least significant first. Loops use indexes: iterating over a typed array takes three times as long.
 */

const KEYS = 2 ** 32;
const DIGIT_BITS = 11;
const DIGITS = 2 ** DIGIT_BITS;
const LAST_DIGIT = DIGITS - 1;

/**
 * Sort rows by a column with a safe integer for every row. NaN, for a missing value, sorts first. The sort is stable.
 */
export function byNumbers(rows: Uint32Array, column: ArrayLike<number>, direction: 'ascending' | 'descending' = 'ascending'): Uint32Array {
  const [minimum, maximum] = rangeOf(rows, column);
  if (minimum > maximum) return rows;
  const isAscending = direction === 'ascending';
  const distanceAt = (row: number): number => {
    const value = column[row] ?? Number.NaN;
    const number = Number.isNaN(value) ? minimum - 1 : value;
    return isAscending ? number - minimum + 1 : maximum - number;
  };
  const keys = new Uint32Array(column.length);
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    // For a longer number the last 32 bits.
    keys[row] = distanceAt(row);
  }
  const byLow = byKeys(rows, keys);
  if (maximum - minimum + 1 < KEYS) return byLow;
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] ?? 0;
    keys[row] = Math.floor(distanceAt(row) / KEYS);
  }
  return byKeys(byLow, keys);
}

/** Return the minimum and maximum of some rows; the minimum is greater if no row has a number. */
function rangeOf(rows: Uint32Array, column: ArrayLike<number>): readonly [minimum: number, maximum: number] {
  let minimum = Number.POSITIVE_INFINITY;
  let maximum = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < rows.length; place += 1) {
    const value = column[rows[place] ?? 0] ?? Number.NaN;
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
  }
  return [minimum, maximum];
}

/** Sort rows by 32-bit keys, stable. */
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
    // All keys have the same digit: nothing to sort.
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
    // The given array is not changed.
    free = from === rows ? undefined : from;
    from = to;
  }
  return from;
}

/** Return all rows of a table, in table order. */
export function rowsInTable(count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
}
