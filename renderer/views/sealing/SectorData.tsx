import { Link } from 'wouter';
import { formatInteger } from '../../../shared/text/format.ts';
import { HashText } from '../../components/values/HashText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import type { BoardSector } from './sealing-lanes.ts';

const MAX_PIECES = 20;

/** Client data of a sector: market deals, and pieces of direct data onboarding (DDO). */
export function SectorData({ sector: { deals, pieces } }: { readonly sector: BoardSector }) {
  const direct = (pieces ?? []).filter(({ dealId }) => dealId === undefined);
  if (deals.length === 0 && direct.length === 0) {
    return <span className="t3">{pieces === undefined ? 'Not available from this source.' : 'None'}</span>;
  }
  return (
    <>
      {deals.length === 0 ? undefined : (
        <span className="row g6" style={{ flexWrap: 'wrap' }}>
          {deals.map((dealId, index) => (
            <Traced key={dealId} of={`SectorsStatus Deals[${index}]`} isInCell>
              <Link href={`/deals/${dealId}`} className="link">
                {formatInteger(dealId)}
              </Link>
            </Traced>
          ))}
        </span>
      )}
      {direct.slice(0, MAX_PIECES).map(({ pieceCid }) => (
        <div key={pieceCid} className="row g6">
          <span className="t2">DDO</span>
          <Link href={`/deals?filter=${encodeURIComponent(`piece:=${pieceCid}`)}`} className="link">
            <HashText cid={pieceCid} size="detail" />
          </Link>
        </div>
      ))}
      {direct.length > MAX_PIECES ? <span className="t3">{formatInteger(direct.length - MAX_PIECES)} more pieces</span> : undefined}
    </>
  );
}
