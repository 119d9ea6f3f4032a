import { useMemo } from 'react';
import { Link } from 'wouter';
import type { DealRow } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { useQuery } from '../../hooks/use-query.ts';

/** Pieces per query, limited by the length of a filter. */
const PIECES_AT_ONCE = 50;
const ROWS_AT_ONCE = 500;

interface PieceHealth {
  readonly pieceCid: string;
  /** Undefined until they are read. */
  readonly rows: readonly DealRow[] | undefined;
}

/** Health of the pieces of a list: proven copies and providers. */
export function PastedPieces({ pieces }: { readonly pieces: readonly string[] }) {
  const query = useQuery(`pieces ${pieces.join(' ')}`, (client) => readPieces(client, pieces));
  const rows = useMemo<PieceHealth[]>(
    () => pieces.map((pieceCid) => ({ pieceCid, rows: query.data === undefined ? undefined : (query.data.byPiece.get(pieceCid) ?? []) })),
    [pieces, query.data],
  );
  return (
    <QueryContent query={query}>
      {({ calls }) => (
        <DataTable
          label="Pieces of the list"
          unit={['piece', 'pieces']}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ pieceCid }) => pieceCid}
          copyText={({ pieceCid }) => pieceCid}
          exportName="pieces"
          isFilling
          footer={<CallLink calls={calls} />}
        />
      )}
    </QueryContent>
  );
}

async function readPieces(client: AppClient, pieces: readonly string[]) {
  const byPiece = new Map<string, DealRow[]>();
  let calls: Awaited<ReturnType<AppClient['deals']['listDeals']>>['calls'] = [];
  for (let from = 0; from < pieces.length; from += PIECES_AT_ONCE) {
    const filter = pieces
      .slice(from, from + PIECES_AT_ONCE)
      .map((piece) => `piece:=${piece}`)
      .join(' or ');
    const page = await client.deals.listDeals({ filter, order: { by: 'id', direction: 'descending' }, offset: 0, limit: ROWS_AT_ONCE });
    calls = page.calls;
    for (const row of page.rows) byPiece.set(row.pieceCid, [...(byPiece.get(row.pieceCid) ?? []), row]);
  }
  return { byPiece, calls };
}

const COLUMNS: readonly DataColumn<PieceHealth>[] = [
  {
    id: 'piece',
    head: 'Piece CID',
    cell: ({ pieceCid }) => (
      <Link href={`/deals?filter=${encodeURIComponent(`piece:=${pieceCid}`)}`} className="link">
        <HashText cid={pieceCid} size="detail" />
      </Link>
    ),
    sortBy: ({ pieceCid }) => pieceCid,
    text: ({ pieceCid }) => pieceCid,
    textName: 'piece_cid',
  },
  {
    id: 'copies',
    head: 'Proven copies',
    widthPx: 112,
    align: 'right',
    cell: ({ rows }) => formatInteger(proven(rows)),
    sortBy: ({ rows }) => proven(rows),
    text: ({ rows }) => proven(rows),
    textName: 'proven_copies',
  },
  {
    id: 'providers',
    head: 'Providers',
    widthPx: 96,
    align: 'right',
    cell: ({ rows = [] }) => formatInteger(new Set(rows.map(({ provider }) => provider)).size),
    sortBy: ({ rows = [] }) => new Set(rows.map(({ provider }) => provider)).size,
    text: ({ rows = [] }) => [...new Set(rows.map(({ provider }) => provider))].join(' '),
    textName: 'providers',
  },
  {
    id: 'health',
    head: 'Health',
    widthPx: 180,
    cell: ({ rows = [] }) => {
      if (rows.length === 0) return <StatusText tone="warning">No deals</StatusText>;
      const faulty = rows.filter(({ state }) => state === 'faulty').length;
      if (proven(rows) === 0) return <StatusText tone="danger">No proven copy</StatusText>;
      return faulty > 0 ? (
        <StatusText tone="warning">{`${faulty} in faulty sectors`}</StatusText>
      ) : (
        <StatusText tone="success">Proven</StatusText>
      );
    },
    sortBy: ({ rows }) => proven(rows),
    text: ({ rows = [] }) => rows.map(({ key, state }) => `${key} ${state}`).join('; '),
    textName: 'deals',
  },
];

function proven(rows: readonly DealRow[] | undefined): number {
  return rows?.filter(({ state }) => state === 'proving').length ?? 0;
}
