import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Changes, MinerChange } from '../../../shared/ipc/schemas/history.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import styles from './overview.module.css';
import { useRefresh } from './use-refresh.ts';

type Since = 'last' | 'day' | 'week';
const SPANS_MS: Readonly<Record<Exclude<Since, 'last'>, number>> = { day: 86_400_000, week: 7 * 86_400_000 };
const OPTIONS = [
  { value: 'last', label: 'Last visit' },
  { value: 'day', label: '24 h' },
  { value: 'week', label: '7 d' },
] as const;

const COLUMNS: readonly DataColumn<MinerChange>[] = [
  { id: 'miner', head: 'Miner', widthPx: 92, cell: (row) => <AddressText address={row.miner} />, text: (row) => row.miner },
  {
    id: 'power',
    head: 'Power',
    widthPx: 120,
    align: 'right',
    cell: (row) => <Change of={row.qualityAdjusted} words={bytesWords} />,
    text: (row) => differenceOf(row.qualityAdjusted),
    textName: 'quality_adjusted_bytes',
  },
  {
    id: 'sectors',
    head: 'Sectors',
    widthPx: 80,
    align: 'right',
    cell: (row) => <Change of={row.live} words={countWords} />,
    text: (row) => differenceOf(row.live),
  },
  {
    id: 'faulty',
    head: 'Faulty',
    widthPx: 80,
    align: 'right',
    cell: (row) => <Change of={row.faulty} words={countWords} isBadWhenMore />,
    text: (row) => differenceOf(row.faulty),
  },
  { id: 'wins', head: 'Wins', widthPx: 58, align: 'right', cell: (row) => formatInteger(row.wins), text: (row) => row.wins },
  {
    id: 'available',
    head: 'Available',
    widthPx: 132,
    align: 'right',
    cell: (row) =>
      row.available === undefined ? (
        <span className="t3">unknown</span>
      ) : (
        <AmountText value={differenceOf(row.available)} places={4} isSigned />
      ),
    text: (row) => differenceOf(row.available),
    textName: 'available_attofil',
  },
];

interface Compared {
  readonly before: string;
  readonly now: string;
}

/** Exact difference; empty if unknown. */
function differenceOf(of: Compared | undefined): string {
  return of === undefined ? '' : (BigInt(of.now) - BigInt(of.before)).toString();
}

interface ChangeProps {
  readonly of: Compared | undefined;
  readonly words: (size: bigint) => string;
  readonly isBadWhenMore?: boolean;
}

function Change({ of, words, isBadWhenMore = false }: ChangeProps) {
  if (of === undefined) return <span className="t3">unknown</span>;
  const difference = BigInt(differenceOf(of));
  if (difference === 0n) return <span className="t3">unchanged</span>;
  const isBad = isBadWhenMore && difference > 0n;
  return (
    <span className={isBad ? 'bad m' : undefined} title={`From ${words(BigInt(of.before))} to ${words(BigInt(of.now))}`}>
      {difference > 0n ? '+' : '−'}
      {words(difference < 0n ? -difference : difference)}
    </span>
  );
}

const bytesWords = (size: bigint): string => formatBytes(size.toString());
const countWords = (size: bigint): string => formatInteger(size);

/** What changed since Sextant was last open, or over a span. */
export function ChangesPanel() {
  const [since, setSince] = useState<Since>('last');
  const journal = useTopic('messages.journalChanged');
  // The current figures date from the last read of own miners: refresh after each read, at most once a minute.
  const readMinute = useTopic('ownMiners.changed', (known) => Math.floor((known?.readAtMs ?? 0) / 60_000));
  const query = useQuery(`changes ${since} ${readMinute === 0 ? 'first' : 'known'}`, (client) =>
    client.history.getChanges(since === 'last' ? {} : { sinceMs: Date.now() - SPANS_MS[since] }),
  );
  useRefresh(query.refresh, readMinute);
  return (
    <Panel
      title="What changed"
      sub={query.data === undefined ? undefined : <SinceWords changes={query.data} />}
      actions={<SegmentedControl label="Changes since" options={OPTIONS} value={since} onChange={setSince} />}
    >
      <QueryContent query={query} skeleton={<SkeletonRows rows={2} columns={6} />}>
        {(changes) => <ChangesContent changes={changes} journal={journal ?? []} />}
      </QueryContent>
    </Panel>
  );
}

function SinceWords({ changes: { since, sinceMs } }: { readonly changes: Changes }) {
  const words = since === 'first' ? 'since Sextant first saw this network' : since === 'last-open' ? 'since your last visit' : 'since';
  return (
    <>
      {words}, <TimeText timeMs={sinceMs} as="moment" /> (<TimeText timeMs={sinceMs} />)
    </>
  );
}

function ChangesContent({ changes, journal }: { readonly changes: Changes; readonly journal: readonly JournalEntry[] }) {
  const settled = journal.filter(({ history }) => history.some(({ stage, atMs }) => stage === 'final' && atMs >= changes.sinceMs));
  const failed = settled.filter(({ exitCode }) => (exitCode ?? 0) !== 0).length;
  const unseen = changes.unseenEpochs;
  const blockDelaySeconds = useTopic('chain.headChanged', (head) => head?.blockDelaySeconds ?? 30);
  return (
    <>
      {changes.miners.length === 0 ? (
        <PanelState icon={IconHistory} title="No own miners to compare">
          Sextant records the power, faults, balance and wins of My miners every hour and shows the changes here.
        </PanelState>
      ) : (
        <DataTable
          label="Changes of my miners"
          columns={COLUMNS}
          rows={changes.miners}
          rowKey={({ miner }) => miner}
          unit={['miner', 'miners']}
          hasFooter
          exportName="changes"
        />
      )}
      <p className={styles.changesFoot}>
        <Link href="/journal" className={settled.length === 0 ? 't3' : 'link'}>
          {settled.length === 0 ? 'No own messages became final.' : `${formatCount(settled.length, 'own message')} became final.`}
        </Link>{' '}
        {failed === 0 ? undefined : <span className="bad">{formatInteger(failed)} failed. </span>}
        {unseen === 0 ? undefined : (
          <span className="t3">
            {formatDuration(unseen * blockDelaySeconds * 1000)} missing from the local history; wins in that time are not counted.
          </span>
        )}
      </p>
    </>
  );
}
