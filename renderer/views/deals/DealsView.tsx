import { IconFileCertificate, IconFilterOff } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { CallLink } from '../../components/CallLink.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { DetailPane } from '../../components/DetailPane.tsx';
import { FilterField } from '../../components/FilterField.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { callsOf, PanelContent, QueryContent } from '../../components/QueryContent.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StaleBadge } from '../../components/StaleBadge.tsx';
import { Toolbar } from '../../components/Toolbar.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useSelection } from '../../hooks/use-selection.ts';
import { DealPane } from './DealPane.tsx';
import { DealsElsewhere } from './DealsElsewhere.tsx';
import { countDealStates, type DealFilter, matchesDealText } from './deal-life.ts';
import { dealsColumns } from './deals-columns.tsx';

/** The deals of the market actor, and the life of one. */
export function DealsView() {
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<DealFilter>('all');
  const [selectedId, select] = useSelection('/deals');
  const close = useCallback(() => select(undefined), [select]);
  const query = useQuery('deals', (client) => client.deals.listDeals({}), { refreshOn: 'head' });
  const deals = useMemo(() => (query.data === undefined || 'error' in query.data.deals ? [] : query.data.deals.value.rows), [query.data]);
  const counts = useMemo(() => countDealStates(deals), [deals]);
  const shown = useMemo(
    () => deals.filter((deal) => (filter === 'all' || deal.state === filter) && matchesDealText(deal, text)),
    [deals, filter, text],
  );

  function clearFilters(): void {
    setText('');
    setFilter('all');
  }

  return (
    <SplitView pane={selectedId === undefined ? undefined : <SelectedDeal key={selectedId} id={selectedId} onClose={close} />}>
      <PageHead title="Deals" asOf={query.data?.pinned} status={<StaleBadge query={query} />} />
      <Toolbar>
        <FilterField
          label="Filter the deals"
          value={text}
          onChange={setText}
          placeholder="Deal, piece, client, provider, sector or label"
          count={query.data === undefined ? undefined : `${formatInteger(shown.length)} of ${formatInteger(deals.length)}`}
        />
        <SegmentedControl
          label="State of the deals"
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: 'All' },
            { value: 'published', label: `Published ${counts.published}` },
            { value: 'active', label: `Active ${counts.active}` },
            { value: 'expired', label: `Expired ${counts.expired}` },
            { value: 'slashed', label: `Slashed ${counts.slashed}` },
            { value: 'missed-start', label: `Missed ${counts['missed-start']}` },
          ]}
        />
      </Toolbar>
      <QueryContent query={query} skeleton={<SkeletonRows rows={12} columns={7} />}>
        {(list) => (
          <PanelContent panel={list.deals} onRetry={query.refresh} elsewhere={(error) => <DealsElsewhere error={error} />}>
            {({ total }) => (
              <CallsContext value={callsOf(list.deals) ?? []}>
                <DataTable
                  label="Deals"
                  unit={['deal', 'deals']}
                  columns={dealsColumns}
                  rows={shown}
                  rowKey={(deal) => String(deal.dealId)}
                  selectedKey={selectedId}
                  onSelect={(deal) => select(String(deal.dealId))}
                  copyText={(deal) => String(deal.dealId)}
                  total={total}
                  isStale={query.error !== undefined}
                  isFilling
                  footer={<CallLink calls={callsOf(list.deals) ?? []} />}
                  empty={
                    deals.length === 0 ? (
                      <PanelState icon={IconFileCertificate} title="No deals on this network yet">
                        A deal appears here as soon as it is published.
                      </PanelState>
                    ) : (
                      <PanelState
                        icon={IconFilterOff}
                        title="No deal matches"
                        actions={
                          <Button size="small" onClick={clearFilters}>
                            Clear filters
                          </Button>
                        }
                      >
                        {formatInteger(deals.length)} deals were read.
                      </PanelState>
                    )
                  }
                />
              </CallsContext>
            )}
          </PanelContent>
        )}
      </QueryContent>
    </SplitView>
  );
}

function SelectedDeal({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const dealId = Number(id);
  const isId = /^\d{1,15}$/.test(id);
  const query = useQuery(`deal ${id}`, (client) => client.deals.getDeal({ dealId }), { refreshOn: 'head', isEnabled: isId });
  if (query.data !== undefined) {
    return <DealPane deal={query.data.deal} headEpoch={query.data.pinned.height} calls={query.data.calls} onClose={onClose} />;
  }
  return (
    <DetailPane title={isId ? `Deal ${id}` : 'Not a deal'} onClose={onClose}>
      {isId ? (
        <QueryContent query={query}>{() => undefined}</QueryContent>
      ) : (
        <PanelState icon={IconFileCertificate} title="A deal has a number">
          The address in this window names none.
        </PanelState>
      )}
    </DetailPane>
  );
}
