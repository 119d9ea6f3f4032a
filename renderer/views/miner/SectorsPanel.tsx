import { IconBox, IconChartHistogram } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { SECTOR_FILTER_LANGUAGE } from '../../../shared/filter/sector-filter.ts';
import {
  type MinerAt,
  type SectorOrder,
  type SectorsProgress,
  type SectorTableRow,
  sectorsKey,
} from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { Button } from '../../components/Button.tsx';
import { CallLink } from '../../components/CallLink.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { FilterExpression } from '../../components/FilterExpression.tsx';
import { NothingMatches } from '../../components/NothingMatches.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelError } from '../../components/PanelError.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { type MissingPart, PanelContent, partOf } from '../../components/QueryContent.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { keyOfConnection } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { useWindowRows } from '../../hooks/use-window-rows.ts';
import { ExpiryHistogram } from './ExpiryHistogram.tsx';
import styles from './miner.module.css';
import type { MinerAddress } from './miner-address.ts';
import { SectorCounts } from './SectorCounts.tsx';
import { SectorsReading } from './SectorsReading.tsx';
import { sectorTableColumns } from './sector-columns.tsx';
import type { GoToMiner } from './use-miner-address.ts';
import type { MinerSectors } from './use-miner-sectors.ts';

const SORTABLE: readonly SectorOrder['by'][] = [
  'number',
  'state',
  'place',
  'data',
  'verified',
  'power',
  'activated',
  'expires',
  'pledge',
  'fee',
];
const DEFAULT_ORDER: SectorOrder = { by: 'number', direction: 'ascending' };
const rowKey = ({ number }: SectorTableRow): string => String(number);

interface SectorsPanelProps {
  readonly miner: Miner;
  readonly at: number | undefined;
  readonly shown: MinerAddress;
  readonly go: GoToMiner;
  readonly sectors: MinerSectors;
  readonly missing: MissingPart;
}

/** The sectors on chain, a hundred thousand and more: filtered and ordered where they are held. The counts say what they include. */
export function SectorsPanel({ miner, at, shown, go, sectors, missing }: SectorsPanelProps) {
  const { progress } = sectors;
  const hasTable = progress !== undefined && (progress.read > 0 || progress.state === 'done');
  const ended = progress === undefined ? 0 : progress.total - (partOf(miner.sectors)?.live ?? progress.total);
  const recovering = partOf(miner.deadlines)?.deadlines.reduce((sum, deadline) => sum + deadline.recovering, 0) ?? 0;
  const connection = useTopic('connections.changed', keyOfConnection);
  const where: MinerAt = at === undefined ? { address: miner.address } : { address: miner.address, at };
  return (
    <Panel
      title="Sectors"
      sub={
        <>
          <SectorCounts sectors={miner.sectors} />
          {recovering > 0 ? `, ${formatInteger(recovering)} of them recovering` : ''}
          {ended > 0 ? `; listed with ${formatInteger(ended)} that ended and are still in their partition` : ''}
        </>
      }
      actions={
        hasTable ? (
          <Button
            size="small"
            kind="quiet"
            icon={IconChartHistogram}
            isExpanded={shown.hasExpiries}
            onClick={() => go({ hasExpiries: !shown.hasExpiries })}
          >
            Expiries
          </Button>
        ) : undefined
      }
      isFilling
    >
      {'error' in miner.deadlines ? (
        // Without the partitions it is not known which sectors there are.
        <PanelContent panel={miner.deadlines} {...missing}>
          {() => undefined}
        </PanelContent>
      ) : (
        <>
          <SectorsReading sectors={sectors} missing={missing} />
          {/* Of another connection no row stays. */}
          {hasTable ? <SectorTable key={connection} where={where} progress={progress} shown={shown} go={go} /> : undefined}
          {progress === undefined && sectors.error === undefined ? <SkeletonRows rows={6} columns={8} /> : undefined}
          {progress?.state === 'reading' && !hasTable ? <SkeletonRows rows={6} columns={8} /> : undefined}
        </>
      )}
    </Panel>
  );
}

interface SectorTableProps {
  readonly where: MinerAt;
  readonly progress: SectorsProgress;
  readonly shown: MinerAddress;
  readonly go: GoToMiner;
}

function SectorTable({ where, progress, shown, go }: SectorTableProps) {
  const [, navigate] = useLocation();
  const { filter } = shown;
  const list = useWindowRows({
    question: `${sectorsKey(where)} ${filter}`,
    ask: (client, place) => client.miners.listSectors({ ...where, filter, ...place }),
    sortableColumns: SORTABLE,
    defaultOrder: DEFAULT_ORDER,
    revision: `${progress.revision} ${progress.state}`,
    pauseMs: 700,
  });
  const { page, error } = list;
  const columns = useMemo(() => {
    const calls = new Map((page?.calls ?? []).map((call) => [call.id, call]));
    return sectorTableColumns(({ callId }) => calls.get(callId));
  }, [page?.calls]);
  if (page === undefined)
    return error === undefined ? <SkeletonRows rows={6} columns={8} /> : <PanelError error={error} onRetry={list.refresh} />;
  return (
    <>
      {shown.hasExpiries ? (
        <ExpiryHistogram
          where={where}
          filter={filter}
          revision={progress.revision}
          onChoose={(range) => go({ filter: withRange(filter, range) })}
        />
      ) : undefined}
      <div className={styles.filter}>
        <FilterExpression
          language={SECTOR_FILTER_LANGUAGE}
          list="sectors"
          value={filter}
          onChange={(next, isSettled) => go({ filter: next }, { replace: !isSettled })}
          label="Filter the sectors"
          placeholder="deadline:15  state:faulty  expires:<30d  verified:yes  pledge:>0.4"
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
        selectedKey={shown.sector === undefined ? undefined : String(shown.sector)}
        onSelect={({ number }) => go({ sector: number }, { replace: shown.sector !== undefined })}
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
              The first one appears here when it is on chain.
            </PanelState>
          ) : (
            <NothingMatches
              language={SECTOR_FILTER_LANGUAGE}
              filter={filter}
              title="No sector passes the filter"
              clearLabel={`Show all ${formatInteger(page.total)}`}
              onClear={() => go({ filter: '' })}
            >
              {formatInteger(page.total)} sectors were read.
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
