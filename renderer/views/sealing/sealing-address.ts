/** What the screen of sealing shows, as its address names it: `/sealing/17?view=table&filter=is:stuck&miner=f01241`. */
import { withQuery } from '../../lib/with-query.ts';

export interface SealingAddress {
  /** Selected: the number of a sector, or one of the tools beside the board. */
  readonly id: string | undefined;
  readonly view: 'board' | 'table';
  readonly filter: string;
  readonly miner: string | undefined;
  /** What was asked of its retrieval. */
  readonly ask: string;
}

/** @param search the query, as it stands: what others keep in it is left alone by `writeSealingAddress` */
export function readSealingAddress(id: string | undefined, search: string): SealingAddress {
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

export function writeSealingAddress({ id, view, filter, miner, ask }: SealingAddress, search: string): string {
  const path = id === undefined ? '/sealing' : `/sealing/${encodeURIComponent(id)}`;
  return withQuery(path, search, { view: view === 'board' ? '' : view, filter, miner, ask });
}
