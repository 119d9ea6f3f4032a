import { IconMailOff } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { POOL_FILTER_LANGUAGE } from '../../../shared/filter/pool-filter.ts';
import type { PoolOrder, PoolRow } from '../../../shared/ipc/schemas/mempool.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { useClient } from '../../client/client-context.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { FilterExpression } from '../../components/filters/FilterExpression.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { NothingMatches } from '../../components/tables/NothingMatches.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import { useWindowRows } from '../../hooks/use-window-rows.ts';
import styles from './mempool.module.css';
import { POOL_COLUMNS } from './pool-columns.tsx';

const SORTABLE: readonly PoolOrder['by'][] = ['from', 'to', 'nonce', 'method', 'value', 'gas', 'cap', 'premium', 'seen'];
const DEFAULT_ORDER: PoolOrder = { by: 'seen', direction: 'descending' };
const rowKey = ({ cid }: PoolRow): string => cid;

interface PoolMessagesProps {
  /** Identifies the mempool; undefined while there is none. */
  readonly question: string | undefined;
  readonly revision: string;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** Messages of the mempool, filtered and sorted by the service. */
export function PoolMessages({ question, revision, filter, onFilter }: PoolMessagesProps) {
  const client = useClient();
  const [, navigate] = useLocation();
  const list = useWindowRows({
    question: question === undefined ? undefined : filter,
    subject: question,
    ask: (asked, place) => asked.mempool.listMessages({ filter, ...place }),
    sortableColumns: SORTABLE,
    defaultOrder: DEFAULT_ORDER,
    revision,
  });
  const { page } = list;
  return (
    <section className={styles.list} aria-label="Messages">
      <Toolbar>
        <FilterExpression
          language={POOL_FILTER_LANGUAGE}
          list="mempool"
          value={filter}
          onChange={onFilter}
          label="Filter the messages"
          placeholder="from:f1…  method:Submit*  cap:<1  is:stuck  is:own"
          unit={['message', 'messages']}
          count={page === undefined ? undefined : `${formatInteger(page.matching)} of ${formatInteger(page.total)}`}
          lookUp={(field, prefix) => client.mempool.listFilterValues({ field, prefix })}
        />
      </Toolbar>
      {page === undefined ? (
        list.error === undefined ? (
          <SkeletonRows rows={10} columns={7} />
        ) : (
          <PanelError error={list.error} onRetry={list.refresh} />
        )
      ) : (
        <CallsContext value={page.calls}>
          <DataTable
            label="Messages in the mempool"
            unit={['message', 'messages']}
            columns={POOL_COLUMNS}
            rows={list.rows}
            rowKey={rowKey}
            total={page.total}
            onSelect={({ cid }) => navigate(`/messages/${encodeURIComponent(cid)}`)}
            copyText={rowKey}
            exportName="mempool"
            isFilling
            isStale={list.isStale}
            footer={<CallLink calls={page.calls} />}
            empty={
              page.total === 0 ? (
                <PanelState icon={IconMailOff} title="No pending messages">
                  The endpoint has no pending messages.
                </PanelState>
              ) : (
                <NothingMatches
                  language={POOL_FILTER_LANGUAGE}
                  filter={filter}
                  title="No matching messages"
                  clearLabel={`Show all ${formatInteger(page.total)}`}
                  onClear={() => onFilter('')}
                >
                  {formatInteger(page.total)} messages are pending.
                </NothingMatches>
              )
            }
          />
        </CallsContext>
      )}
    </section>
  );
}
