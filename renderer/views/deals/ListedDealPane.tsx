import { IconFileCertificate, IconFileSearch } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { ListedDeal } from '../../../shared/deals/deal-list-text.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { ListedCid } from './ListedCid.tsx';
import { ListedState, stateOfListed } from './listed-columns.tsx';
import { StorageDealWords } from './StorageDealWords.tsx';

interface ListedDealPaneProps {
  readonly deal: ListedDeal;
  readonly onClose: () => void;
}

const EPOCH_MS = 30_000;

/** One row of a pasted list, with its state and message explained. */
export function ListedDealPane({ deal, onClose }: ListedDealPaneProps) {
  const [, navigate] = useLocation();
  const isCut = deal.proposalCid.startsWith('...');
  return (
    <DetailPane
      title={deal.dealId === 0 ? 'Proposal' : `Deal ${deal.dealId}`}
      sub={`Line ${deal.line} of the list`}
      actions={<ListedState deal={deal} />}
      onClose={onClose}
      footer={
        <>
          {deal.dealId === 0 ? undefined : (
            <Button icon={IconFileCertificate} onClick={() => navigate(`/deals/${deal.dealId}`)}>
              Open on chain
            </Button>
          )}
          <Button
            icon={IconFileSearch}
            disabledReason={deal.proposalCid === '' ? 'The list has no proposal CID.' : isCut ? 'The list has a truncated CID.' : undefined}
            onClick={() => navigate(`/deals/proposal-${encodeURIComponent(deal.proposalCid)}`)}
          >
            Look up proposal
          </Button>
        </>
      }
    >
      <StorageDealWords state={stateOfListed(deal)} message={deal.message} />
      <DetailSection title="Listed">
        <KeyValue
          labelWidthPx={104}
          rows={[
            { label: 'Proposal CID', value: <ListedCid cid={deal.proposalCid} size="detail" hasCopy /> },
            { label: 'Piece', value: <ListedCid cid={deal.pieceCid} size="detail" hasCopy /> },
            { label: 'Size', value: deal.size },
            { label: 'Provider', value: <AddressText address={deal.provider} hasCopy isLink /> },
            { label: 'Price per epoch', value: <AmountText value={deal.pricePerEpoch.toString()} unit="nanoFIL" /> },
            {
              label: 'Duration',
              value: (
                <span>
                  {formatInteger(deal.durationEpochs)} epochs, <span className="t3">{formatDuration(deal.durationEpochs * EPOCH_MS)}</span>
                </span>
              ),
            },
            deal.isVerified === undefined ? undefined : { label: 'Verified', value: deal.isVerified ? 'yes' : 'no' },
            { label: 'On chain', value: deal.onChainEpoch === undefined ? 'no' : `since epoch ${formatInteger(deal.onChainEpoch)}` },
            { label: 'Slashed', value: deal.slashEpoch === undefined ? 'no' : `at epoch ${formatInteger(deal.slashEpoch)}` },
          ]}
        />
      </DetailSection>
    </DetailPane>
  );
}
