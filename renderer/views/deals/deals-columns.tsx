import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { DealRow } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/AddressText.tsx';
import type { DataColumn } from '../../components/DataTable.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import type { Origin } from '../../lib/origin.ts';
import { dealState } from './deal-life.ts';
import { toneOfDeal } from './deal-tone.ts';

/** The market's answer names deals by their numbers. */
function dealOrigin(deal: DealRow, path: string): Origin {
  return `StateMarketDeals ${deal.dealId}.${path}`;
}

export const dealsColumns: readonly DataColumn<DealRow>[] = [
  { id: 'deal', head: 'Deal', widthPx: 96, cell: (deal) => deal.dealId, sortBy: (deal) => deal.dealId },
  {
    id: 'piece',
    head: 'Piece CID',
    cell: (deal) => (
      <Traced of={dealOrigin(deal, 'Proposal.PieceCID')} isInCell>
        <HashText cid={deal.pieceCid} />
      </Traced>
    ),
    sortBy: (deal) => deal.pieceCid,
  },
  {
    id: 'size',
    head: 'Size',
    widthPx: 84,
    align: 'right',
    cell: (deal) => (
      <Traced of={dealOrigin(deal, 'Proposal.PieceSize')} isInCell>
        {formatBytes(deal.pieceSizeBytes)}
      </Traced>
    ),
    sortBy: (deal) => deal.pieceSizeBytes,
  },
  {
    id: 'verified',
    head: 'Verified',
    widthPx: 80,
    cell: (deal) => (
      <Traced of={dealOrigin(deal, 'Proposal.VerifiedDeal')} isInCell>
        {deal.isVerified ? 'yes' : <span className="t3">no</span>}
      </Traced>
    ),
    sortBy: (deal) => Number(deal.isVerified),
    isWideOnly: true,
  },
  {
    id: 'client',
    head: 'Client',
    widthPx: 156,
    cell: (deal) => (
      <Traced of={dealOrigin(deal, 'Proposal.Client')} isInCell>
        <AddressText address={deal.client} />
      </Traced>
    ),
    sortBy: (deal) => deal.client,
    isWideOnly: true,
  },
  {
    id: 'provider',
    head: 'Provider',
    widthPx: 104,
    cell: (deal) => (
      <Traced of={dealOrigin(deal, 'Proposal.Provider')} isInCell>
        <AddressText address={deal.provider} />
      </Traced>
    ),
    sortBy: (deal) => deal.provider,
    isWideOnly: true,
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 148,
    cell: (deal) => (
      <Traced of={dealOrigin(deal, 'State')} isInCell>
        <StatusText tone={toneOfDeal(deal.state)}>{dealState(deal.state).label}</StatusText>
      </Traced>
    ),
    sortBy: (deal) => deal.state,
  },
  {
    id: 'ends',
    head: 'Ends',
    widthPx: 176,
    align: 'right',
    cell: (deal) => (
      <Traced of={dealOrigin(deal, 'Proposal.EndEpoch')} isInCell>
        <EpochText height={deal.endEpoch} timeMs={deal.endTimeMs} />
      </Traced>
    ),
    sortBy: (deal) => deal.endEpoch,
  },
];
