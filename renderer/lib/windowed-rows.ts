import type { SortDirection } from './sort-rows.ts';

export interface TableSort {
  readonly columnId: string;
  readonly direction: SortDirection;
}

/** Rows that the page does not hold: those that come into view are asked for, the others are only counted. */
export interface WindowedRows<T> {
  readonly count: number;
  /** What is there of them, from `offset` on. */
  readonly offset: number;
  readonly loaded: readonly T[];
  /** Called with the rows that can be seen and some on either side; must not change between renders. */
  readonly onWindow: (firstIndex: number, endIndex: number, isAtTop: boolean) => void;
  /** Another list, or the same one from its start: a new value scrolls to the top. */
  readonly topKey: string;
  readonly sort: TableSort | undefined;
  readonly sortableColumns: ReadonlySet<string>;
  readonly onSort: (sort: TableSort | undefined) => void;
  /** All rows in their order, page by page, for a copy. A page may be shorter than the last, but is empty only behind the end. */
  readonly readPage?: (offset: number, limit: number) => Promise<readonly T[]>;
}
