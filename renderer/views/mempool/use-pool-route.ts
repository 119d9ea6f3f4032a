import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

export type PoolTab = 'senders' | 'messages';

/** The state of the screen in the URL. */
export interface PoolRoute {
  readonly tab: PoolTab;
  readonly filter: string;
}

const PATH = '/mempool';
/** The maximum of the service. */
const MAX_FILTER_LENGTH = 1000;

/** A filter applies to messages, so it selects their tab. */
export function readPoolRoute(search: string): PoolRoute {
  const query = new URLSearchParams(search);
  const filter = (query.get('filter') ?? '').slice(0, MAX_FILTER_LENGTH);
  return { tab: filter !== '' || query.get('tab') === 'messages' ? 'messages' : 'senders', filter };
}

export function writePoolRoute({ tab, filter }: PoolRoute): string {
  const query = new URLSearchParams();
  if (tab === 'messages') query.set('tab', tab);
  if (tab === 'messages' && filter !== '') query.set('filter', filter);
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

export function usePoolRoute(): readonly [PoolRoute, (change: Partial<PoolRoute>) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const route = useMemo(() => readPoolRoute(search), [search]);
  const go = useCallback(
    (change: Partial<PoolRoute>) => {
      const isTyped = change.tab === undefined;
      navigate(writePoolRoute({ ...route, ...change }), { replace: isTyped });
    },
    [route, navigate],
  );
  return [route, go];
}
