import type { Deal } from '../../../shared/ipc/schemas/deals.ts';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { dealMoney } from './deal-money.ts';

/** Price, payments and collateral of a deal. Claims and allocations have none. */
export function DealMoneySection({ deal }: { readonly deal: Deal }) {
  const money = dealMoney(deal);
  const { agreed, row, calls } = deal;
  if (money === undefined || agreed === undefined) return undefined;
  const PRICE = 'StateMarketStorageDeal Proposal.StoragePricePerEpoch';
  return (
    <DetailSection title="Payment" calls={calls}>
      <KeyValue
        labelWidthPx={128}
        rows={[
          {
            label: 'Price per epoch',
            value: (
              <Traced of={PRICE}>
                <AmountText value={row.pricePerEpoch ?? ''} unit="nanoFIL" />
              </Traced>
            ),
          },
          {
            label: 'Total price',
            value: (
              <Traced of={PRICE}>
                <AmountText value={money.total.toString()} />
              </Traced>
            ),
          },
          {
            label: 'Earned',
            value: (
              <Traced of={[PRICE, 'StateMarketStorageDeal State.SectorStartEpoch']}>
                <AmountText value={money.earned.toString()} />
              </Traced>
            ),
          },
          {
            label: 'Settled',
            value:
              agreed.lastUpdatedEpoch === undefined ? (
                <span className="t3">never</span>
              ) : (
                <Traced of={[PRICE, 'StateMarketStorageDeal State.LastUpdatedEpoch']}>
                  <AmountText value={money.settled.toString()} />
                </Traced>
              ),
          },
          {
            label: 'Provider collateral',
            value: (
              <Traced of="StateMarketStorageDeal Proposal.ProviderCollateral">
                <AmountText value={agreed.providerCollateral} />
              </Traced>
            ),
          },
          {
            label: 'Client collateral',
            value: (
              <Traced of="StateMarketStorageDeal Proposal.ClientCollateral">
                <AmountText value={agreed.clientCollateral} />
              </Traced>
            ),
          },
        ]}
      />
    </DetailSection>
  );
}
