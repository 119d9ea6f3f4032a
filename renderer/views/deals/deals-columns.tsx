import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { DealRow } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import type { Origin } from '../../lib/origin.ts';
import { DealStateText } from './DealStateText.tsx';
import { dealKind } from './deal-words.ts';

/** Origin of a figure in the answers that the list was built from. */
function originOf({ kind, id }: DealRow, path: string, claimPath: string): readonly Origin[] {
  if (kind === 'f05') return [`StateMarketDeals ${id}.${path}`];
  const methods = kind === 'ddo' ? ['StateGetAllClaims', 'StateGetClaims'] : ['StateGetAllAllocations', 'StateGetAllocations'];
  return methods.map((method) => `${method} ${id}.${claimPath}`);
}

/** Sortable columns have the ids of `DealOrder`. */
export const dealsColumns: readonly DataColumn<DealRow>[] = [
  {
    id: 'id',
    head: 'ID',
    widthPx: 98,
    cell: (row) => <span className="m">{row.id}</span>,
    text: ({ id }) => id,
    textName: 'id',
  },
  {
    id: 'kind',
    head: 'Kind',
    widthPx: 56,
    cell: (row) => <span className={row.kind === 'f05' ? 't2' : undefined}>{dealKind(row.kind).short}</span>,
    text: ({ kind }) => kind,
    textName: 'kind',
  },
  {
    id: 'piece',
    head: 'Piece CID',
    widthPx: 112,
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
    isWideOnly: true,
    widthPx: 70,
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
    widthPx: 124,
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
    isWideOnly: true,
    widthPx: 88,
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
    widthPx: 122,
    cell: (row) => (
      <Traced of={originOf(row, 'State', 'TermStart')} isInCell>
        <DealStateText state={row.state} />
      </Traced>
    ),
    text: ({ state }) => state,
    textName: 'state',
  },
  {
    id: 'end',
    head: 'Ends',
    widthPx: 162,
    align: 'right',
    cell: (row) => (
      <Traced of={originOf(row, 'Proposal.EndEpoch', row.kind === 'ddo' ? 'TermMax' : 'Expiration')} isInCell>
        <EpochText height={row.endEpoch} timeMs={row.endTimeMs} isInColumn />
      </Traced>
    ),
    text: ({ endEpoch }) => endEpoch,
    textName: 'end_epoch',
  },
  {
    id: 'verified',
    head: 'Verified',
    widthPx: 80,
    cell: ({ isVerified }) => (isVerified ? 'yes' : <span className="t3">no</span>),
    text: ({ isVerified }) => (isVerified ? 'yes' : 'no'),
    textName: 'verified',
    isHidden: true,
  },
  {
    id: 'sector',
    head: 'Sector',
    widthPx: 92,
    align: 'right',
    cell: ({ sectorNumber }) => (sectorNumber === undefined ? <span className="t3">none</span> : formatInteger(sectorNumber)),
    text: ({ sectorNumber }) => sectorNumber ?? '',
    textName: 'sector',
    isHidden: true,
  },
  {
    id: 'claim',
    head: 'Claim',
    widthPx: 112,
    cell: ({ claimId }) => claimId ?? <span className="t3">none</span>,
    text: ({ claimId }) => claimId ?? '',
    textName: 'claim_id',
    isHidden: true,
  },
  {
    id: 'start',
    head: 'Starts',
    widthPx: 160,
    align: 'right',
    cell: ({ startEpoch, startTimeMs }) =>
      startEpoch === undefined ? <span className="t3">not yet</span> : <EpochText height={startEpoch} timeMs={startTimeMs} isInColumn />,
    text: ({ startEpoch }) => startEpoch ?? '',
    textName: 'start_epoch',
    isHidden: true,
  },
  {
    id: 'may-end',
    head: 'Earliest end',
    widthPx: 112,
    align: 'right',
    cell: ({ mayEndEpoch }) => (mayEndEpoch === undefined ? <span className="t3">as agreed</span> : formatInteger(mayEndEpoch)),
    text: ({ mayEndEpoch }) => mayEndEpoch ?? '',
    textName: 'may_end_epoch',
    isHidden: true,
  },
  {
    id: 'price',
    head: 'Price per epoch',
    widthPx: 124,
    align: 'right',
    cell: ({ pricePerEpoch }) =>
      pricePerEpoch === undefined ? <span className="t3">off chain</span> : <AmountText value={pricePerEpoch} unit="nanoFIL" />,
    text: ({ pricePerEpoch }) => pricePerEpoch ?? '',
    textName: 'price_attofil_per_epoch',
    isHidden: true,
  },
  {
    id: 'label',
    head: 'Label',
    widthPx: 180,
    cell: ({ label = '' }) => (label === '' ? <span className="t3">none</span> : <UntrustedText text={label} maximumLength={60} />),
    text: ({ label }) => label ?? '',
    textName: 'label',
    isHidden: true,
  },
];
