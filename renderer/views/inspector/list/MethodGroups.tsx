import { type ReactNode, useMemo } from 'react';
import type { CallSelection, MethodGroup } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatInteger, formatLatency } from '../../../../shared/text/format.ts';
import { PanelError } from '../../../components/feedback/PanelError.tsx';
import { SkeletonRows } from '../../../components/feedback/Skeleton.tsx';
import { type DataColumn, DataTable } from '../../../components/tables/DataTable.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useFreshAnswer } from '../../../hooks/use-fresh-answer.ts';
import { sizeText } from '../call/size-text.ts';
import { shortMethod } from '../method-name.ts';
import styles from './method-groups.module.css';

const REFRESH_PAUSE_MS = 1000;

interface MethodGroupsProps {
  readonly selection: CallSelection;
  readonly revision: number;
  readonly onChoose: (method: string) => void;
  readonly empty: ReactNode;
}

/** The calls by method: how many, how many failed, how long they took, what they carried. A row leads to its calls. */
export function MethodGroups({ selection, revision, onChoose, empty }: MethodGroupsProps) {
  const answer = useFreshAnswer(JSON.stringify(selection), (client) => client.inspector.groupByMethod(selection), {
    revision,
    pauseMs: REFRESH_PAUSE_MS,
  });
  const groups = answer.data;
  const most = groups?.reduce((count, group) => Math.max(count, group.count), 1) ?? 1;
  const columns = useMemo(() => columnsFor(most), [most]);
  if (groups === undefined) {
    return answer.error === undefined ? (
      <SkeletonRows rows={8} columns={6} />
    ) : (
      <PanelError error={answer.error} onRetry={answer.refresh} />
    );
  }
  const calls = groups.reduce((sum, group) => sum + group.count, 0);
  const failed = groups.reduce((sum, group) => sum + group.errorCount, 0);
  return (
    <DataTable
      label="Methods"
      unit={['method', 'methods']}
      columns={columns}
      rows={groups}
      rowKey={(group) => group.method}
      onSelect={(group) => onChoose(group.method)}
      copyText={(group) => group.method}
      isFilling
      exportName="methods"
      footer={
        <span className="end">
          {formatInteger(calls)} calls, {formatInteger(failed)} failed
        </span>
      }
      empty={empty}
    />
  );
}

function columnsFor(most: number): readonly DataColumn<MethodGroup>[] {
  const time = (id: 'p50Ms' | 'p95Ms' | 'maxMs', head: string): DataColumn<MethodGroup> => ({
    id,
    head,
    widthPx: 76,
    align: 'right',
    sortBy: (group) => group[id] ?? -1,
    text: (group) => group[id] ?? '',
    textName: `${head.toLowerCase()}_ms`,
    cell: (group) => {
      const tookMs = group[id];
      return tookMs === undefined ? <span className="t3">–</span> : formatLatency(tookMs);
    },
  });
  return [
    {
      id: 'method',
      head: 'Method',
      sortBy: (group) => shortMethod(group.method),
      text: (group) => group.method,
      cell: (group) => (
        <span className="mono">
          <UntrustedText text={shortMethod(group.method)} maximumLength={80} />
        </span>
      ),
    },
    {
      id: 'count',
      head: 'Calls',
      widthPx: 84,
      align: 'right',
      sortBy: (group) => group.count,
      text: (group) => group.count,
      cell: (group) => formatInteger(group.count),
    },
    {
      id: 'share',
      head: 'Share',
      widthPx: 120,
      isWideOnly: true,
      cell: (group) => (
        <span className={styles.share} aria-hidden="true">
          <i style={{ width: `${(group.count / most) * 100}%` }}>
            <b style={{ width: `${(group.errorCount / Math.max(1, group.count)) * 100}%` }} />
          </i>
        </span>
      ),
    },
    {
      id: 'errors',
      head: 'Failed',
      widthPx: 104,
      align: 'right',
      sortBy: (group) => group.errorCount,
      text: (group) => group.errorCount,
      cell: (group) =>
        group.errorCount === 0 ? (
          <span className="t3">0</span>
        ) : (
          <span className="bad">
            {formatInteger(group.errorCount)} <span className="t3">{rateText(group)}</span>
          </span>
        ),
    },
    time('p50Ms', 'Median'),
    time('p95Ms', 'p95'),
    time('maxMs', 'Longest'),
    {
      id: 'requestBytes',
      head: 'Sent',
      widthPx: 84,
      align: 'right',
      isWideOnly: true,
      sortBy: (group) => group.requestBytes,
      text: (group) => group.requestBytes,
      textName: 'sent_bytes',
      cell: (group) => sizeText(group.requestBytes),
    },
    {
      id: 'responseBytes',
      head: 'Received',
      widthPx: 92,
      align: 'right',
      sortBy: (group) => group.responseBytes,
      text: (group) => group.responseBytes,
      textName: 'received_bytes',
      cell: (group) => sizeText(group.responseBytes),
    },
  ];
}

function rateText({ errorCount, count }: MethodGroup): string {
  const percent = (errorCount / Math.max(1, count)) * 100;
  return `${percent > 0 && percent < 1 ? '<1' : Math.round(percent)}%`;
}
