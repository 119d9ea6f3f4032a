/** What the screen of deals shows, as its address names it: `/deals/94?filter=state:faulty&kind=f05`. */
import { type DealKind, zDealKind } from '../../../shared/ipc/schemas/deals.ts';
import { withQuery } from '../../lib/with-query.ts';

export interface DealsAddress {
  /** Selected: the key of a row, or one of the tools beside the list. */
  readonly id: string | undefined;
  readonly filter: string;
  readonly kind: DealKind | undefined;
  /** Whose deals; empty: the whole market, or what one's own miners have. */
  readonly of: readonly string[];
  readonly hasCharts: boolean;
  /** Absent: the node, or the state where deals were read from it. */
  readonly source: 'dataset' | undefined;
}

const MOST_ADDRESSES = 20;

/** @param search the query, as it stands: what others keep in it (`at`) is left alone by `writeDealsAddress` */
export function readDealsAddress(id: string | undefined, search: string): DealsAddress {
  const query = new URLSearchParams(search);
  const kind = zDealKind.safeParse(query.get('kind'));
  return {
    id,
    filter: (query.get('filter') ?? '').slice(0, 4000),
    kind: kind.success ? kind.data : undefined,
    of: (query.get('of') ?? '')
      .split(',')
      .filter((address) => address.length >= 3 && address.length <= 115)
      .slice(0, MOST_ADDRESSES),
    hasCharts: query.get('charts') === '1',
    source: query.get('source') === 'dataset' ? 'dataset' : undefined,
  };
}

export function writeDealsAddress(address: DealsAddress, search: string): string {
  const { id, filter, kind, of, hasCharts, source } = address;
  const path = id === undefined ? '/deals' : `/deals/${encodeURIComponent(id)}`;
  return withQuery(path, search, { filter, kind, of: of.join(','), charts: hasCharts ? '1' : '', source });
}
