import { IconBox } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import { SECTOR_FILTER_LANGUAGE } from '../../../shared/filter/sector-filter.ts';
import { type SectorOrder, type SectorsOf, type SectorTableRow, sectorsKey } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { FilterExpression } from '../../components/filters/FilterExpression.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { NothingMatches } from '../../components/tables/NothingMatches.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { useWindowRows } from '../../hooks/use-window-rows.ts';
import { ExpiryHistogram } from './ExpiryHistogram.tsx';
import styles from './miner.module.css';
import { LIVE_FILTER, type MinerRoute } from './miner-route.ts';
import { SectorTick } from './SectorTick.tsx';
import { sectorTableColumns } from './sector-columns.tsx';
import type { GoToMiner } from './use-miner-route.ts';

const SORTABLE: readonly SectorOrder['by'][] = [
  'number',
  'state',
  'place',
  'data',
  'quality',
  'power',
  'activated',
  'expires',
  'pledge',
  'fee',
];
const DEFAULT_ORDER: SectorOrder = { by: 'number', direction: 'ascending' };
const rowKey = ({ number }: SectorTableRow): string => String(number);
const NO_COLUMNS: readonly DataColumn<SectorTableRow>[] = [];

interface SectorTableProps {
  readonly where: SectorsOf;
  /** Another one whenever the rows may be others. */
  readonly revision: number;
  /** How far reading them is. */
  readonly state: string;
  readonly shown: MinerRoute;
  readonly go: GoToMiner;
  /** Behind the columns of a sector. */
  readonly moreColumns?: readonly DataColumn<SectorTableRow>[];
}

/** Sectors on chain, a hundred thousand and more: filtered and ordered where they are held. */
export function SectorTable({ where, revision, state, shown, go, moreColumns = NO_COLUMNS }: SectorTableProps) {
  const [, navigate] = useLocation();
  const { filter } = shown;
  // The one that a link names is scrolled to; those that are opened from the list are in sight already.
  const [linked] = useState(shown.sector);
  const list = useWindowRows({
    question: `${sectorsKey(where)} ${filter}`,
    ask: (client, place) => client.miners.listSectors({ ...where, filter, ...place, ...defined({ find: linked }) }),
    sortableColumns: SORTABLE,
    defaultOrder: DEFAULT_ORDER,
    revision: `${revision} ${state}`,
    pauseMs: 700,
  });
  const { page, error } = list;
  const columns = useMemo(() => {
    const calls = new Map((page?.calls ?? []).map((call) => [call.id, call]));
    const tick: DataColumn<SectorTableRow> = {
      id: 'tick',
      head: 'Select',
      isHeadHidden: true,
      widthPx: 36,
      cell: ({ number }) => <SectorTick miner={where.address} number={number} />,
    };
    // Of a read of the state a row is made of several blocks: the calls stand below the table.
    const callOf = ({ callId }: SectorTableRow) => (where.readId === undefined ? calls.get(callId) : undefined);
    return [tick, ...sectorTableColumns(callOf), ...moreColumns];
  }, [page?.calls, where.address, where.readId, moreColumns]);
  if (page === undefined)
    return error === undefined ? <SkeletonRows rows={6} columns={8} /> : <PanelError error={error} onRetry={list.refresh} />;
  return (
    <>
      {shown.hasExpiries ? (
        <ExpiryHistogram where={where} filter={filter} revision={revision} onChoose={(range) => go({ filter: withRange(filter, range) })} />
      ) : undefined}
      <div className={styles.filter}>
        <FilterExpression
          language={SECTOR_FILTER_LANGUAGE}
          list="sectors"
          value={filter}
          onChange={(next, isSettled) => go({ filter: next }, { replace: !isSettled })}
          label="Filter sectors"
          placeholder="deadline:15  state:faulty  expires:<30d  quality:<10  pledge:>0.4"
          unit={['sector', 'sectors']}
          count={`${formatInteger(page.matching)} of ${formatInteger(page.total)}`}
        />
      </div>
      <DataTable
        label="Sectors"
        unit={['sector', 'sectors']}
        columns={columns}
        rows={list.rows}
        rowKey={rowKey}
        revealIndex={filter === LIVE_FILTER ? page.foundAt : undefined}
        selectedKey={shown.sector === undefined ? undefined : String(shown.sector)}
        // What a read holds of a sector is in its row.
        {...(where.readId === undefined
          ? { onSelect: ({ number }: SectorTableRow) => go({ sector: number }, { replace: shown.sector !== undefined }) }
          : {})}
        copyText={({ sealedCid }) => sealedCid}
        total={page.total}
        exportName={`sectors-${where.address}`}
        isStale={list.isStale}
        isFilling
        footer={<CallLink calls={page.calls} />}
        empty={
          page.total === 0 ? (
            <PanelState
              icon={IconBox}
              title="No sectors yet"
              actions={
                <Button size="small" icon={IconBox} onClick={() => navigate(`/sealing?miner=${encodeURIComponent(where.address)}`)}>
                  Open sealing
                </Button>
              }
            >
              Sectors appear here once they are on chain.
            </PanelState>
          ) : (
            <NothingMatches
              language={SECTOR_FILTER_LANGUAGE}
              filter={filter}
              title="No sectors match the filter"
              clearLabel={`Show all ${formatInteger(page.total)}`}
              onClear={() => go({ filter: '' })}
            >
              {formatInteger(page.total)} sectors read.
            </NothingMatches>
          )
        }
      />
    </>
  );
}

/** A filter with another range of ends in it. */
function withRange(filter: string, range: string): string {
  const rest = filter.replace(/(?:^|\s)(?:expires|expiration)[:<>=]\S*/gi, '').trim();
  return rest === '' ? `expires:${range}` : `${rest} expires:${range}`;
}
