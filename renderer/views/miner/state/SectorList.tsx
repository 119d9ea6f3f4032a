import { IconBox, IconFilterOff, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { StateProof, StateReadProgress, StateSectorFilter } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { Button } from '../../../components/Button.tsx';
import { CallLink } from '../../../components/CallLink.tsx';
import { DataTable } from '../../../components/DataTable.tsx';
import { PanelError } from '../../../components/PanelError.tsx';
import { PanelState } from '../../../components/PanelState.tsx';
import { SkeletonRows } from '../../../components/Skeleton.tsx';
import { Toolbar } from '../../../components/Toolbar.tsx';
import { readSectorColumns } from './read-sector-columns.tsx';
import { SectorFilters } from './SectorFilters.tsx';
import { isNarrowed } from './sector-filter.ts';
import { useSectorWindow } from './use-sector-window.ts';

interface SectorListProps extends Pick<StateReadProgress, 'readId' | 'callBudget' | 'connectionName'> {
  readonly proof: StateProof | undefined;
  readonly filter: StateSectorFilter;
  readonly onFilter: (filter: StateSectorFilter) => void;
  readonly onContinue: () => void;
}

/** The sectors as the state has them, page by page as they are scrolled to. */
export function SectorList({ readId, callBudget, connectionName, proof, filter, onFilter, onContinue }: SectorListProps) {
  // Another budget may give what the last one did not.
  const list = useSectorWindow(readId, filter, callBudget);
  const { page, error } = list;
  const columns = useMemo(() => readSectorColumns(proof, connectionName), [proof, connectionName]);
  return (
    <>
      <Toolbar>
        <SectorFilters filter={filter} onFilter={onFilter} />
      </Toolbar>
      {error === undefined ? undefined : (
        <PanelError
          error={error}
          onRetry={list.refresh}
          elsewhere={
            error.code === 'budget-spent' ? (
              <Button size="small" icon={IconPlayerPlay} onClick={onContinue}>
                Allow more calls
              </Button>
            ) : undefined
          }
        />
      )}
      {page === undefined ? (
        error === undefined ? (
          <SkeletonRows rows={8} columns={6} />
        ) : undefined
      ) : (
        <DataTable
          label="Sectors"
          unit={['sector', 'sectors']}
          columns={columns}
          rows={list.rows}
          rowKey={(sector) => String(sector.number)}
          copyText={(sector) => sector.sealedCid}
          total={isNarrowed(filter) ? Math.max(page.total, page.matching) : page.matching}
          isStale={list.isStale}
          isFilling
          exportName={`sectors-${proof?.actor ?? 'of-a-miner'}`}
          footer={
            <span className="end">
              <CallLink calls={page.calls} />
            </span>
          }
          empty={<NoSectors isNarrowed={isNarrowed(filter)} total={page.total} onClear={() => onFilter({})} />}
        />
      )}
    </>
  );
}

interface NoSectorsProps {
  readonly isNarrowed: boolean;
  readonly total: number;
  readonly onClear: () => void;
}

function NoSectors({ isNarrowed: hasFilter, total, onClear }: NoSectorsProps) {
  return hasFilter ? (
    <PanelState
      icon={IconFilterOff}
      title="No sector matches"
      actions={
        <Button size="small" onClick={onClear}>
          Show all live
        </Button>
      }
    >
      The miner has {formatInteger(total)} live sectors.
    </PanelState>
  ) : (
    <PanelState icon={IconBox} title="No sectors yet">
      The first one appears here when it is in the state.
    </PanelState>
  );
}
