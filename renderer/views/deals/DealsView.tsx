import { IconChartBar, IconDatabase, IconFileCheck, IconFileSearch, IconSearch, IconTableImport } from '@tabler/icons-react';
import { useCallback } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import { type DealKind, type DealPage, type DealSelection, zDealKey } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { useClient } from '../../client/client-context.ts';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { FilterExpression } from '../../components/filters/FilterExpression.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { usePin } from '../../hooks/use-pin.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { DatasetView } from './DatasetView.tsx';
import { DealCharts } from './DealCharts.tsx';
import { DealCounts } from './DealCounts.tsx';
import { DealList } from './DealList.tsx';
import { DealScope } from './DealScope.tsx';
import { DealSource } from './DealSource.tsx';
import { LookUpDeals } from './LookUpDeals.tsx';
import { PastedDeals } from './PastedDeals.tsx';
import { PieceChecker } from './PieceChecker.tsx';
import { ProposalPane } from './ProposalPane.tsx';
import { RejectedRecords } from './RejectedRecords.tsx';
import { SelectedDeal } from './SelectedDeal.tsx';
import { useDealList } from './use-deal-list.ts';
import { useDealsRoute } from './use-deals-route.ts';

const KINDS = [
  { value: 'all', label: 'All' },
  { value: 'f05', label: 'f05 deals' },
  { value: 'ddo', label: 'DDO claims' },
  { value: 'allocation', label: 'Allocations' },
] as const satisfies readonly { value: DealKind | 'all'; label: string }[];

/** Market deals, claims and allocations in one list, with a pane for details and tools. */
export function DealsView() {
  const [route, go] = useDealsRoute();
  const { id, filter, of, hasCharts, source, kind } = route;
  const client = useClient();
  const pin = usePin();
  const selection: DealSelection = {
    ...(filter === '' ? {} : { filter }),
    ...defined({ kind }),
    ...(of.length === 0 ? {} : { of: [...of] }),
    ...defined({ at: pin.at, source }),
  };
  const deals = useDealList(selection);
  const { page } = deals;
  // A dataset is not pinned to a tipset.
  const isFollowing = source === 'dataset' && pin.at === undefined;
  const connectionId = useTopic('connections.changed', (state) => state?.activeId);
  const close = useCallback(() => go({ id: undefined }), [go]);
  const setFilter = useCallback((next: string) => go({ filter: next }), [go]);

  if (id === 'rejects') return <RejectedRecords onClose={() => go({ id: 'dataset' })} />;
  if (id === 'paste')
    return <PastedDeals onClose={close} onLoad={(name) => go({ id: name === undefined ? 'dataset' : `dataset-${name}` })} />;
  if (id === 'dataset' || id?.startsWith('dataset-') === true) {
    return <DatasetView fileName={id.slice('dataset-'.length) || undefined} onClose={close} />;
  }
  if (id === 'look-up' || id?.startsWith('look-up-') === true) return <LookUpDeals text={id.slice('look-up-'.length)} onClose={close} />;
  return (
    <SplitView pane={<DealsPane id={id} at={pin.at} onClose={close} onFilter={setFilter} />}>
      <PageHead
        title="Deals"
        asOf={isFollowing ? undefined : page?.pinned}
        pin={isFollowing ? undefined : pin}
        onReadAgain={deals.refresh}
        status={<StaleBadge query={{ data: page, dataAtMs: page?.pinned.timeMs, error: deals.error, refresh: deals.refresh }} />}
        actions={
          <>
            <Button size="small" icon={IconDatabase} onClick={() => go({ id: 'dataset' })}>
              Dataset
            </Button>
            <Button size="small" icon={IconTableImport} onClick={() => go({ id: 'paste' })}>
              Paste a list
            </Button>
          </>
        }
      />
      <Toolbar>
        <FilterExpression
          key={connectionId ?? ''}
          language={DEAL_FILTER}
          list="deals"
          label="Filter the deals"
          value={filter}
          onChange={(next, isSettled) => go({ filter: next }, { replace: !isSettled })}
          placeholder="client, piece, label, sector, state or end"
          count={page === undefined ? undefined : `${formatInteger(page.matching)} of ${formatInteger(page.total)}`}
          unit={['deal', 'deals']}
          lookUp={(field, prefix) => client.deals.listFilterValues({ ...selection, filter: '', field, prefix })}
        />
        <span className="row g4">
          <Button size="small" kind="quiet" icon={IconSearch} onClick={() => go({ id: 'look-up' })}>
            Look up CIDs
          </Button>
          <Button size="small" kind="quiet" icon={IconFileCheck} hint="Compute the piece CID of a file" onClick={() => go({ id: 'check' })}>
            Check file
          </Button>
          <Button
            size="small"
            kind="quiet"
            icon={IconFileSearch}
            hint="Look up a proposal CID on the node"
            onClick={() => go({ id: 'proposal' })}
          >
            Proposal
          </Button>
          <Button
            size="small"
            kind="quiet"
            icon={IconChartBar}
            isExpanded={hasCharts}
            onClick={() => go({ hasCharts: !hasCharts }, { replace: true })}
          >
            Charts
          </Button>
        </span>
      </Toolbar>
      <DealSource source={source} page={page} selection={selection} onSource={(next) => go({ source: next, id: undefined })} />
      <Toolbar>
        {source === 'dataset' && kind === undefined && !hasRegistry(page) ? undefined : (
          <SegmentedControl
            label="Deal kind"
            value={kind ?? 'all'}
            onChange={(next) => go({ kind: next === 'all' ? undefined : next })}
            options={KINDS}
          />
        )}
        {page === undefined ? undefined : <DealCounts page={page} filter={filter} onFilter={setFilter} />}
      </Toolbar>
      <DealScope
        of={of}
        page={page}
        error={source === 'dataset' ? undefined : deals.error}
        isDataset={source === 'dataset'}
        isPinned={pin.at !== undefined}
        onOf={(next) => go({ of: next })}
      />
      {hasCharts ? <DealCharts selection={selection} reading={page?.reading} filter={filter} onFilter={setFilter} /> : undefined}
      <DealList
        deals={deals}
        selectedKey={id}
        onSelect={(key) => go({ id: key })}
        filter={filter}
        isFiltered={filter !== '' || kind !== undefined}
        onClearFilters={() => go({ filter: '', kind: undefined })}
      />
    </SplitView>
  );
}

/** A dataset never updated from the chain has only deals. */
function hasRegistry(page: DealPage | undefined): boolean {
  return page !== undefined && !page.gaps.some(({ what }) => what === 'claims');
}

interface DealsPaneProps {
  readonly id: string | undefined;
  readonly at: number | undefined;
  readonly onClose: () => void;
  readonly onFilter: (filter: string) => void;
}

/** The pane: a deal, or one of the tools. */
function DealsPane({ id, at, onClose, onFilter }: DealsPaneProps) {
  if (id === undefined) return undefined;
  if (id === 'check') return <PieceChecker onClose={onClose} onFilter={onFilter} />;
  if (id === 'proposal' || id.startsWith('proposal-')) {
    return <ProposalPane key={id} cid={id.slice('proposal-'.length)} onClose={onClose} />;
  }
  return <SelectedDeal key={id} id={zDealKey.safeParse(id).success ? id : undefined} at={at} onClose={onClose} />;
}
