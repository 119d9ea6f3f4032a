import { useCallback, useMemo, useState } from 'react';
import type { CallOrder, CallPage, CallSelection, CallSummary } from '../../../shared/ipc/schemas/inspector.ts';
import type { TableSort, WindowedRows } from '../../components/DataTable.tsx';
import { type FreshAnswer, useFreshAnswer } from '../../hooks/use-fresh-answer.ts';

/** Rows are asked for in steps, so that scrolling by a row asks nothing. */
const STEP_ROWS = 25;
const MARGIN_ROWS = 20;
const MOST_ROWS = 500;
const REFRESH_PAUSE_MS = 400;

const NEWEST_FIRST: CallOrder = { by: 'id', direction: 'descending' };
const ORDER_OF_COLUMN: Readonly<Record<string, CallOrder['by']>> = {
  time: 'id',
  method: 'method',
  endpoint: 'endpoint',
  status: 'status',
  took: 'took',
  size: 'size',
};
const SORTABLE_COLUMNS: ReadonlySet<string> = new Set(Object.keys(ORDER_OF_COLUMN));
const NO_CALLS: readonly CallSummary[] = [];

export interface CallWindow {
  readonly rows: WindowedRows<CallSummary>;
  /** Of those that are there, the ones that can be seen. */
  readonly seen: readonly CallSummary[];
  readonly page: CallPage | undefined;
  /** What is shown still answers an earlier filter, or could not be asked for again. */
  readonly isStale: boolean;
  readonly isNewestFirst: boolean;
  readonly isAtTop: boolean;
  readonly error: FreshAnswer<unknown>['error'];
  refresh(): void;
}

interface View {
  readonly firstIndex: number;
  readonly endIndex: number;
  readonly isAtTop: boolean;
}

/**
 * The calls of a selection, of which only those are held that can be seen. `rewindCount` grows when the list is to be shown
 * from its start again.
 */
export function useCallWindow(selection: CallSelection, revision: number, rewindCount: number): CallWindow {
  const [sort, setSort] = useState<TableSort | undefined>(undefined);
  const [view, setView] = useState<View>({ firstIndex: 0, endIndex: 0, isAtTop: true });
  const order = useMemo<CallOrder>(
    () => (sort === undefined ? NEWEST_FIRST : { by: ORDER_OF_COLUMN[sort.columnId] ?? 'id', direction: sort.direction }),
    [sort],
  );
  const offset = Math.max(0, Math.floor((view.firstIndex - MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
  const limit = Math.min(MOST_ROWS, Math.ceil((view.endIndex + MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS - offset);
  const { untilId: _, ...held } = selection;
  // The same list whether it stands still or not.
  const listKey = JSON.stringify([held, order]);
  const answer = useFreshAnswer(
    JSON.stringify([selection, order, offset, limit]),
    async (client) => ({ listKey, page: await client.inspector.listCalls({ ...selection, order, offset, limit }) }),
    { revision, pauseMs: REFRESH_PAUSE_MS },
  );
  const page = answer.data?.page;
  const onWindow = useCallback(
    (firstIndex: number, endIndex: number, isAtTop: boolean) =>
      setView((before) =>
        before.firstIndex === firstIndex && before.endIndex === endIndex && before.isAtTop === isAtTop
          ? before
          : { firstIndex, endIndex, isAtTop },
      ),
    [],
  );
  const topKey = `${listKey} ${rewindCount}`;
  const rows = useMemo<WindowedRows<CallSummary>>(
    () => ({
      count: page?.matching ?? 0,
      offset: page?.offset ?? 0,
      loaded: page?.rows ?? NO_CALLS,
      onWindow,
      topKey,
      sort,
      sortableColumns: SORTABLE_COLUMNS,
      onSort: setSort,
    }),
    [page, onWindow, topKey, sort],
  );
  const seen = useMemo(
    () =>
      page === undefined ? NO_CALLS : page.rows.slice(Math.max(0, view.firstIndex - page.offset), Math.max(0, view.endIndex - page.offset)),
    [page, view],
  );
  return {
    rows,
    seen,
    page,
    isStale: answer.data !== undefined && (answer.data.listKey !== listKey || answer.error !== undefined),
    isNewestFirst: order === NEWEST_FIRST,
    isAtTop: view.isAtTop,
    error: answer.error,
    refresh: answer.refresh,
  };
}
