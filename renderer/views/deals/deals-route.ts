/** State of the Deals screen in its route: `/deals/94?filter=state:faulty&kind=f05`. */
import { type DealKind, zDealKind } from '../../../shared/ipc/schemas/deals.ts';
import { withQuery } from '../../lib/with-query.ts';

export interface DealsRoute {
  /** Key of the selected row, or name of a tool. */
  readonly id: string | undefined;
  readonly filter: string;
  readonly kind: DealKind | undefined;
  /** Providers and clients; empty for the whole market, or for own miners where the endpoint cannot return it. */
  readonly of: readonly string[];
  readonly hasCharts: boolean;
  /** Undefined for the node. */
  readonly source: 'dataset' | undefined;
}

const MAX_ADDRESSES = 20;

/** @param search the current query; `writeDealsRoute` keeps its other parameters, such as `at` */
export function readDealsRoute(id: string | undefined, search: string): DealsRoute {
  const query = new URLSearchParams(search);
  const kind = zDealKind.safeParse(query.get('kind'));
  return {
    id,
    filter: (query.get('filter') ?? '').slice(0, 4000),
    kind: kind.success ? kind.data : undefined,
    of: (query.get('of') ?? '')
      .split(',')
      .filter((address) => address.length >= 3 && address.length <= 115)
      .slice(0, MAX_ADDRESSES),
    hasCharts: query.get('charts') === '1',
    source: query.get('source') === 'dataset' ? 'dataset' : undefined,
  };
}

export function writeDealsRoute(route: DealsRoute, search: string): string {
  const { id, filter, kind, of, hasCharts, source } = route;
  const path = id === undefined ? '/deals' : `/deals/${encodeURIComponent(id)}`;
  return withQuery(path, search, { filter, kind, of: of.join(','), charts: hasCharts ? '1' : '', source });
}
