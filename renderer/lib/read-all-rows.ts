/** Page size that every paged query accepts. */
const PAGE_ROWS = 500;
/** More rows than any spreadsheet opens; also ends a list that never ends by mistake. */
const MAX_ROWS = 5_000_000;

/**
 * Read all rows of a list, page by page.
 *
 * @param onRows called with each page, without rows that were read before because the list moved
 * @param isWanted called after each page; false stops reading
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
  while (offset < MAX_ROWS) {
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
