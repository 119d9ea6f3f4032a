import type { SealingBoard, SealingGroup } from '../../../shared/ipc/schemas/providers.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { CallsContext } from '../../components/calls-context.ts';
import { Traced } from '../../components/Traced.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { Origin } from '../../lib/origin.ts';
import styles from './sealing.module.css';
import { isInPipeline, sealingGroupLabel, type TimedSector } from './sealing-lanes.ts';

const FLOW: readonly SealingGroup[] = ['taking-data', 'pre-commit', 'waiting-for-seed', 'commit', 'upgrading', 'failed', 'unknown'];

interface SealingSummaryProps {
  readonly board: SealingBoard;
  readonly sectors: readonly TimedSector[];
}

/** How much is on its way, where, and what is stuck. */
export function SealingSummary({ board, sectors }: SealingSummaryProps) {
  const pipeline = sectors.filter((entry) => isInPipeline(entry.sector));
  const stuck = sectors.filter((entry) => entry.pace === 'failed' || entry.pace === 'late').length;
  const active = board.sectors.filter((sector) => sector.isActive).length;
  const unsealed = pipeline.filter((entry) => entry.sector.deals.length > 0 && !entry.sector.isActive).length;
  const groups = FLOW.map((group) => ({ group, count: pipeline.filter((entry) => entry.sector.group === group).length })).filter(
    (entry) => entry.count > 0,
  );
  return (
    <div className={styles.summary}>
      <CallsContext value={board.calls}>
        <div className={styles.figures}>
          <Figure value={pipeline.length} label="in the pipeline" of="SectorsList" />
          <Figure value={active} label="active, pSet YES" of="StateMinerActiveSectors" />
          <Figure value={unsealed} label="with deals, not sealed" of="StateMinerActiveSectors" />
          <Figure value={stuck} label="stuck or failed" of="SectorsList" isBad={stuck > 0} />
        </div>
      </CallsContext>
      <div className={styles.flowBox}>
        <div className={styles.flow} role="img" aria-label={`${formatCount(pipeline.length, 'sector')} in the pipeline`}>
          {groups.map((entry) => (
            <i key={entry.group} className={groupClass(entry.group)} style={{ flexGrow: entry.count }} />
          ))}
        </div>
        <ul className={styles.flowLegend}>
          {groups.map((entry) => (
            <li key={entry.group}>
              <i className={groupClass(entry.group)} />
              {sealingGroupLabel(entry.group)} {formatInteger(entry.count)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface FigureProps {
  readonly value: number;
  readonly label: string;
  /** The list that it was counted from. */
  readonly of: Origin;
  readonly isBad?: boolean;
}

function Figure({ value, label, of, isBad = false }: FigureProps) {
  return (
    <div className={classNames(styles.figure, isBad && styles.bad)}>
      <b>
        <Traced of={of}>{formatInteger(value)}</Traced>
      </b>
      <span>{label}</span>
    </div>
  );
}

function groupClass(group: SealingGroup): string | undefined {
  return {
    'taking-data': styles.takingData,
    'pre-commit': styles.preCommit,
    'waiting-for-seed': styles.waitingForSeed,
    commit: styles.commit,
    upgrading: styles.upgrading,
    failed: styles.failedGroup,
    proving: styles.proving,
    leaving: styles.other,
    unknown: styles.other,
  }[group];
}
