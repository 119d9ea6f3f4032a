import { useParams, useSearch } from 'wouter';
import { BlockView } from './BlockView.tsx';
import { CompareView } from './CompareView.tsx';
import { RecentTipsets } from './RecentTipsets.tsx';
import { TipsetDetail } from './TipsetDetail.tsx';
import { parseTipsetId } from './tipset-question.ts';
import { readTipsetSearch } from './tipset-route.ts';

/** Recent tipsets, one of them by height or by key, two of them compared, or one block. */
export function TipsetView() {
  const { id, block } = useParams();
  const { filter, against } = readTipsetSearch(useSearch());
  if (id === undefined) return <RecentTipsets />;
  if (id === 'block' && block !== undefined) return <BlockView key={block} cid={block} />;
  if (against !== undefined) return <CompareView key={`${id} ${against}`} id={id} against={against} />;
  return <TipsetDetail key={id} id={id} question={parseTipsetId(id)} blockCid={block} filter={filter} />;
}
