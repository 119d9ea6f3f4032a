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
import { Traced } from '../../components/Traced.tsx';
import type { QueryState } from '../../hooks/use-query.ts';

const SHARE_ORIGINS = ['StateMinerPower MinerPower.QualityAdjPower', 'StateMinerPower TotalPower.QualityAdjPower'];

const COLUMNS: readonly DataColumn<MinerRow>[] = [
  { id: 'miner', head: 'Miner', widthPx: 92, cell: (row) => <AddressText address={row.address} /> },
  {
    id: 'power',
    head: 'Power',
    widthPx: 92,
    align: 'right',
    cell: (row) => (
      <Traced of="StateMinerPower MinerPower.QualityAdjPower" about={row.address} isInCell>
        {formatBytes(row.qualityAdjusted)}
      </Traced>
    ),
  },
  {
    id: 'share',
    head: 'Share',
    widthPx: 88,
    align: 'right',
    cell: (row) => (
      <Traced of={SHARE_ORIGINS} about={row.address} isInCell>
        {formatShare(BigInt(row.qualityAdjusted), BigInt(row.networkQualityAdjusted), 4)}
      </Traced>
    ),
  },
  {
    id: 'active',
    head: 'Active',
    widthPx: 76,
    align: 'right',
    cell: (row) =>
      row.sectors === undefined ? undefined : (
        <Traced of="StateMinerSectorCount Active" about={row.address} isInCell>
          {formatInteger(row.sectors.active)}
        </Traced>
      ),
  },
  { id: 'faulty', head: 'Faulty', widthPx: 64, align: 'right', cell: (row) => <Faulty row={row} /> },
  { id: 'deadline', head: 'Open deadline', cell: (row) => <OpenDeadline row={row} /> },
  {
    id: 'available',
    head: 'Available',
    widthPx: 140,
    align: 'right',
    cell: (row) =>
      row.availableBalance === undefined ? undefined : (
        <Traced of="StateMinerAvailableBalance" about={row.address} isInCell>
          <AmountText value={row.availableBalance} places={2} />
        </Traced>
      ),
  },
];

function Faulty({ row }: { readonly row: MinerRow }) {
  if (row.sectors === undefined) return undefined;
  return (
    <Traced of="StateMinerSectorCount Faulty" about={row.address} isInCell>
      <span className={row.sectors.faulty > 0 ? 'bad m' : undefined}>{formatInteger(row.sectors.faulty)}</span>
    </Traced>
  );
}

function OpenDeadline({ row }: { readonly row: MinerRow }) {
  if (row.openDeadline === undefined) return undefined;
  return (
    <>
      <Traced of="StateMinerProvingDeadline Index" about={row.address} isInCell>
        {row.openDeadline.index}
      </Traced>
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
