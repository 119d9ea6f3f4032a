import type { ListedDeal } from '../../../shared/deals/deal-list-text.ts';
import { storageDealState } from '../../../shared/domain/deals/storage-deal-state.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import type { Tone } from '../../lib/tone.ts';
import { ListedCid } from './ListedCid.tsx';

export function listedKey({ line }: ListedDeal): string {
  return String(line);
}

/** The state of a deal. The client's list still calls a slashed deal active. */
export function stateOfListed({ state, slashEpoch }: Pick<ListedDeal, 'state' | 'slashEpoch'>): string {
  return slashEpoch === undefined ? state : 'StorageDealSlashed';
}

/** Tone of a state of the legacy market. */
function toneOfListed(state: string): Tone {
  const known = storageDealState(state);
  if (known?.name === 'StorageDealActive') return 'success';
  if (known?.name === 'StorageDealExpired') return 'neutral';
  if (known?.group === 'running') return 'pending';
  return known?.group === 'terminal' || known?.group === 'failing' ? 'danger' : 'neutral';
}

/** `Active` for `StorageDealActive`. */
export function listedStateWords(state: string): string {
  return state.replace(/^StorageDeal/, '');
}

export function ListedState({ deal }: { readonly deal: Pick<ListedDeal, 'state' | 'slashEpoch'> }) {
  const state = stateOfListed(deal);
  return <StatusText tone={toneOfListed(state)}>{listedStateWords(state)}</StatusText>;
}

export const listedColumns: readonly DataColumn<ListedDeal>[] = [
  {
    id: 'deal',
    head: 'Deal',
    widthPx: 96,
    cell: ({ dealId }) => (dealId === 0 ? <span className="t3">none</span> : dealId),
    sortBy: ({ dealId }) => dealId,
    text: ({ dealId }) => dealId,
    textName: 'deal_id',
  },
  {
    id: 'proposal',
    head: 'Proposal CID',
    cell: ({ proposalCid }) => <ListedCid cid={proposalCid} />,
    sortBy: ({ proposalCid }) => proposalCid,
    text: ({ proposalCid }) => proposalCid,
    textName: 'proposal_cid',
  },
  {
    id: 'provider',
    head: 'Provider',
    widthPx: 112,
    cell: ({ provider }) => <AddressText address={provider} />,
    sortBy: ({ provider }) => provider,
    text: ({ provider }) => provider,
    textName: 'provider',
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 148,
    cell: (deal) => <ListedState deal={deal} />,
    sortBy: stateOfListed,
    text: ({ state }) => state,
    textName: 'state',
  },
  {
    id: 'chain',
    head: 'On chain',
    widthPx: 96,
    align: 'right',
    cell: ({ onChainEpoch }) => (onChainEpoch === undefined ? <span className="t3">no</span> : formatInteger(onChainEpoch)),
    sortBy: ({ onChainEpoch }) => onChainEpoch ?? -1,
    text: ({ onChainEpoch }) => onChainEpoch ?? '',
    textName: 'on_chain_epoch',
  },
  {
    id: 'slashed',
    head: 'Slashed',
    widthPx: 88,
    align: 'right',
    cell: ({ slashEpoch }) => (slashEpoch === undefined ? <span className="t3">no</span> : formatInteger(slashEpoch)),
    sortBy: ({ slashEpoch }) => slashEpoch ?? -1,
    text: ({ slashEpoch }) => slashEpoch ?? '',
    textName: 'slash_epoch',
    isWideOnly: true,
  },
  {
    id: 'piece',
    head: 'Piece CID',
    widthPx: 132,
    cell: ({ pieceCid }) => <ListedCid cid={pieceCid} />,
    sortBy: ({ pieceCid }) => pieceCid,
    text: ({ pieceCid }) => pieceCid,
    textName: 'piece_cid',
    isWideOnly: true,
  },
  {
    id: 'size',
    head: 'Size',
    widthPx: 96,
    align: 'right',
    cell: ({ size }) => size,
    sortBy: ({ sizeBytes }) => sizeBytes,
    text: ({ size }) => size,
    textName: 'size',
  },
  {
    id: 'price',
    head: 'Price per epoch',
    widthPx: 124,
    align: 'right',
    cell: ({ pricePerEpoch }) => <AmountText value={pricePerEpoch.toString()} unit="nanoFIL" />,
    sortBy: ({ pricePerEpoch }) => pricePerEpoch,
    text: ({ pricePerEpoch }) => pricePerEpoch.toString(),
    textName: 'price_attofil_per_epoch',
    isWideOnly: true,
  },
  {
    id: 'message',
    head: 'Message',
    widthPx: 220,
    cell: ({ message }) => (message === '' ? undefined : <UntrustedText text={message} maximumLength={60} />),
    sortBy: ({ message }) => message,
    text: ({ message }) => message,
    textName: 'message',
    isWideOnly: true,
  },
];
