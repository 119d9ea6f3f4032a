import type { IdentifierSize } from '../../../shared/text/truncate.ts';
import { HashText } from '../../components/values/HashText.tsx';

interface ListedCidProps {
  /** Full CID, or `...` and its last characters; empty if not listed. */
  readonly cid: string;
  readonly size?: IdentifierSize;
  readonly hasCopy?: boolean;
}

/** A CID of a pasted list, which may be truncated. */
export function ListedCid({ cid, size = 'list', hasCopy = false }: ListedCidProps) {
  if (cid === '') return <span className="t3">not listed</span>;
  if (cid.startsWith('...')) return <span className="mono">…{cid.slice(3)}</span>;
  return <HashText cid={cid} size={size} hasCopy={hasCopy} />;
}
