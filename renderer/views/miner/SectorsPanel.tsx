import { IconBox, IconFilterOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Button } from '../../components/Button.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import { HashText } from '../../components/HashText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import type { Origin } from '../../lib/origin.ts';

type SectorRow = Extract<Miner['sectorRows'], { value: unknown }>['value']['rows'][number];
type Part = 'all' | 'faulty' | 'inactive';

/** The answer lists sectors in the node's order: found by number. */
function sectorOrigin(sector: SectorRow, field: string): Origin {
  return `StateMinerSectors [SectorNumber=${sector.number}].${field}`;
}

const COLUMNS: readonly DataColumn<SectorRow>[] = [
  { id: 'number', head: 'Sector', widthPx: 92, cell: (sector) => formatInteger(sector.number), sortBy: (sector) => sector.number },
  {
    id: 'state',
    head: 'State',
    widthPx: 132,
    cell: (sector) =>
      sector.isFaulty ? (
        <StatusText tone="danger">Faulty</StatusText>
      ) : sector.isActive ? (
        <StatusText tone="success">Proving</StatusText>
      ) : (
        <StatusText tone="pending">Not proven yet</StatusText>
      ),
    sortBy: (sector) => (sector.isFaulty ? 0 : sector.isActive ? 2 : 1),
  },
  {
    id: 'active',
    head: 'Active',
    widthPx: 72,
    cell: (sector) => <span className={sector.isActive ? undefined : 'bad'}>{sector.isActive ? 'YES' : 'NO'}</span>,
    sortBy: (sector) => Number(sector.isActive),
  },
  {
    id: 'place',
    head: 'Deadline, part.',
    widthPx: 116,
    cell: (sector) => (sector.deadline === undefined ? '' : `${sector.deadline}, ${sector.partition ?? 0}`),
    sortBy: (sector) => (sector.deadline ?? -1) * 1000 + (sector.partition ?? 0),
  },
  {
    id: 'verified',
    head: 'Verified',
    widthPx: 92,
    align: 'right',
    cell: (sector) =>
      sector.verifiedBytes === undefined ? undefined : (
        <Traced of={sectorOrigin(sector, 'VerifiedDealWeight')} isInCell>
          <span className={sector.verifiedBytes === '0' ? 't3' : undefined}>{formatBytes(BigInt(sector.verifiedBytes))}</span>
        </Traced>
      ),
    sortBy: (sector) => BigInt(sector.verifiedBytes ?? '-1'),
    isWideOnly: true,
  },
  {
    id: 'expires',
    head: 'Expires',
    align: 'right',
    cell: (sector) => (
      <Traced of={sectorOrigin(sector, 'Expiration')} isInCell>
        <EpochText height={sector.expiration} timeMs={sector.expirationTimeMs} />
      </Traced>
    ),
    sortBy: (sector) => sector.expiration,
  },
  {
    id: 'pledge',
    head: 'Pledge',
    widthPx: 144,
    align: 'right',
    cell: (sector) => (
      <Traced of={sectorOrigin(sector, 'InitialPledge')} isInCell>
        <AmountText value={sector.initialPledge} places={6} />
      </Traced>
    ),
    sortBy: (sector) => BigInt(sector.initialPledge),
  },
  {
    id: 'sealed',
    head: 'Sealed CID',
    widthPx: 136,
    cell: (sector) => (
      <Traced of={sectorOrigin(sector, 'SealedCID')} isInCell>
        <HashText cid={sector.sealedCid} />
      </Traced>
    ),
    isWideOnly: true,
  },
];

interface SectorsPanelProps {
  readonly miner: Miner;
  readonly onRetry: () => void;
}

/** The sectors on chain. The counts say what they include. */
export function SectorsPanel({ miner, onRetry }: SectorsPanelProps) {
  const [, navigate] = useLocation();
  const [part, setPart] = useState<Part>('all');
  const counts = 'error' in miner.sectors ? undefined : miner.sectors.value;
  return (
    <Panel
      title="Sectors"
      sub={
        counts === undefined ? undefined : (
          <CallsContext value={callsOf(miner.sectors) ?? []}>
            <Traced of="StateMinerSectorCount Live">{formatInteger(counts.live)} live</Traced>
            {': '}
            <Traced of="StateMinerSectorCount Active">{formatInteger(counts.active)} active</Traced>
            {', '}
            <Traced of="StateMinerSectorCount Faulty">{formatInteger(counts.faulty)} faulty</Traced>
          </CallsContext>
        )
      }
      calls={callsOf(miner.sectorRows)}
      actions={
        <SegmentedControl
          label="Which sectors"
          value={part}
          onChange={setPart}
          options={[
            { value: 'all', label: 'All' },
            { value: 'faulty', label: 'Faulty' },
            { value: 'inactive', label: 'Not active' },
          ]}
        />
      }
      isFilling
    >
      <PanelContent panel={miner.sectorRows} onRetry={onRetry}>
        {({ total, rows }) => {
          const shown = rows.filter((sector) => part === 'all' || (part === 'faulty' ? sector.isFaulty : !sector.isActive));
          return (
            <DataTable
              label="Sectors"
              unit={['sector', 'sectors']}
              columns={COLUMNS}
              rows={shown}
              rowKey={(sector) => String(sector.number)}
              copyText={(sector) => sector.sealedCid}
              total={total}
              isFilling
              empty={
                total === 0 ? (
                  <PanelState
                    icon={IconBox}
                    title="No sectors yet"
                    actions={
                      <Button size="small" icon={IconBox} onClick={() => navigate('/sealing')}>
                        Open sealing
                      </Button>
                    }
                  >
                    The first one appears here when it is on chain.
                  </PanelState>
                ) : (
                  <PanelState
                    icon={IconFilterOff}
                    title={part === 'faulty' ? 'No faulty sector' : 'Every sector is active'}
                    actions={
                      <Button size="small" onClick={() => setPart('all')}>
                        Show all
                      </Button>
                    }
                  >
                    {formatInteger(rows.length)} sectors were read.
                  </PanelState>
                )
              }
            />
          );
        }}
      </PanelContent>
    </Panel>
  );
}
