/** The route of the Sealing screen: `/sealing/17?view=table&filter=is:stuck&miner=f01241`. */
import { withQuery } from '../../lib/with-query.ts';

export interface SealingRoute {
  /** The selected sector number, `paste` or `retrieval`. */
  readonly id: string | undefined;
  readonly view: 'board' | 'table';
  readonly filter: string;
  readonly miner: string | undefined;
  /** The text of the retrieval check. */
  readonly ask: string;
}

/** @param search the current query; `writeSealingRoute` keeps its other parameters */
export function readSealingRoute(id: string | undefined, search: string): SealingRoute {
  const query = new URLSearchParams(search);
  const miner = query.get('miner') ?? '';
  return {
    id,
    view: query.get('view') === 'table' ? 'table' : 'board',
    filter: (query.get('filter') ?? '').slice(0, 4000),
    miner: miner.length >= 3 && miner.length <= 115 ? miner : undefined,
    ask: (query.get('ask') ?? '').slice(0, 200),
  };
}

export function writeSealingRoute({ id, view, filter, miner, ask }: SealingRoute, search: string): string {
  const path = id === undefined ? '/sealing' : `/sealing/${encodeURIComponent(id)}`;
  return withQuery(path, search, { view: view === 'board' ? '' : view, filter, miner, ask });
}
