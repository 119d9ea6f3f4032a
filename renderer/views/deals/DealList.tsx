import { IconFileCertificate } from '@tabler/icons-react';
import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import type { DealPage, DealRow } from '../../../shared/ipc/schemas/deals.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { NothingMatches } from '../../components/tables/NothingMatches.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import type { WindowRows } from '../../hooks/use-window-rows.ts';
import { DealsElsewhere } from './DealsElsewhere.tsx';
import { dealsColumns } from './deals-columns.tsx';

interface DealListProps {
  readonly deals: WindowRows<DealRow, DealPage>;
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string) => void;
  readonly filter: string;
  /** Whether a filter or a kind is set. */
  readonly isFiltered: boolean;
  readonly onClearFilters: () => void;
}

/** The table of deals, or its loading, empty or error state. */
export function DealList({ deals, selectedKey, onSelect, filter, isFiltered, onClearFilters }: DealListProps) {
  const { page, error, rows, isStale, refresh } = deals;
  if (page === undefined) {
    if (error === undefined) return <SkeletonRows rows={12} columns={8} />;
    return <PanelError error={error} onRetry={refresh} elsewhere={<DealsElsewhere error={error} />} />;
  }
  return (
    <CallsContext value={page.calls}>
      <DataTable
        label="Deals"
        unit={['deal', 'deals']}
        columns={dealsColumns}
        exportName="deals"
        rows={rows}
        rowKey={(row) => row.key}
        selectedKey={selectedKey}
        onSelect={(row) => onSelect(row.key)}
        copyText={(row) => String(row.id)}
        total={page.total}
        isStale={isStale}
        isFilling
        footer={
          <span className="row g12">
            <span>{footerWords(page)}</span>
            <CallLink calls={page.calls} />
          </span>
        }
        empty={
          isFiltered ? (
            <NothingMatches
              language={DEAL_FILTER}
              filter={filter}
              title="No deal matches"
              clearLabel="Clear filters"
              onClear={onClearFilters}
            >
              {formatCount(page.total, 'deal')} were read.
            </NothingMatches>
          ) : (
            <PanelState
              icon={IconFileCertificate}
              title={page.of === undefined ? 'No deals on this network yet' : 'No claims or allocations'}
            >
              {page.of === undefined
                ? 'Deals appear here once they are published.'
                : 'These addresses have none at this tipset. To list their f05 deals, read them from the state.'}
            </PanelState>
          )
        }
      />
    </CallsContext>
  );
}

/** Sources of the list and its gaps. */
function footerWords({ joined, odd, leftOut, source, gaps }: DealPage): string {
  return [
    source === 'calls' ? 'claims and allocations' : joined === 0 ? undefined : `${formatInteger(joined)} joined by piece and sector`,
    // Missing deals and faults, and gaps of a dataset, are shown above the list.
    ...(source === 'dataset' ? [] : gaps)
      .filter(({ what }) => what === 'claims' || what === 'allocations')
      .map(({ what, problem }) => `without ${what} (${problem.code})`),
    odd === 0 ? undefined : `${formatCount(odd, 'row')} unreadable`,
    leftOut === 0 ? undefined : `${formatCount(leftOut, 'row')} over the limit not shown`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
