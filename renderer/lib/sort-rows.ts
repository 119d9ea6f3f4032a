export type SortDirection = 'ascending' | 'descending';
type SortValue = string | number | bigint;

/** A sorted copy; rows that compare equal keep their order. Big integers and numbers are compared as they are, text by code unit. */
export function sortRows<T>(rows: readonly T[], sortBy: (row: T) => SortValue, direction: SortDirection): readonly T[] {
  const factor = direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort((left, right) => (left.value < right.value ? -factor : left.value > right.value ? factor : 0))
    .map(({ row }) => row);
}
