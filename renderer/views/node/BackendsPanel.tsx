import type { Backends, NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { callsOf, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import styles from './node.module.css';

type Head = Backends['heads'][number];

const COLUMNS: readonly DataColumn<Head>[] = [
  {
    id: 'height',
    head: 'Epoch',
    widthPx: 104,
    align: 'right',
    cell: ({ height }) => formatInteger(height),
    sortBy: ({ height }) => height,
    text: ({ height }) => height,
  },
  {
    id: 'behind',
    head: 'Behind',
    widthPx: 168,
    cell: ({ maxBehind }) =>
      maxBehind === 0 ? (
        <StatusText tone="success">not behind</StatusText>
      ) : (
        <StatusText tone="warning">up to {formatCount(maxBehind, 'epoch')}</StatusText>
      ),
    sortBy: ({ maxBehind }) => maxBehind,
    text: ({ maxBehind }) => maxBehind,
    textName: 'max_behind_epochs',
  },
  {
    id: 'answers',
    head: 'Answers',
    widthPx: 88,
    align: 'right',
    cell: ({ answers }) => formatInteger(answers),
    sortBy: ({ answers }) => answers,
    text: ({ answers }) => answers,
  },
  {
    id: 'seen',
    head: 'Last answer',
    widthPx: 128,
    cell: ({ lastAtMs }) => <TimeText timeMs={lastAtMs} />,
    sortBy: ({ lastAtMs }) => lastAtMs,
    text: ({ lastAtMs }) => new Date(lastAtMs).toISOString(),
  },
  {
    id: 'tipset',
    head: 'Tipset',
    cell: ({ key }) => (
      <span title={key.join('\n')}>
        <HashText cid={key[0] ?? ''} />
        {key.length > 1 ? <span className="t3"> +{key.length - 1}</span> : undefined}
      </span>
    ),
    text: ({ key }) => key.join(' '),
  },
];

interface BackendsPanelProps {
  readonly panel: NonNullable<NodeStatus['backends']>;
  readonly onRetry: () => void;
}

/** Heads of the backends of one endpoint, some of which lag. */
export function BackendsPanel({ panel, onRetry }: BackendsPanelProps) {
  return (
    <Panel title="Backends" sub={'error' in panel ? undefined : subWords(panel.value)} calls={callsOf(panel)} hasRule>
      <PanelContent panel={panel} onRetry={onRetry}>
        {({ heads, pinnedBelow }) => (
          <>
            <p className={styles.backends}>
              Requests to this endpoint go to several nodes. {pinnedWords(pinnedBelow)} An older head is not treated as a reorg.
            </p>
            <DataTable
              label="Heads of the backends"
              columns={COLUMNS}
              rows={heads}
              rowKey={({ key }) => key.join()}
              unit={['head', 'heads']}
              hasFooter
              exportName="backends"
            />
          </>
        )}
      </PanelContent>
    </Panel>
  );
}

function subWords({ answers, behind, maxBehind }: Backends): string {
  return `up to ${formatCount(maxBehind, 'epoch')} apart; ${formatInteger(behind)} of ${formatCount(answers, 'answer')} behind`;
}

function pinnedWords(pinnedBelow: number): string {
  return pinnedBelow === 0
    ? 'Their heads have matched for 10 minutes, so data is read at the newest head.'
    : `Data is read ${formatCount(pinnedBelow, 'epoch')} below the head, at a tipset that all of them have.`;
}
