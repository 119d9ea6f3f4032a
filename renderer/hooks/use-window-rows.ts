import { useCallback, useMemo, useRef, useState } from 'react';
import { type ErrorEnvelope, SextantError } from '../../shared/ipc/envelope.ts';
import { type AppClient, useClient } from '../client/client-context.ts';
import type { TableSort, WindowedRows } from '../lib/windowed-rows.ts';
import { useFreshAnswer } from './use-fresh-answer.ts';

/** Rows are asked for in steps, so that scrolling by a row asks nothing. */
const STEP_ROWS = 25;
const MARGIN_ROWS = 20;
/** The first answer fills a high window, so that what is seen when the list is drawn needs no second one. */
const MIN_ROWS = 100;
/** As every query of pages allows. */
const MAX_ROWS = 500;
const REFRESH_PAUSE_MS = 400;
const NO_ROWS: readonly never[] = [];

/** What an answer has to say of a list; the rest of it is the screen's own. */
export interface RowPage<T> {
  /** Rows that pass the filter. */
  readonly matching: number;
  /** Index of the first row among them. */
  readonly offset: number;
  readonly rows: readonly T[];
}

interface RowOrder<By extends string> {
  readonly by: By;
  readonly direction: 'ascending' | 'descending';
}

export interface RowPlace<By extends string> {
  readonly order: RowOrder<By>;
  readonly offset: number;
  readonly limit: number;
}

export interface WindowRowsOptions<T, By extends string, P extends RowPage<T>> {
  /** Names everything that is asked, but for the order and the place; undefined where nothing is to be asked. */
  readonly question: string | undefined;
  /** What the rows are of, as a rule the connection: those of another one are not shown. It is part of the question. */
  readonly subject?: string | undefined;
  /** Names the list: another one is shown from its top, and the rows of the last one count as stale. As a rule the question. */
  readonly listKey?: string;
  readonly ask: (client: AppClient, place: RowPlace<By>) => Promise<P & RowPage<T>>;
  /** Columns by which the list can be ordered; must not change between renders. */
  readonly sortableColumns: readonly By[];
  readonly defaultOrder: RowOrder<By>;
  /** Another value when the answer may have changed. */
  readonly revision?: number | string;
  /** The same question is asked at most this often. */
  readonly pauseMs?: number;
}

export interface WindowRows<T, P> {
  readonly rows: WindowedRows<T>;
  /** The newest answer, also to an earlier place, or to an earlier filter until that of the current one is there or has failed. */
  readonly page: P | undefined;
  /** Of the rows that are there, those that can be seen. */
  readonly seen: readonly T[];
  /** What is shown still answers an earlier filter, or could not be asked for again. */
  readonly isStale: boolean;
  readonly isDefaultOrder: boolean;
  readonly isAtTop: boolean;
  readonly error: ErrorEnvelope | undefined;
  refresh(): void;
}

interface View {
  readonly firstIndex: number;
  readonly endIndex: number;
  readonly isAtTop: boolean;
}

/** The rows of a list that is filtered and ordered on the privileged side, of which only those are held that can be seen. */
export function useWindowRows<T, By extends string, P extends RowPage<T>>(options: WindowRowsOptions<T, By, P>): WindowRows<T, P> {
  const { question, subject, ask, sortableColumns, defaultOrder, revision = 0, pauseMs = REFRESH_PAUSE_MS } = options;
  const [sort, setSort] = useState<TableSort | undefined>(undefined);
  const [view, setView] = useState<View>({ firstIndex: 0, endIndex: 0, isAtTop: true });
  const sortedBy = sort === undefined ? undefined : sortableColumns.find((column) => column === sort.columnId);
  const { by, direction } = sort === undefined || sortedBy === undefined ? defaultOrder : { by: sortedBy, direction: sort.direction };
  const order = useMemo(() => ({ by, direction }), [by, direction]);
  const offset = Math.max(0, Math.floor((view.firstIndex - MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
  const end = Math.max(MIN_ROWS, Math.ceil((view.endIndex + MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
  const limit = Math.min(MAX_ROWS, end - offset);
  const topKey = JSON.stringify([options.listKey ?? question, order]);
  const answer = useFreshAnswer(
    question === undefined ? undefined : JSON.stringify([question, order, offset, limit]),
    async (client) => ({ topKey, page: await ask(client, { order, offset, limit }) }),
    { revision, pauseMs, subject },
  );
  // Rows of another filter stand in until the answer is there, not for an answer that failed.
  const isReplaced = answer.data?.topKey !== topKey;
  const page = isReplaced && answer.error !== undefined ? undefined : answer.data?.page;
  const onWindow = useCallback(
    (firstIndex: number, endIndex: number, isAtTop: boolean) =>
      setView((before) =>
        before.firstIndex === firstIndex && before.endIndex === endIndex && before.isAtTop === isAtTop
          ? before
          : { firstIndex, endIndex, isAtTop },
      ),
    [],
  );
  const client = useClient();
  const named = JSON.stringify([subject, question]);
  const latest = useRef({ ask, named });
  latest.current = { ask, named };
  const readPage = useCallback(
    async (pageOffset: number, pageLimit: number) => {
      const { rows } = await latest.current.ask(client, { order, offset: pageOffset, limit: pageLimit });
      // With another filter or connection a copy would go on with other rows.
      if (latest.current.named !== named) throw new SextantError('invalid-input', 'The list became another one meanwhile: copy it again.');
      return rows;
    },
    [client, order, named],
  );
  const sortable = useMemo<ReadonlySet<string>>(() => new Set(sortableColumns), [sortableColumns]);
  const rows = useMemo<WindowedRows<T>>(
    () => ({
      count: page?.matching ?? 0,
      offset: page?.offset ?? 0,
      loaded: page?.rows ?? NO_ROWS,
      onWindow,
      topKey,
      sort,
      sortableColumns: sortable,
      onSort: setSort,
      readPage,
    }),
    [page, onWindow, topKey, sort, sortable, readPage],
  );
  const seen = useMemo(
    () =>
      page === undefined ? NO_ROWS : page.rows.slice(Math.max(0, view.firstIndex - page.offset), Math.max(0, view.endIndex - page.offset)),
    [page, view],
  );
  return {
    rows,
    page,
    seen,
    isStale: page !== undefined && (isReplaced || answer.error !== undefined),
    isDefaultOrder: sort === undefined,
    isAtTop: view.isAtTop,
    error: answer.error,
    refresh: answer.refresh,
  };
}
