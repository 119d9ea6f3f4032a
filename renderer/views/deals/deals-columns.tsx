import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { DealRow } from '../../../shared/ipc/schemas/deals.ts';
import type { TextColumn } from '../../../shared/text/table-text.ts';
import { AddressText } from '../../components/AddressText.tsx';
import type { DataColumn } from '../../components/DataTable.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import type { Origin } from '../../lib/origin.ts';
import { dealKind, dealState } from './deal-words.ts';

/** Where a figure of a row stands in the answers that the list was made of. */
function originOf({ kind, id }: DealRow, path: string, claimPath: string): readonly Origin[] {
  if (kind === 'f05') return [`StateMarketDeals ${id}.${path}`];
  const methods = kind === 'ddo' ? ['StateGetAllClaims', 'StateGetClaims'] : ['StateGetAllAllocations', 'StateGetAllocations'];
  return methods.map((method) => `${method} ${id}.${claimPath}`);
}

/** Ids are those of the orders that the contract knows. */
export const dealsColumns: readonly DataColumn<DealRow>[] = [
  {
    id: 'id',
    head: 'Deal or claim',
    widthPx: 112,
    cell: (row) => <span className="m">{row.id}</span>,
    text: ({ id }) => id,
    textName: 'id',
  },
  {
    id: 'kind',
    head: 'Kind',
    widthPx: 84,
    cell: (row) => <span className={row.kind === 'f05' ? 't2' : undefined}>{dealKind(row.kind).short}</span>,
    text: ({ kind }) => kind,
    textName: 'kind',
  },
  {
    id: 'piece',
    head: 'Piece CID',
    cell: (row) => (
      <Traced of={originOf(row, 'Proposal.PieceCID', 'Data')} isInCell>
        <HashText cid={row.pieceCid} />
      </Traced>
    ),
    text: ({ pieceCid }) => pieceCid,
    textName: 'piece_cid',
  },
  {
    id: 'size',
    head: 'Size',
    widthPx: 76,
    align: 'right',
    cell: (row) => (
      <Traced of={originOf(row, 'Proposal.PieceSize', 'Size')} isInCell>
        {formatBytes(row.pieceSizeBytes)}
      </Traced>
    ),
    text: ({ pieceSizeBytes }) => pieceSizeBytes,
    textName: 'piece_size_bytes',
  },
  {
    id: 'client',
    head: 'Client',
    widthPx: 128,
    cell: (row) => (
      <Traced of={originOf(row, 'Proposal.Client', 'Client')} isInCell>
        <AddressText address={row.client} />
      </Traced>
    ),
    text: ({ client }) => client,
    textName: 'client',
    isWideOnly: true,
  },
  {
    id: 'provider',
    head: 'Provider',
    widthPx: 112,
    cell: (row) => (
      <Traced of={originOf(row, 'Proposal.Provider', 'Provider')} isInCell>
        <AddressText address={row.provider} />
      </Traced>
    ),
    text: ({ provider }) => provider,
    textName: 'provider',
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 136,
    cell: (row) => (
      <Traced of={originOf(row, 'State', 'TermStart')} isInCell>
        <StatusText tone={dealState(row.state).tone}>{dealState(row.state).label}</StatusText>
      </Traced>
    ),
    text: ({ state }) => state,
    textName: 'state',
  },
  {
    id: 'end',
    head: 'Ends',
    widthPx: 172,
    align: 'right',
    cell: (row) => (
      <Traced of={originOf(row, 'Proposal.EndEpoch', row.kind === 'ddo' ? 'TermMax' : 'Expiration')} isInCell>
        <EpochText height={row.endEpoch} timeMs={row.endTimeMs} />
      </Traced>
    ),
    text: ({ endEpoch }) => endEpoch,
    textName: 'end_epoch',
  },
];

/** What a copy has besides: exact, empty where a row has none. */
export const dealsTexts: readonly TextColumn<DealRow>[] = [
  { name: 'verified', text: ({ isVerified }) => (isVerified ? 'yes' : 'no') },
  { name: 'claim_id', text: ({ claimId }) => claimId ?? '' },
  { name: 'sector', text: ({ sectorNumber }) => sectorNumber ?? '' },
  { name: 'start_epoch', text: ({ startEpoch }) => startEpoch ?? '' },
  { name: 'may_end_epoch', text: ({ mayEndEpoch }) => mayEndEpoch ?? '' },
  { name: 'price_attofil_per_epoch', text: ({ pricePerEpoch }) => pricePerEpoch ?? '' },
  { name: 'label', text: ({ label }) => label ?? '' },
];
