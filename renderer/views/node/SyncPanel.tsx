import { IconRefreshOff } from '@tabler/icons-react';
import { use } from 'react';
import type { NodeStatus, SyncWorker } from '../../../shared/ipc/schemas/node.ts';
import { formatCount, formatDuration, formatInteger, formatLatency } from '../../../shared/text/format.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { HashText } from '../../components/HashText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
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
    head: 'Behind target',
    widthPx: 112,
    align: 'right',
    cell: (worker) => <Behind worker={worker} />,
    sortBy: behindOf,
    text: behindOf,
  },
  {
    id: 'base',
    head: 'From',
    widthPx: 208,
    isWideOnly: true,
    cell: ({ base }) => <Place place={base} />,
    text: ({ base }) => base?.height ?? '',
  },
  { id: 'target', head: 'To', widthPx: 208, cell: ({ target }) => <Place place={target} />, text: ({ target }) => target?.height ?? '' },
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
    head: 'Said',
    cell: ({ message }) => (message === undefined ? undefined : <UntrustedText text={message} maximumLength={300} />),
    text: ({ message }) => message ?? '',
  },
];

interface SyncPanelProps {
  readonly panel: NodeStatus['sync'];
  readonly onRetry: () => void;
}

/** What each worker of the node's sync does. */
export function SyncPanel({ panel, onRetry }: SyncPanelProps) {
  const isDown = use(IsDownContext);
  const value = 'error' in panel ? undefined : panel.value;
  return (
    <Panel
      title="Sync"
      sub={value === undefined ? undefined : `${formatCount(value.workers.length, 'worker')}${isDown ? ', as last known' : ''}`}
      calls={callsOf(panel)}
      actions={value === undefined ? undefined : <CopyButton text={syncText(value.workers)} label="Copy as lotus sync status prints it" />}
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
                <PanelState icon={IconRefreshOff} title="No worker">
                  The node is not syncing: it has had nothing to follow since it was started.
                </PanelState>
              }
            />
          )}
        </PanelContent>
      )}
    </Panel>
  );
}

/** Epochs that a worker still has before it. */
function behindOf({ target, height, stage }: SyncWorker): number {
  return target === undefined || stage === 'complete' ? 0 : Math.max(0, target.height - height);
}

function Behind({ worker }: { readonly worker: SyncWorker }) {
  const behind = behindOf(worker);
  return behind === 0 ? <span className="t3">0</span> : formatInteger(behind);
}

function Place({ place }: { readonly place: SyncWorker['base'] }) {
  const [first] = place?.key ?? [];
  if (place === undefined || first === undefined) return <span className="t3">none</span>;
  return (
    <span title={place.key.join('\n')}>
      {formatInteger(place.height)} <HashText cid={first} />
      {place.key.length > 1 ? <span className="t3"> +{place.key.length - 1}</span> : undefined}
    </span>
  );
}

function elapsedWords(elapsedMs: number | undefined): string {
  if (elapsedMs === undefined) return '';
  return elapsedMs < 1000 ? formatLatency(Math.max(0, elapsedMs)) : formatDuration(elapsedMs);
}
