import { IconStack2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { HeadState, StripEntry } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { errorOfHead } from '../../lib/error-of-head.ts';
import { EpochField } from './EpochField.tsx';
import styles from './tipset.module.css';
import { tipsetPath } from './tipset-question.ts';
import { tipsetRoute } from './tipset-route.ts';

interface Row {
  readonly entry: StripEntry;
  readonly state: 'final' | 'not final' | 'null round' | 'reverted';
  readonly blockCount: number;
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: 'epoch',
    head: 'Epoch',
    widthPx: 190,
    text: ({ entry }) => entry.height,
    cell: ({ entry }) => <EpochText height={entry.height} timeMs={entry.timeMs} beside="clock" />,
  },
  {
    id: 'blocks',
    head: 'Blocks',
    widthPx: 72,
    align: 'right',
    text: ({ blockCount }) => blockCount,
    sortBy: ({ blockCount }) => blockCount,
    cell: ({ blockCount }) => (blockCount === 0 ? '' : formatInteger(blockCount)),
  },
  {
    id: 'miners',
    head: 'Miners',
    text: ({ entry }) => entry.blocks.map(({ miner }) => miner).join(' '),
    cell: ({ entry, state }) =>
      state === 'null round' ? (
        <span className="t3">null round</span>
      ) : state === 'reverted' ? (
        <span className="t3">reverted</span>
      ) : (
        entry.blocks.map((block) => (
          <span key={block.cid} className={styles.winner}>
            <AddressText address={block.miner} />
          </span>
        ))
      ),
  },
  {
    id: 'key',
    head: 'First block',
    widthPx: 132,
    isWideOnly: true,
    text: ({ entry }) => entry.key.join(','),
    cell: ({ entry }) => (entry.key[0] === undefined ? '' : <HashText cid={entry.key[0]} />),
  },
  {
    id: 'fee',
    head: 'Base fee',
    widthPx: 176,
    align: 'right',
    text: ({ entry }) => entry.baseFee ?? '',
    cell: ({ entry }) => (entry.baseFee === undefined ? '' : <AmountText value={entry.baseFee} unit="nanoFIL" places={9} />),
  },
  {
    id: 'state',
    head: 'State',
    widthPx: 116,
    text: ({ state }) => state,
    cell: ({ state }) => {
      if (state === 'null round') return undefined;
      if (state === 'reverted') return <StatusText tone="warning">Reverted</StatusText>;
      return state === 'final' ? <StatusText tone="success">Final</StatusText> : <StatusText tone="pending">Not final</StatusText>;
    },
  },
];

/** Epochs, newest first; reverted tipsets follow the ones that replaced them. */
export function tipsetRows(head: Pick<HeadState, 'strip' | 'reorgs' | 'finalized'>): readonly Row[] {
  const finalHeight = head.finalized?.height ?? -1;
  const kept = head.strip.map((entry): Row => {
    const state = entry.isNullRound ? 'null round' : entry.height <= finalHeight ? 'final' : 'not final';
    return { entry, state, blockCount: entry.blocks.length };
  });
  const oldest = head.strip[0]?.height ?? 0;
  const reverted = head.reorgs
    .flatMap((reorg) => reorg.reverted)
    .filter(({ height, key }) => height >= oldest && !head.strip.some((entry) => entry.key.join() === key.join()))
    .map(({ height, key, blockCount }): Row => {
      const timeMs = head.strip.find((entry) => entry.height === height)?.timeMs ?? head.strip[0]?.timeMs ?? 0;
      return { entry: { height, timeMs, isNullRound: false, key: [...key], blocks: [] }, state: 'reverted', blockCount };
    });
  const unique = new Map([...reverted, ...kept].map((row) => [`${row.entry.height} ${row.entry.key.join()}`, row]));
  return [...unique.values()].toSorted((left, right) => right.entry.height - left.entry.height || (left.state === 'reverted' ? 1 : -1));
}

/** Tipsets received from the node, newest first. */
export function RecentTipsets() {
  const head = useTopic('chain.headChanged');
  const [, navigate] = useLocation();
  const rows = useMemo(() => (head === undefined ? [] : tipsetRows(head)), [head]);
  return (
    <SplitView>
      <PageHead
        title="Tipsets"
        sub={rows.length === 0 ? undefined : 'the latest epochs'}
        actions={
          <>
            {head?.calls.strip === undefined ? undefined : <CallLink calls={[head.calls.strip]} />}
            <EpochField label="Go to epoch" here={head?.head?.height ?? 0} onEpoch={(epoch) => navigate(tipsetRoute(String(epoch)))} />
          </>
        }
      />
      {head?.problem !== undefined && rows.length === 0 ? (
        <PanelError error={errorOfHead(head.problem)} />
      ) : head === undefined ? (
        <SkeletonRows rows={12} columns={5} />
      ) : (
        <DataTable
          label="Recent tipsets"
          unit={['epoch', 'epochs']}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ entry, state }) => (state === 'reverted' ? entry.key.join() : String(entry.height))}
          onSelect={({ entry, state }) => navigate(state === 'reverted' ? tipsetPath(entry.key) : tipsetRoute(String(entry.height)))}
          copyText={({ entry }) => entry.key.join(',')}
          isFilling
          exportName="tipsets"
          empty={
            <PanelState icon={IconStack2} title="No tipsets yet">
              Tipsets appear here once the endpoint sends its head.
            </PanelState>
          }
        />
      )}
    </SplitView>
  );
}
