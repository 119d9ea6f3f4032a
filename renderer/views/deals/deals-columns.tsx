import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { DealRow } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/AddressText.tsx';
import type { DataColumn } from '../../components/DataTable.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { dealState } from './deal-life.ts';
import { toneOfDeal } from './deal-tone.ts';

export const dealsColumns: readonly DataColumn<DealRow>[] = [
  { id: 'deal', head: 'Deal', widthPx: 96, cell: (deal) => deal.dealId, sortBy: (deal) => deal.dealId },
  { id: 'piece', head: 'Piece CID', cell: (deal) => <HashText cid={deal.pieceCid} />, sortBy: (deal) => deal.pieceCid },
  {
    id: 'size',
    head: 'Size',
    widthPx: 84,
    align: 'right',
    cell: (deal) => formatBytes(deal.pieceSizeBytes),
    sortBy: (deal) => deal.pieceSizeBytes,
  },
  {
    id: 'verified',
    head: 'Verified',
    widthPx: 80,
    cell: (deal) => (deal.isVerified ? 'yes' : <span className="t3">no</span>),
    sortBy: (deal) => Number(deal.isVerified),
    isWideOnly: true,
  },
  {
    id: 'client',
    head: 'Client',
    widthPx: 156,
    cell: (deal) => <AddressText address={deal.client} />,
    sortBy: (deal) => deal.client,
    isWideOnly: true,
  },
  {
    id: 'provider',
    head: 'Provider',
    widthPx: 104,
    cell: (deal) => <AddressText address={deal.provider} />,
    sortBy: (deal) => deal.provider,
    isWideOnly: true,
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 148,
    cell: (deal) => <StatusText tone={toneOfDeal(deal.state)}>{dealState(deal.state).label}</StatusText>,
    sortBy: (deal) => deal.state,
  },
  {
    id: 'ends',
    head: 'Ends',
    widthPx: 176,
    align: 'right',
    cell: (deal) => <EpochText height={deal.endEpoch} timeMs={deal.endTimeMs} />,
    sortBy: (deal) => deal.endEpoch,
  },
];
