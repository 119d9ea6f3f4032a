import { IconMail } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent, partOf } from '../../components/feedback/QueryContent.tsx';
import { FilterExpression } from '../../components/filters/FilterExpression.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { NothingMatches } from '../../components/tables/NothingMatches.tsx';
import { messageColumns } from './message-columns.tsx';
import { MESSAGE_FILTER, messageTest } from './message-filter.ts';
import styles from './tipset.module.css';
import { useNamedMessages } from './use-named-messages.ts';

/** A single message needs no filter. */
const MIN_FILTERED = 2;

interface MessagesPanelProps {
  readonly tipset: Tipset;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  readonly onRetry: () => void;
}

/** The unique messages of a tipset with their receipts from its child. */
export function MessagesPanel({ tipset, filter, onFilter, onRetry }: MessagesPanelProps) {
  const [, navigate] = useLocation();
  const own = partOf(tipset.messages);
  const named = useNamedMessages(own, tipset.ref.height);
  const rows = own === undefined ? undefined : named;
  const columns = useMemo(() => {
    const places = new Map((rows ?? []).map(({ cid }, index) => [cid, index]));
    return messageColumns(({ cid }) => places.get(cid));
  }, [rows]);
  const matching = useMemo(() => (filter === '' ? rows : rows?.filter(messageTest(filter))), [rows, filter]);
  const failedCount = rows?.filter((row) => (row.receipt?.exitCode ?? 0) !== 0).length ?? 0;
  return (
    <Panel
      title="Messages"
      sub={
        rows === undefined
          ? undefined
          : `${formatInteger(rows.length)} in all blocks${failedCount === 0 ? '' : `, ${formatInteger(failedCount)} failed`}`
      }
      calls={callsOf(tipset.messages)}
    >
      <PanelContent panel={tipset.messages} onRetry={onRetry}>
        {() => (
          <div className={named.length > 10 ? styles.messages : undefined}>
            {named.length < MIN_FILTERED && filter === '' ? undefined : (
              <Toolbar>
                <FilterExpression
                  language={MESSAGE_FILTER}
                  list="messages"
                  value={filter}
                  onChange={onFilter}
                  label="Filter messages"
                  placeholder="method:Submit*  to:f01000  exit:>0  value:>5"
                  unit={['message', 'messages']}
                  count={`${formatInteger(matching?.length ?? 0)} of ${formatInteger(named.length)}`}
                />
              </Toolbar>
            )}
            <DataTable
              label="Messages"
              unit={['message', 'messages']}
              columns={columns}
              rows={matching ?? named}
              total={named.length}
              rowKey={(row) => row.cid}
              onSelect={(row) => navigate(`/messages/${encodeURIComponent(row.cid)}`)}
              copyText={(row) => row.cid}
              exportName={`messages-${tipset.ref.height}`}
              isFilling={named.length > 10}
              hasFooter
              empty={
                named.length === 0 ? (
                  <PanelState icon={IconMail} title="No messages">
                    The blocks of this tipset have no messages.
                  </PanelState>
                ) : (
                  <NothingMatches
                    language={MESSAGE_FILTER}
                    filter={filter}
                    title="No messages match the filter"
                    clearLabel={`Show all ${formatCount(named.length, 'message')}`}
                    onClear={() => onFilter('')}
                  >
                    The tipset has {formatCount(named.length, 'message')}.
                  </NothingMatches>
                )
              }
            />
          </div>
        )}
      </PanelContent>
    </Panel>
  );
}
