/** What a tipset's screen shows besides its key, as its address names it: `/tipsets/120?filter=exit:>0` or `?against=100`. */
export interface TipsetSearch {
  readonly filter: string;
  /** The other tipset of a comparison: an epoch, or block CIDs with commas between. */
  readonly against: string | undefined;
}

export function readTipsetSearch(search: string): TipsetSearch {
  const params = new URLSearchParams(search);
  return { filter: params.get('filter') ?? '', against: params.get('against') ?? undefined };
}

/** Of a tipset, or of one block beside it; of a block alone where the id is `block`. */
export function tipsetAddress(id: string, { filter, against }: Partial<TipsetSearch> = {}, block?: string): string {
  const params = new URLSearchParams();
  if (filter !== undefined && filter !== '') params.set('filter', filter);
  if (against !== undefined) params.set('against', against);
  const query = params.size === 0 ? '' : `?${params}`;
  return `/tipsets/${encodeURIComponent(id)}${block === undefined ? '' : `/${encodeURIComponent(block)}`}${query}`;
}
