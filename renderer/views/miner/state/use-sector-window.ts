import { useCallback, useMemo, useState } from 'react';
import {
  type MinerReadSectors,
  MOST_SECTOR_ROWS,
  type StateSectorFilter,
  type StateSectorRow,
} from '../../../../shared/ipc/schemas/state-read.ts';
import { useClient } from '../../../client/client-context.ts';
import { type FreshAnswer, useFreshAnswer } from '../../../hooks/use-fresh-answer.ts';
import type { WindowedRows } from '../../../lib/windowed-rows.ts';

/** Rows are asked for in steps, so that scrolling by a row asks nothing. */
const STEP_ROWS = 50;
const MARGIN_ROWS = 25;
const REFRESH_PAUSE_MS = 400;

const NO_SECTORS: readonly StateSectorRow[] = [];
const NO_COLUMNS: ReadonlySet<string> = new Set();

export interface SectorWindow {
  readonly rows: WindowedRows<StateSectorRow>;
  readonly page: MinerReadSectors | undefined;
  /** What is shown still answers an earlier filter, or could not be asked for again. */
  readonly isStale: boolean;
  readonly error: FreshAnswer<unknown>['error'];
  refresh(): void;
}

/**
 * The sectors of a read that pass a filter, of which only those are held that can be seen.
 *
 * @param revision grows when a page that was refused may be given now
 */
export function useSectorWindow(readId: string, filter: StateSectorFilter, revision: number): SectorWindow {
  const [view, setView] = useState({ firstIndex: 0, endIndex: 0 });
  const from = Math.max(0, Math.floor((view.firstIndex - MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS);
  const limit = Math.min(MOST_SECTOR_ROWS, Math.ceil((view.endIndex + MARGIN_ROWS) / STEP_ROWS) * STEP_ROWS - from);
  const topKey = JSON.stringify([readId, filter]);
  const answer = useFreshAnswer(
    JSON.stringify([topKey, from, limit]),
    async (client) => ({ topKey, from, page: await client.state.listMinerReadSectors({ readId, from, limit, filter }) }),
    { revision, pauseMs: REFRESH_PAUSE_MS },
  );
  const { data } = answer;
  const onWindow = useCallback(
    (firstIndex: number, endIndex: number) =>
      setView((before) => (before.firstIndex === firstIndex && before.endIndex === endIndex ? before : { firstIndex, endIndex })),
    [],
  );
  const client = useClient();
  const readPage = useCallback(
    async (offset: number, count: number) => (await client.state.listMinerReadSectors({ readId, from: offset, limit: count, filter })).rows,
    [client, readId, filter],
  );
  const rows = useMemo<WindowedRows<StateSectorRow>>(
    () => ({
      count: data?.page.matching ?? 0,
      offset: data?.from ?? 0,
      loaded: data?.page.rows ?? NO_SECTORS,
      onWindow,
      topKey,
      sort: undefined,
      sortableColumns: NO_COLUMNS,
      onSort: () => undefined,
      readPage,
    }),
    [data, onWindow, topKey, readPage],
  );
  return {
    rows,
    page: data?.page,
    isStale: data !== undefined && (data.topKey !== topKey || answer.error !== undefined),
    error: answer.error,
    refresh: answer.refresh,
  };
}
