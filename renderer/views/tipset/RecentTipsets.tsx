import { IconStack2 } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { StripEntry } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { CallLink } from '../../components/CallLink.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { PanelError } from '../../components/PanelError.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { errorOfHead } from '../../lib/error-of-head.ts';
import { EpochField } from './EpochField.tsx';

interface Row {
  readonly entry: StripEntry;
  readonly isFinal: boolean;
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
    text: ({ entry }) => entry.blocks.length,
    sortBy: ({ entry }) => entry.blocks.length,
    cell: ({ entry }) => (entry.isNullRound ? '' : formatInteger(entry.blocks.length)),
  },
  {
    id: 'miners',
    head: 'Won by',
    text: ({ entry }) => entry.blocks.map(({ miner }) => miner).join(' '),
    cell: ({ entry }) =>
      entry.isNullRound ? (
        <span className="t3">null round, nobody won a block</span>
      ) : (
        <span className="row g12">
          {entry.blocks.map((block) => (
            <AddressText key={block.cid} address={block.miner} />
          ))}
        </span>
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
    text: ({ isFinal, entry }) => (entry.isNullRound ? 'null round' : isFinal ? 'final' : 'not final'),
    cell: ({ isFinal, entry }) =>
      entry.isNullRound ? undefined : isFinal ? (
        <StatusText tone="success">Final</StatusText>
      ) : (
        <StatusText tone="pending">Not final</StatusText>
      ),
  },
];

/** The tipsets that the node has sent, newest first. */
export function RecentTipsets() {
  const head = useTopic('chain.headChanged');
  const [, navigate] = useLocation();
  const finalHeight = head?.finalized?.height ?? -1;
  const rows = (head?.strip ?? []).toReversed().map((entry): Row => ({ entry, isFinal: entry.height <= finalHeight }));
  return (
    <SplitView>
      <PageHead
        title="Tipsets"
        sub={rows.length === 0 ? undefined : 'the latest epochs'}
        actions={
          <>
            {head?.calls.strip === undefined ? undefined : <CallLink calls={[head.calls.strip]} />}
            <EpochField label="Go to an epoch" here={head?.head?.height ?? 0} onEpoch={(epoch) => navigate(`/tipsets/${epoch}`)} />
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
          rowKey={({ entry }) => String(entry.height)}
          onSelect={({ entry }) => navigate(`/tipsets/${entry.height}`)}
          copyText={({ entry }) => entry.key.join(',')}
          isFilling
          exportName="tipsets"
          empty={
            <PanelState icon={IconStack2} title="No tipset yet">
              The first one appears here as soon as the endpoint sends its head.
            </PanelState>
          }
        />
      )}
    </SplitView>
  );
}
