import { IconRefreshOff } from '@tabler/icons-react';
import { use } from 'react';
import type { NodeStatus, SyncWorker } from '../../../shared/ipc/schemas/node.ts';
import { formatCount, formatDuration, formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import type { Tone } from '../../lib/tone.ts';
import { IsDownContext } from './is-down-context.ts';
import { NotServed } from './NotServed.tsx';
import { syncText } from './reference-text.ts';

const TONES: Readonly<Record<SyncWorker['stage'], Tone>> = {
  idle: 'neutral',
  'header sync': 'pending',
  'persisting headers': 'pending',
  'message sync': 'pending',
  'fetching messages': 'pending',
  complete: 'success',
  error: 'danger',
  unknown: 'neutral',
};

const COLUMNS: readonly DataColumn<SyncWorker>[] = [
  {
    id: 'worker',
    head: 'Worker',
    widthPx: 72,
    align: 'right',
    cell: ({ workerId }) => workerId,
    sortBy: ({ workerId }) => BigInt(workerId),
    text: ({ workerId }) => workerId,
  },
  {
    id: 'stage',
    head: 'Stage',
    widthPx: 168,
    cell: ({ stage }) => <StatusText tone={TONES[stage]}>{stage}</StatusText>,
    sortBy: ({ stage }) => stage,
    text: ({ stage }) => stage,
  },
  {
    id: 'height',
    head: 'Height',
    widthPx: 104,
    align: 'right',
    cell: ({ height }) => formatInteger(height),
    sortBy: ({ height }) => height,
    text: ({ height }) => height,
  },
  {
    id: 'diff',
    head: 'Remaining',
    widthPx: 112,
    align: 'right',
    cell: (worker) => <Behind worker={worker} />,
    sortBy: behindOf,
    text: behindOf,
  },
  {
    id: 'base',
    head: 'Base',
    widthPx: 208,
    isWideOnly: true,
    cell: ({ base }) => <SyncTipset tipset={base} />,
    text: ({ base }) => base?.height ?? '',
  },
  {
    id: 'target',
    head: 'Target',
    widthPx: 208,
    cell: ({ target }) => <SyncTipset tipset={target} />,
    text: ({ target }) => target?.height ?? '',
  },
  {
    id: 'elapsed',
    head: 'Time',
    widthPx: 92,
    align: 'right',
    cell: ({ elapsedMs }) => elapsedWords(elapsedMs),
    sortBy: ({ elapsedMs }) => elapsedMs ?? 0,
    text: ({ elapsedMs }) => elapsedMs ?? '',
    textName: 'time_ms',
  },
  {
    id: 'message',
    head: 'Message',
    cell: ({ message }) => (message === undefined ? undefined : <UntrustedText text={message} maximumLength={300} />),
    text: ({ message }) => message ?? '',
  },
];

interface SyncPanelProps {
  readonly panel: NodeStatus['sync'];
  readonly onRetry: () => void;
}

/** The node's sync workers. */
export function SyncPanel({ panel, onRetry }: SyncPanelProps) {
  const isDown = use(IsDownContext);
  const value = 'error' in panel ? undefined : panel.value;
  return (
    <Panel
      title="Sync"
      sub={value === undefined ? undefined : `${formatCount(value.workers.length, 'worker')}${isDown ? ', last known' : ''}`}
      calls={callsOf(panel)}
      actions={value === undefined ? undefined : <CopyButton text={syncText(value.workers)} label="Copy as lotus sync status" />}
      hasRule
    >
      {'error' in panel && panel.error.code === 'method-not-served' ? (
        <NotServed error={panel.error} />
      ) : (
        <PanelContent panel={panel} onRetry={onRetry}>
          {({ workers }) => (
            <DataTable
              label="Sync workers"
              columns={COLUMNS}
              rows={workers}
              rowKey={({ workerId, target, height }) => `${workerId} ${target?.key.join() ?? ''} ${height}`}
              copyText={(worker) => syncText([worker])}
              unit={['worker', 'workers']}
              hasFooter
              exportName="sync"
              empty={
                <PanelState icon={IconRefreshOff} title="No sync workers">
                  The node has not synced since it started.
                </PanelState>
              }
            />
          )}
        </PanelContent>
      )}
    </Panel>
  );
}

/** Epochs between the worker's height and its target. */
function behindOf({ target, height, stage }: SyncWorker): number {
  return target === undefined || stage === 'complete' ? 0 : Math.max(0, target.height - height);
}

function Behind({ worker }: { readonly worker: SyncWorker }) {
  const behind = behindOf(worker);
  return behind === 0 ? <span className="t3">0</span> : formatInteger(behind);
}

function SyncTipset({ tipset }: { readonly tipset: SyncWorker['base'] }) {
  const [first] = tipset?.key ?? [];
  if (tipset === undefined || first === undefined) return <span className="t3">none</span>;
  return (
    <span title={tipset.key.join('\n')}>
      {formatInteger(tipset.height)} <HashText cid={first} />
      {tipset.key.length > 1 ? <span className="t3"> +{tipset.key.length - 1}</span> : undefined}
    </span>
  );
}

function elapsedWords(elapsedMs: number | undefined): string {
  if (elapsedMs === undefined) return '';
  return elapsedMs < 1000 ? formatLatency(Math.max(0, elapsedMs)) : formatDuration(elapsedMs);
}
