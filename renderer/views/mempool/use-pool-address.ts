import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export type PoolFace = 'senders' | 'messages';

/** What the screen shows, as it stands in the route. */
export interface PoolAddress {
  readonly face: PoolFace;
  readonly filter: string;
}

const PATH = '/mempool';
/** What the service takes. */
const MOST_FILTER_LENGTH = 1000;

/** A filter is one of messages: they are shown where there is one. */
export function readPoolAddress(search: string): PoolAddress {
  const query = new URLSearchParams(search);
  const filter = (query.get('filter') ?? '').slice(0, MOST_FILTER_LENGTH);
  return { face: filter !== '' || query.get('face') === 'messages' ? 'messages' : 'senders', filter };
}

export function writePoolAddress({ face, filter }: PoolAddress): string {
  const query = new URLSearchParams();
  if (face === 'messages') query.set('face', face);
  if (face === 'messages' && filter !== '') query.set('filter', filter);
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

export function usePoolAddress(): readonly [PoolAddress, (change: Partial<PoolAddress>) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const address = useMemo(() => readPoolAddress(search), [search]);
  const go = useCallback(
    (change: Partial<PoolAddress>) => {
      const isTyped = change.face === undefined;
      navigate(writePoolAddress({ ...address, ...change }), { replace: isTyped });
    },
    [address, navigate],
  );
  return [address, go];
}
