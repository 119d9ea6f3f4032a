import { IconServer2 } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { MinerList, MinerRow } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger, formatShare } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { Button } from '../../components/Button.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { callsOf, PanelContent, QueryContent } from '../../components/QueryContent.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import type { QueryState } from '../../hooks/use-query.ts';

const COLUMNS: readonly DataColumn<MinerRow>[] = [
  { id: 'miner', head: 'Miner', widthPx: 92, cell: (row) => <AddressText address={row.address} /> },
  { id: 'power', head: 'Power', widthPx: 92, align: 'right', cell: (row) => formatBytes(row.qualityAdjusted) },
  {
    id: 'share',
    head: 'Share',
    widthPx: 88,
    align: 'right',
    cell: (row) => formatShare(BigInt(row.qualityAdjusted), BigInt(row.networkQualityAdjusted), 4),
  },
  {
    id: 'active',
    head: 'Active',
    widthPx: 76,
    align: 'right',
    cell: (row) => (row.sectors === undefined ? '' : formatInteger(row.sectors.active)),
  },
  { id: 'faulty', head: 'Faulty', widthPx: 64, align: 'right', cell: (row) => <Faulty row={row} /> },
  { id: 'deadline', head: 'Open deadline', cell: (row) => <OpenDeadline row={row} /> },
  {
    id: 'available',
    head: 'Available',
    widthPx: 140,
    align: 'right',
    cell: (row) => (row.availableBalance === undefined ? '' : <AmountText value={row.availableBalance} places={2} />),
  },
];

function Faulty({ row }: { readonly row: MinerRow }) {
  if (row.sectors === undefined) return undefined;
  return <span className={row.sectors.faulty > 0 ? 'bad m' : undefined}>{formatInteger(row.sectors.faulty)}</span>;
}

function OpenDeadline({ row }: { readonly row: MinerRow }) {
  if (row.openDeadline === undefined) return undefined;
  return (
    <>
      {row.openDeadline.index}
      <span className="t3">
        , closes <TimeText timeMs={row.openDeadline.closeTimeMs} as="countdown" isChainTime />
      </span>
    </>
  );
}

/** The miners that were marked as one's own. */
export function MinersPanel({ miners }: { readonly miners: QueryState<MinerList> }) {
  const [, navigate] = useLocation();
  return (
    <Panel title="My miners" calls={callsOf(miners.data?.miners)}>
      <QueryContent query={miners} skeleton={<SkeletonRows rows={3} columns={6} />}>
        {(list) => (
          <PanelContent panel={list.miners} onRetry={miners.refresh}>
            {(rows) => {
              const own = rows.filter((row) => row.isOwn);
              if (own.length > 0) {
                return (
                  <DataTable
                    label="My miners"
                    columns={COLUMNS}
                    rows={own}
                    rowKey={(row) => row.address}
                    onSelect={(row) => navigate(`/miners/${encodeURIComponent(row.address)}`)}
                    copyText={(row) => row.address}
                    isStale={miners.error !== undefined}
                  />
                );
              }
              return (
                <PanelState
                  icon={IconServer2}
                  title="No miner is marked as yours"
                  actions={
                    <Button size="small" onClick={() => navigate('/miners')}>
                      Open miners
                    </Button>
                  }
                >
                  Mark the miners that you run: their power, faults and open deadlines are then watched here.
                </PanelState>
              );
            }}
          </PanelContent>
        )}
      </QueryContent>
    </Panel>
  );
}
