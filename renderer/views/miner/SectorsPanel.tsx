import { IconBox, IconFilterOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { callsOf, type MissingPart, PanelContent } from '../../components/QueryContent.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SectorCounts } from './SectorCounts.tsx';
import { sectorColumns } from './sector-columns.tsx';

type Part = 'all' | 'faulty' | 'inactive';

interface SectorsPanelProps {
  readonly miner: Miner;
  readonly missing: MissingPart;
}

/** The sectors on chain. The counts say what they include. */
export function SectorsPanel({ miner, missing }: SectorsPanelProps) {
  const [, navigate] = useLocation();
  const [part, setPart] = useState<Part>('all');
  return (
    <Panel
      title="Sectors"
      sub={<SectorCounts sectors={miner.sectors} />}
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
      <PanelContent panel={miner.sectorRows} {...missing}>
        {({ total, rows }) => {
          const shown = rows.filter((sector) => part === 'all' || (part === 'faulty' ? sector.isFaulty : !sector.isActive));
          return (
            <DataTable
              label="Sectors"
              unit={['sector', 'sectors']}
              columns={sectorColumns}
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
