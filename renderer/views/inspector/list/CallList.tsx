import { IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { SkeletonRows } from '../../../components/feedback/Skeleton.tsx';
import { DataTable } from '../../../components/tables/DataTable.tsx';
import { shortMethod } from '../method-name.ts';
import { extentOf } from './call-extent.ts';
import styles from './call-list.module.css';
import { inspectorColumns } from './inspector-columns.tsx';
import type { CallWindow } from './use-call-window.ts';

interface CallListProps {
  readonly list: CallWindow;
  readonly nowMs: number;
  readonly selected: string | undefined;
  readonly onSelect: (id: number) => void;
  readonly empty: ReactNode;
  /** The call that the selected one is compared with. */
  readonly comparedId: number | undefined;
  /** At the left of the footer: what is recorded. */
  readonly status: ReactNode;
  /** A filter, a part or a span leaves some of the calls out. */
  readonly isNarrowed: boolean;
  /** Calls that came while the list stood still. */
  readonly newerCount: number;
  readonly onFollow: () => void;
}

const rowKey = (call: CallSummary): string => String(call.id);

/** The calls as a table, newest first. */
export function CallList({ list, nowMs, selected, comparedId, onSelect, empty, status, isNarrowed, newerCount, onFollow }: CallListProps) {
  const { page, seen } = list;
  const latestSelect = useRef(onSelect);
  useEffect(() => {
    latestSelect.current = onSelect;
  });
  // Only a call without an answer grows with time.
  const untilMs = seen.some((call) => call.status === 'pending') ? nowMs : 0;
  const span = useMemo(() => extentOf(seen, untilMs), [seen, untilMs]);
  const columns = useMemo(
    () => inspectorColumns({ span, nowMs: untilMs, comparedId, onOpen: (id) => latestSelect.current(id) }),
    [span, untilMs, comparedId],
  );
  if (page === undefined) {
    return list.error === undefined ? <SkeletonRows rows={16} columns={6} /> : <PanelError error={list.error} onRetry={list.refresh} />;
  }
  return (
    <DataTable
      label="Calls"
      unit={['call', 'calls']}
      columns={columns}
      rows={list.rows}
      rowKey={rowKey}
      selectedKey={selected}
      onSelect={(call) => onSelect(call.id)}
      copyText={(call) => shortMethod(call.method)}
      total={isNarrowed ? page.total : page.matching}
      isFilling
      exportName="calls"
      isStale={list.isStale}
      footer={
        <span className={styles.footer}>
          {status}
          <span className="row g12">
            {newerCount === 0 ? undefined : (
              <button type="button" className={styles.newer} onClick={onFollow}>
                <IconArrowUp size={12} stroke={2} aria-hidden="true" />
                {formatInteger(newerCount)} new
              </button>
            )}
            <span className="hide-narrow">{list.isDefaultOrder ? 'Newest first' : 'Sorted'}</span>
          </span>
        </span>
      }
      empty={empty}
    />
  );
}
