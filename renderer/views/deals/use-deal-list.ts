import type { DealOrder, DealPage, DealRow, DealSelection } from '../../../shared/ipc/schemas/deals.ts';
import { keyOfConnection } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { useWindowRows, type WindowRows } from '../../hooks/use-window-rows.ts';

const SORTABLE: readonly DealOrder['by'][] = [
  'id',
  'kind',
  'piece',
  'size',
  'client',
  'provider',
  'state',
  'end',
  'verified',
  'sector',
  'start',
  'price',
];
const LATEST_END_FIRST: DealOrder = { by: 'end', direction: 'descending' };
const SOONEST_END_FIRST: DealOrder = { by: 'end', direction: 'ascending' };
/** Minimum time between two requests; the service limits reads of the list itself. */
const PAUSE_MS = 1000;

/** Default order: soonest end first if the filter selects future ends, else latest end first. */
export function orderOf(filter = ''): DealOrder {
  return /\bends?:now\.\./i.test(filter) ? SOONEST_END_FIRST : LATEST_END_FIRST;
}

/** Windows of the selected list, refreshed at every head and after a read of the state; for a dataset, after a load or an update. */
export function useDealList(selection: DealSelection): WindowRows<DealRow, DealPage> {
  const connection = useTopic('connections.changed', keyOfConnection);
  const head = useTopic('chain.headChanged', (state) => state?.head?.key.join(' '));
  const reading = useTopic('deals.readProgressed', (read) =>
    read === undefined || read.state === 'running' ? '' : read.state + read.calls,
  );
  const loaded = useTopic('dataset.loadChanged', (load) => (load?.state === 'done' ? `${load.source} ${load.rows}` : ''));
  const updated = useTopic('dataset.updateChanged', (update) => update?.revision ?? 0);
  const revision = selection.at === undefined ? `${head} ${reading}` : `${reading}`;
  return useWindowRows<DealRow, DealOrder['by'], DealPage>({
    question: connection === undefined ? undefined : JSON.stringify(selection),
    subject: connection,
    ask: (client, place) => client.deals.listDeals({ ...selection, ...place }),
    sortableColumns: SORTABLE,
    defaultOrder: orderOf(selection.filter),
    // A new head changes no row of a dataset, and counting tens of millions of rows takes longer than an epoch.
    revision: selection.source === 'dataset' ? `${head !== undefined} ${loaded} ${updated}` : revision,
    pauseMs: PAUSE_MS,
  });
}
