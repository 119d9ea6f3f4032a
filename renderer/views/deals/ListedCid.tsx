import type { IdentifierSize } from '../../../shared/text/truncate.ts';
import { HashText } from '../../components/HashText.tsx';

interface ListedCidProps {
  /** Whole, or `...` and its end; empty where the list does not have it. */
  readonly cid: string;
  readonly size?: IdentifierSize;
  readonly hasCopy?: boolean;
}

/** A CID of a pasted list, which may have its end alone. */
export function ListedCid({ cid, size = 'list', hasCopy = false }: ListedCidProps) {
  if (cid === '') return <span className="t3">not listed</span>;
  if (cid.startsWith('...')) return <span className="mono">…{cid.slice(3)}</span>;
  return <HashText cid={cid} size={size} hasCopy={hasCopy} />;
}
