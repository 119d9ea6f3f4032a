import type { SealingBoard, SealingGroup } from '../../../shared/ipc/schemas/sealing.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { CallsContext } from '../../components/values/calls-context.ts';
import { Traced } from '../../components/values/Traced.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { Origin } from '../../lib/origin.ts';
import styles from './sealing.module.css';
import { isInPipeline, isStuck, LATE_FACTOR, medianOf, sealingGroupLabel, type TimedSector } from './sealing-lanes.ts';

const FLOW: readonly SealingGroup[] = [
  'taking-data',
  'pre-commit',
  'waiting-for-seed',
  'commit',
  'first-proof',
  'upgrading',
  'failed',
  'unknown',
];
const STUCK_RULE = `Failed, over ${LATE_FACTOR} times this miner's median in its state, or its message failed or cannot be included`;

interface SealingSummaryProps {
  readonly board: SealingBoard;
  readonly sectors: readonly TimedSector[];
}

/** Key figures of the pipeline, and its sectors by group. */
export function SealingSummary({ board, sectors }: SealingSummaryProps) {
  const isChain = board.source === 'chain';
  // Faulty sectors are sealed, so they are not part of the pipeline.
  const pipeline = sectors.filter(({ sector }) => isInPipeline(sector) && !(isChain && sector.group === 'failed'));
  const stuck = sectors.filter(isStuck).length;
  const median = medianOf(board.wholeMs);
  const active = board.activeCount ?? board.sectors.filter((sector) => sector.isActive).length;
  const groups = FLOW.map((group) => ({ group, count: pipeline.filter(({ sector }) => sector.group === group).length })).filter(
    (entry) => entry.count > 0,
  );
  const list: Origin[] = ['SectorsList', 'ChainReadObj'];
  return (
    <div className={styles.summary}>
      <CallsContext value={board.calls}>
        <div className={styles.figures}>
          <Figure value={formatInteger(pipeline.length)} label={isChain ? 'pre-committed or unproven' : 'in the pipeline'} of={list} />
          {board.sealedLastDay === undefined ? undefined : (
            <Figure
              value={formatInteger(board.sealedLastDay)}
              label="sealed in 24 h"
              title="From the sector logs that Sextant has read"
              of={list}
            />
          )}
          {isChain || median === undefined ? (
            <Figure value={formatInteger(active)} label="active, pSet YES" of={['StateMinerActiveSectors', 'ChainReadObj']} />
          ) : (
            <Figure
              value={formatDuration(median)}
              label="median, start to proving"
              title={`From ${formatCount(board.wholeMs.length, 'sector')} in the last 90 days`}
              of={list}
            />
          )}
          <Figure
            value={formatInteger(stuck)}
            label={isChain ? 'faulty' : 'stuck or failed'}
            title={isChain ? undefined : STUCK_RULE}
            of={list}
            isBad={stuck > 0}
          />
        </div>
      </CallsContext>
      <div className={styles.flowBox} hidden={groups.length === 0}>
        <div className={styles.flow} role="img" aria-label={`${formatCount(pipeline.length, 'sector')} in the pipeline`}>
          {groups.map((entry) => (
            <i key={entry.group} className={groupClass(entry.group)} style={{ flexGrow: entry.count }} />
          ))}
        </div>
        <ul className={styles.flowLegend}>
          {groups.map((entry) => (
            <li key={entry.group}>
              <i className={groupClass(entry.group)} />
              {sealingGroupLabel(entry.group, board.source)} {formatInteger(entry.count)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface FigureProps {
  readonly value: string;
  readonly label: string;
  readonly title?: string | undefined;
  /** The calls behind the figure. */
  readonly of: readonly Origin[];
  readonly isBad?: boolean;
}

function Figure({ value, label, title, of, isBad = false }: FigureProps) {
  return (
    <div className={classNames(styles.figure, isBad && styles.bad)} title={title}>
      <b>
        <Traced of={of}>{value}</Traced>
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
    'first-proof': styles.proving,
    upgrading: styles.upgrading,
    failed: styles.failedGroup,
    proving: styles.proving,
    ending: styles.other,
    recovering: styles.other,
    leaving: styles.other,
    unknown: styles.other,
  }[group];
}
