import { useParams } from 'wouter';
import { RecentTipsets } from './RecentTipsets.tsx';
import { TipsetDetail } from './TipsetDetail.tsx';
import { parseTipsetId } from './tipset-question.ts';

/** Recent tipsets, or one of them by height or by key. */
export function TipsetView() {
  const { id, block } = useParams();
  if (id === undefined) return <RecentTipsets />;
  return <TipsetDetail key={id} id={id} question={parseTipsetId(id)} blockCid={block} />;
}
