import { Note } from '../../components/feedback/Note.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { comparePiece, type PieceComparison } from './piece-comparison.ts';
import type { CheckedPiece } from './piece-worker.ts';

interface PieceVerdictProps {
  readonly piece: CheckedPiece;
  /** The expected piece CID, or a deal ID. */
  readonly wanted: string;
}

/** Compares a computed piece with the expected one. */
export function PieceVerdict({ piece, wanted }: PieceVerdictProps) {
  const dealKey = /^\d{1,15}$/.test(wanted.trim()) ? wanted.trim() : undefined;
  const query = useQuery(`deal ${dealKey}`, (client) => client.deals.getDeal({ key: dealKey ?? '' }), { isEnabled: dealKey !== undefined });
  if (dealKey === undefined) return <Verdict comparison={comparePiece(piece, wanted)} />;
  return (
    <QueryContent query={query}>
      {({ row }) => <Verdict comparison={comparePiece(piece, row.pieceCid, row.pieceSizeBytes)} of={`deal ${row.id}`} />}
    </QueryContent>
  );
}

interface VerdictProps {
  readonly comparison: PieceComparison | undefined;
  /** The deal it was compared with. */
  readonly of?: string;
}

function Verdict({ comparison, of }: VerdictProps) {
  if (comparison === undefined) return undefined;
  const isSame = comparison.outcome === 'same';
  const tone = isSame ? 'success' : comparison.outcome === 'not-a-piece' ? 'warning' : 'danger';
  return (
    <div role="status">
      <Note tone={tone} title={isSame && of !== undefined ? `Matches ${of}` : comparison.title} isInset>
        {comparison.words}
      </Note>
    </div>
  );
}
