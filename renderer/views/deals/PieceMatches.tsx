import { Link } from 'wouter';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { DealStateText } from './DealStateText.tsx';
import { dealTitle } from './deal-words.ts';

interface PieceMatchesProps {
  readonly pieceCid: string;
  readonly paddedBytes: number;
  readonly onFilter: (filter: string) => void;
}

const SHOWN = 5;

/** Deals and claims with this piece. */
export function PieceMatches({ pieceCid, paddedBytes, onFilter }: PieceMatchesProps) {
  const filter = `piece:=${pieceCid}`;
  const query = useQuery(`deals of ${pieceCid}`, (client) =>
    client.deals.listDeals({ filter, order: { by: 'id', direction: 'descending' }, offset: 0, limit: SHOWN }),
  );
  return (
    <DetailSection title="Deals with this piece" calls={query.data?.calls}>
      <QueryContent query={query}>
        {(page) =>
          page.matching === 0 ? (
            <span className="t3">None of {formatCount(page.total, 'deal')} has this piece.</span>
          ) : (
            <div className="col g4">
              {page.rows.map((row) => (
                <div key={row.key} className="row g6">
                  <Link href={`/deals/${row.key}`} className="link grow">
                    Matches {dealTitle(row).toLowerCase()}
                  </Link>
                  {row.pieceSizeBytes === paddedBytes ? undefined : (
                    <StatusText tone="warning">other size: {formatBytes(row.pieceSizeBytes)}</StatusText>
                  )}
                  <DealStateText state={row.state} />
                </div>
              ))}
              {page.matching > SHOWN ? (
                <Button size="small" kind="quiet" onClick={() => onFilter(filter)}>
                  {`Show all ${page.matching}`}
                </Button>
              ) : undefined}
            </div>
          )
        }
      </QueryContent>
    </DetailSection>
  );
}
