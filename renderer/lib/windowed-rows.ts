import type { SortDirection } from './sort-rows.ts';

export interface TableSort {
  readonly columnId: string;
  readonly direction: SortDirection;
}

/** Rows that are loaded when they come into view; the others are only counted. */
export interface WindowedRows<T> {
  readonly count: number;
  /** Loaded rows, starting at `offset`. */
  readonly offset: number;
  readonly loaded: readonly T[];
  /** Called with the range of visible rows plus a margin; must be stable between renders. */
  readonly onWindow: (firstIndex: number, endIndex: number, isAtTop: boolean) => void;
  /** Identity of the list: a new value scrolls to the top. */
  readonly topKey: string;
  readonly sort: TableSort | undefined;
  readonly sortableColumns: ReadonlySet<string>;
  readonly onSort: (sort: TableSort | undefined) => void;
  /** Read all rows in order, page by page, for a copy. Pages may differ in length; only the page after the end is empty. */
  readonly readPage?: (offset: number, limit: number) => Promise<readonly T[]>;
}
