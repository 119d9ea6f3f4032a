import { useMemo } from 'react';
import type { CallOrder, CallPage, CallSelection, CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';
import { useWindowRows, type WindowRows } from '../../../hooks/use-window-rows.ts';

const NEWEST_FIRST: CallOrder = { by: 'id', direction: 'descending' };
const SORTABLE_COLUMNS: readonly CallOrder['by'][] = ['id', 'method', 'endpoint', 'status', 'took', 'size'];

export type CallWindow = WindowRows<CallSummary, CallPage>;

/**
 * The calls of a selection, of which only those are held that can be seen. `rewindCount` grows when the list is to be shown
 * from its start again.
 */
export function useCallWindow(selection: CallSelection, revision: number, rewindCount: number): CallWindow {
  const { untilId: _, ...held } = selection;
  const list = useWindowRows<CallSummary, CallOrder['by'], CallPage>({
    question: JSON.stringify(selection),
    // The same list whether it stands still or not.
    listKey: JSON.stringify(held),
    ask: (client, place) => client.inspector.listCalls({ ...selection, ...place }),
    sortableColumns: SORTABLE_COLUMNS,
    defaultOrder: NEWEST_FIRST,
    revision,
  });
  const rows = useMemo(() => ({ ...list.rows, topKey: `${list.rows.topKey} ${rewindCount}` }), [list.rows, rewindCount]);
  return { ...list, rows };
}
