import { Link } from 'wouter';
import { formatInteger } from '../../../shared/text/format.ts';
import { HashText } from '../../components/HashText.tsx';
import { Traced } from '../../components/Traced.tsx';
import type { BoardSector } from './sealing-lanes.ts';

const SHOWN_PIECES = 20;

/** What clients have in a sector: deals of the market, and pieces that came in directly. */
export function SectorData({ sector: { deals, pieces } }: { readonly sector: BoardSector }) {
  const direct = (pieces ?? []).filter(({ dealId }) => dealId === undefined);
  if (deals.length === 0 && direct.length === 0) {
    return (
      <span className="t3">
        {pieces === undefined ? 'This source does not tell what is in it.' : "None: this sector holds no client's data."}
      </span>
    );
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
      {direct.slice(0, SHOWN_PIECES).map(({ pieceCid }) => (
        <div key={pieceCid} className="row g6">
          <span className="t2">DDO</span>
          <Link href={`/deals?filter=${encodeURIComponent(`piece:=${pieceCid}`)}`} className="link">
            <HashText cid={pieceCid} size="detail" />
          </Link>
        </div>
      ))}
      {direct.length > SHOWN_PIECES ? <span className="t3">{formatInteger(direct.length - SHOWN_PIECES)} more pieces</span> : undefined}
    </>
  );
}
