/** As every query of pages allows. */
const PAGE_ROWS = 500;
/** Beyond these no spreadsheet opens it, and a page that never ends is a mistake. */
const MOST_ROWS = 5_000_000;

/**
 * All rows of a list, page by page.
 *
 * @param onRows told each page; rows that came before, because the list moved, are left out
 * @param isWanted asked after each page; false ends it
 * @returns whether all were read
 */
export async function readAllRows<T>(
  readPage: (offset: number, limit: number) => Promise<readonly T[]>,
  rowKey: (row: T) => string,
  onRows: (rows: readonly T[]) => void,
  isWanted: () => boolean,
): Promise<boolean> {
  const known = new Set<string>();
  let offset = 0;
  while (offset < MOST_ROWS) {
    const page = await readPage(offset, PAGE_ROWS);
    if (!isWanted()) return false;
    if (page.length === 0) return true;
    const fresh = page.filter((row) => !known.has(rowKey(row)));
    for (const row of fresh) known.add(rowKey(row));
    onRows(fresh);
    offset += page.length;
  }
  return false;
}
