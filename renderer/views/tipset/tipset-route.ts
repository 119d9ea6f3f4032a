/** Query parameters of a tipset's route: `/tipsets/120?filter=exit:>0` or `?against=100`. */
export interface TipsetSearch {
  readonly filter: string;
  /** The other tipset of a comparison: an epoch, or comma-separated block CIDs. */
  readonly against: string | undefined;
}

export function readTipsetSearch(search: string): TipsetSearch {
  const params = new URLSearchParams(search);
  return { filter: params.get('filter') ?? '', against: params.get('against') ?? undefined };
}

/** Return the route of a tipset, optionally with a selected block; for a block alone the id is `block`. */
export function tipsetRoute(id: string, { filter, against }: Partial<TipsetSearch> = {}, block?: string): string {
  const params = new URLSearchParams();
  if (filter !== undefined && filter !== '') params.set('filter', filter);
  if (against !== undefined) params.set('against', against);
  const query = params.size === 0 ? '' : `?${params}`;
  return `/tipsets/${encodeURIComponent(id)}${block === undefined ? '' : `/${encodeURIComponent(block)}`}${query}`;
}
