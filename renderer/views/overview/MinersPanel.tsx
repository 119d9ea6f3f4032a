import { IconServer2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { OwnMiner, OwnMiners } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount, formatInteger, formatShare } from '../../../shared/text/format.ts';
import { OwnMinersSummary } from '../../components/chain/OwnMinersSummary.tsx';
import { NotTold } from '../../components/feedback/NotTold.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, PanelContent, partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { RUNWAY_PX, RunwayText } from '../../components/values/RunwayText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import type { QueryState } from '../../hooks/use-query.ts';
import { deadlineWords, gasWords } from './miner-words.ts';

const AVAILABLE_ORIGINS = ['StateMinerAvailableBalance', 'StateReadState State.InitialPledge'];
const SHARE_ORIGINS = ['StateMinerPower MinerPower.QualityAdjPower', 'StateMinerPower TotalPower.QualityAdjPower'];

/** @param height epoch of the rows */
const columnsAt = (height: number, isPinned: boolean, sharePlaces: number): readonly DataColumn<OwnMiner>[] => [
  { id: 'miner', head: 'Miner', widthPx: 80, cell: (row) => <AddressText address={row.address} />, text: (row) => row.address },
  {
    id: 'power',
    head: 'Power',
    widthPx: 90,
    align: 'right',
    cell: (row) =>
      row.qualityAdjusted === undefined ? (
        <NotTold problem={row.problem} />
      ) : (
        <Traced of="StateMinerPower MinerPower.QualityAdjPower" about={row.address} isInCell>
          {formatBytes(row.qualityAdjusted, { isFixed: true })}
        </Traced>
      ),
    text: (row) => row.qualityAdjusted ?? '',
    textName: 'quality_adjusted_bytes',
  },
  {
    id: 'share',
    head: 'Share',
    widthPx: 76,
    align: 'right',
    isWideOnly: true,
    cell: (row) =>
      row.qualityAdjusted === undefined || row.networkQualityAdjusted === undefined ? undefined : (
        <Traced of={SHARE_ORIGINS} about={row.address} isInCell>
          {formatShare(BigInt(row.qualityAdjusted), BigInt(row.networkQualityAdjusted), sharePlaces)}
        </Traced>
      ),
  },
  {
    id: 'active',
    head: 'Active',
    widthPx: 64,
    align: 'right',
    cell: (row) =>
      row.sectors === undefined ? undefined : (
        <Traced of="StateMinerSectorCount Active" about={row.address} isInCell>
          {formatInteger(row.sectors.active)}
        </Traced>
      ),
    text: (row) => row.sectors?.active ?? '',
  },
  {
    id: 'faulty',
    head: 'Faulty',
    widthPx: 56,
    align: 'right',
    cell: (row) => <Faulty row={row} />,
    text: (row) => row.sectors?.faulty ?? '',
  },
  {
    id: 'deadline',
    head: 'Open deadline',
    // Room for the text and the time left.
    leastPx: 186,
    cell: (row) => <OpenDeadline row={row} height={height} isPinned={isPinned} />,
    text: (row) => row.deadline?.index ?? '',
  },
  {
    id: 'available',
    head: 'Available',
    widthPx: 112,
    align: 'right',
    cell: (row) =>
      row.available === undefined ? undefined : (
        <Traced of={AVAILABLE_ORIGINS} about={row.address} isInCell>
          <AmountText value={row.available} places={2} />
        </Traced>
      ),
    text: (row) => row.available ?? '',
    textName: 'available_attofil',
  },
  {
    id: 'gas',
    head: 'Gas lasts',
    widthPx: RUNWAY_PX,
    align: 'right',
    cell: (row) => <RunwayText words={gasWords(row, isPinned)} />,
    text: (row) => gasWords(row, isPinned).text,
  },
  {
    id: 'wins',
    head: 'Wins',
    widthPx: 56,
    align: 'right',
    isWideOnly: true,
    cell: (row) => <Wins row={row} />,
    text: (row) => row.wins?.count ?? '',
  },
];

/** Decimal places of shares, the same in all rows: four on a large network, two on a small one. */
function sharePlacesOf(rows: readonly OwnMiner[]): number {
  const isSmall = ({ qualityAdjusted = '0', networkQualityAdjusted = '0' }: OwnMiner): boolean =>
    qualityAdjusted !== '0' && BigInt(qualityAdjusted) * 1000n < BigInt(networkQualityAdjusted);
  return rows.some(isSmall) ? 4 : 2;
}

function Faulty({ row }: { readonly row: OwnMiner }) {
  if (row.sectors === undefined) return undefined;
  return (
    <Traced of="StateMinerSectorCount Faulty" about={row.address} isInCell>
      <span className={row.sectors.faulty > 0 ? 'bad m' : undefined}>{formatInteger(row.sectors.faulty)}</span>
    </Traced>
  );
}

interface OpenDeadlineProps {
  readonly row: OwnMiner;
  readonly height: number;
  readonly isPinned: boolean;
}

function OpenDeadline({ row, height, isPinned }: OpenDeadlineProps) {
  const { deadline } = row;
  if (deadline === undefined) return undefined;
  const words = deadlineWords(
    deadline,
    height - deadline.openEpoch,
    row.standing?.faulty?.find(({ index }) => index === deadline.index)?.faulty,
  );
  return (
    <span className="row g6">
      <Traced of={['StateMinerDeadlines', 'StateMinerProvingDeadline Index']} about={row.address} isInCell>
        {words.tone === 'neutral' ? words.text : <StatusText tone={words.tone}>{words.text}</StatusText>}
      </Traced>
      <span className="t3">
        {isPinned ? `until ${formatInteger(deadline.closeEpoch)}` : <TimeText timeMs={deadline.closeTimeMs} as="countdown" isChainTime />}
      </span>
    </span>
  );
}

function Wins({ row }: { readonly row: OwnMiner }) {
  if (row.wins === undefined) return undefined;
  const isWhole = row.wins.seenEpochs >= 2870;
  const seen = `In the last 24 hours${isWhole ? '' : `; ${formatCount(row.wins.seenEpochs, 'epoch')} of 2,880 in the local history`}.`;
  return (
    <span className={isWhole ? undefined : 't2'} title={seen}>
      {formatInteger(row.wins.count)}
    </span>
  );
}

interface MinersPanelProps {
  readonly query: QueryState<OwnMiners>;
  /** The latest known data: the query's answer or a later update. */
  readonly known: OwnMiners | undefined;
  readonly isPinned: boolean;
}

/** Miners in My miners. */
export function MinersPanel({ query, known, isPinned }: MinersPanelProps) {
  const [, navigate] = useLocation();
  const height = known?.pinned.height ?? 0;
  const rows = partOf(known?.miners);
  const sharePlaces = sharePlacesOf(rows ?? []);
  const columns = useMemo(() => columnsAt(height, isPinned, sharePlaces), [height, isPinned, sharePlaces]);
  const active = rows?.reduce((sum, { sectors }) => sum + (sectors?.active ?? 0), 0);
  return (
    <Panel
      title="My miners"
      sub={rows === undefined || rows.length === 0 ? undefined : <OwnMinersSummary active={active ?? 0} rewards={known} />}
      calls={callsOf(known?.miners)}
    >
      <QueryContent query={{ ...query, data: known }} skeleton={<SkeletonRows rows={3} columns={6} />}>
        {({ miners }) => (
          <PanelContent panel={miners} onRetry={query.refresh}>
            {(own) =>
              own.length > 0 ? (
                <DataTable
                  label="My miners"
                  columns={columns}
                  rows={own}
                  rowKey={(row) => row.address}
                  onSelect={(row) => navigate(`/miners/${encodeURIComponent(row.address)}`)}
                  copyText={(row) => row.address}
                  isStale={query.error !== undefined}
                  unit={['miner', 'miners']}
                  hasFooter
                  exportName="my-miners"
                />
              ) : (
                <PanelState
                  icon={IconServer2}
                  title="No miners yet"
                  actions={
                    <Button size="small" onClick={() => navigate('/miners')}>
                      Open miners
                    </Button>
                  }
                >
                  Add the miners you run to see their power, faults and open deadlines here.
                </PanelState>
              )
            }
          </PanelContent>
        )}
      </QueryContent>
    </Panel>
  );
}
