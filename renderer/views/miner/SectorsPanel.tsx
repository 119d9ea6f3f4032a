import { IconArrowBigUpLines } from '@tabler/icons-react';
import type { MinerAt } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { QUALITY_UPGRADE_SINCE } from '../../../shared/ipc/schemas/quality-upgrade.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { type MissingPart, PanelContent, partOf } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { useNetworkVersion } from '../../hooks/use-network-version.ts';
import { keyOfConnection } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import type { MinerRoute } from './miner-route.ts';
import { SectorCounts } from './SectorCounts.tsx';
import { SectorsReading } from './SectorsReading.tsx';
import { SectorTable } from './SectorTable.tsx';
import { ExpiriesButton, SectorChanges } from './SectorTools.tsx';
import type { GoToMiner } from './use-miner-route.ts';
import type { MinerSectors } from './use-miner-sectors.ts';

interface SectorsPanelProps {
  readonly miner: Miner;
  readonly at: number | undefined;
  readonly shown: MinerRoute;
  readonly go: GoToMiner;
  readonly sectors: MinerSectors;
  readonly missing: MissingPart;
}

/** The sectors as the node answers, and how far reading them is. The counts say what they include. */
export function SectorsPanel({ miner, at, shown, go, sectors, missing }: SectorsPanelProps) {
  const { progress } = sectors;
  const hasTable = progress !== undefined && (progress.read > 0 || progress.state === 'done');
  const ended = progress === undefined ? 0 : progress.total - (partOf(miner.sectors)?.live ?? progress.total);
  const recovering = partOf(miner.deadlines)?.deadlines.reduce((sum, deadline) => sum + deadline.recovering, 0) ?? 0;
  const connection = useTopic('connections.changed', keyOfConnection);
  const where: MinerAt = at === undefined ? { address: miner.address } : { address: miner.address, at };
  const hasQualityUpgrades = (useNetworkVersion(at)?.version ?? 0) >= QUALITY_UPGRADE_SINCE;
  return (
    <Panel
      title="Sectors"
      sub={
        <>
          <SectorCounts sectors={miner.sectors} />
          {recovering > 0 ? `, ${formatInteger(recovering)} recovering` : ''}
          {ended > 0 ? `; plus ${formatInteger(ended)} ended, still in ${ended === 1 ? 'its partition' : 'their partitions'}` : ''}
        </>
      }
      actions={
        hasTable ? (
          <>
            <SectorChanges miner={miner.address} shown={shown} go={go} />
            {hasQualityUpgrades ? (
              <Button
                size="small"
                kind="quiet"
                icon={IconArrowBigUpLines}
                isExpanded={shown.isUpgrading}
                hint="Pledge and power at 10× quality, for the selected or filtered sectors"
                onClick={() => go({ isUpgrading: !shown.isUpgrading, change: undefined, sector: undefined, deadline: undefined })}
              >
                Upgrade quality
              </Button>
            ) : undefined}
            <ExpiriesButton shown={shown} go={go} />
          </>
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
          {hasTable ? (
            <SectorTable key={connection} where={where} revision={progress.revision} state={progress.state} shown={shown} go={go} />
          ) : undefined}
          {progress === undefined && sectors.error === undefined ? <SkeletonRows rows={6} columns={8} /> : undefined}
          {progress?.state === 'reading' && !hasTable ? <SkeletonRows rows={6} columns={8} /> : undefined}
        </>
      )}
    </Panel>
  );
}
