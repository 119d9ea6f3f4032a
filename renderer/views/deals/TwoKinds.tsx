import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Deal, DealRow } from '../../../shared/ipc/schemas/deals.ts';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import styles from './deals.module.css';

interface TwoKindsProps {
  readonly deal: Deal;
  readonly other: DealRow;
}

/** Compares a market deal and a claim of the same client and provider. */
export function TwoKinds({ deal, other }: TwoKindsProps) {
  const isDeal = deal.row.kind === 'f05';
  const [market, claim] = isDeal ? [deal.row, other] : [other, deal.row];
  const collateral = isDeal ? deal.agreed?.providerCollateral : undefined;
  const rows: readonly (readonly [what: string, market: ReactNode, claim: ReactNode])[] = [
    ['Created by', 'PublishStorageDeals', 'ProveCommitSectors3'],
    ['Stored in', 'market actor', 'verified registry'],
    ['Term', `fixed, ${yearsOf(market.endEpoch - (market.startEpoch ?? market.endEpoch))}`, termOf(claim)],
    ['Collateral', collateral === undefined ? 'see deal' : <AmountText key="collateral" value={collateral} places={4} />, 'none'],
    [
      'Price',
      market.pricePerEpoch === undefined ? (
        ''
      ) : (
        <span key="price">
          <AmountText value={market.pricePerEpoch} unit="nanoFIL" /> per epoch
        </span>
      ),
      'agreed off chain',
    ],
    ['Older tools', 'supported', 'not supported'],
  ];
  return (
    <DetailSection title="Deal and claim">
      <table className={styles.kinds}>
        <thead>
          <tr>
            <td />
            <th scope="col">{isDeal ? `f05 deal ${market.id}` : <RowLink row={market} words={`f05 deal ${market.id}`} />}</th>
            <th scope="col">{isDeal ? <RowLink row={claim} words={`Claim ${claim.id}`} /> : `Claim ${claim.id}`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, left, right]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{left}</td>
              <td>{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </DetailSection>
  );
}

function RowLink({ row, words }: { readonly row: DealRow; readonly words: string }) {
  return (
    <Link href={`/deals/${row.key}`} className="link">
      {words}
    </Link>
  );
}

const EPOCHS_PER_YEAR = 1_051_200;

function yearsOf(epochs: number): string {
  return `${(epochs / EPOCHS_PER_YEAR).toFixed(2)} y`;
}

function termOf({ startEpoch, mayEndEpoch, endEpoch }: DealRow): string {
  if (startEpoch === undefined || mayEndEpoch === undefined) return '';
  return `${(Math.max(0, mayEndEpoch - startEpoch) / EPOCHS_PER_YEAR).toFixed(2)} to ${yearsOf(endEpoch - startEpoch)}`;
}
