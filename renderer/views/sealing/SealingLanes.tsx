import {
  IconAlertCircle,
  IconBox,
  IconCalendarDue,
  IconCpu,
  IconHourglass,
  IconQuestionMark,
  IconReplace,
  IconRotate,
  IconShieldCheck,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import type { SealingBoard, SealingGroup } from '../../../shared/ipc/schemas/sealing.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import { classNames } from '../../lib/class-names.ts';
import { PaceBar } from './PaceBar.tsx';
import styles from './sealing.module.css';
import { type SealingLane, sealingLanes, type TimedSector } from './sealing-lanes.ts';

interface SealingLanesProps {
  readonly source?: SealingBoard['source'];
  readonly sectors: readonly TimedSector[];
  /** Whether all sectors of the miner are among them. */
  readonly isWhole?: boolean;
  readonly selectedNumber: number | undefined;
  readonly onSelect: (sectorNumber: number) => void;
  /** Sectors whose state has just changed. */
  readonly moved: ReadonlySet<number>;
}

/** Further sectors are only in the table. */
const MAX_CARDS = 4;

/** The board: one lane per group, in pipeline order. */
export function SealingLanes({ source, sectors, isWhole, selectedNumber, onSelect, moved }: SealingLanesProps) {
  return (
    <ul className={styles.board} aria-label="Sectors in the pipeline by group">
      {sealingLanes(sectors, source, isWhole).map((lane) => (
        <Lane key={lane.group} lane={lane} selectedNumber={selectedNumber} onSelect={onSelect} moved={moved} />
      ))}
    </ul>
  );
}

interface LaneProps extends Omit<SealingLanesProps, 'sectors' | 'source' | 'isWhole'> {
  readonly lane: SealingLane;
}

function Lane({ lane, selectedNumber, onSelect, moved }: LaneProps) {
  const hidden = lane.sectors.length - MAX_CARDS;
  return (
    <li className={classNames(styles.lane, lane.group === 'failed' && lane.sectors.length > 0 && styles.troubledLane)}>
      <h2 className={styles.laneHead}>
        <LaneIcon group={lane.group} />
        <span title={lane.label}>{lane.label}</span>
        <span className={styles.laneCount}>{lane.sectors.length}</span>
      </h2>
      <ul className={styles.cards}>
        {lane.sectors.slice(0, MAX_CARDS).map((entry) => (
          <li key={entry.sector.number}>
            <Card
              entry={entry}
              isSelected={entry.sector.number === selectedNumber}
              isMoved={moved.has(entry.sector.number)}
              onSelect={onSelect}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 ? <p className={styles.rest}>{hidden} more</p> : undefined}
    </li>
  );
}

interface CardProps {
  readonly entry: TimedSector;
  readonly isSelected: boolean;
  readonly isMoved: boolean;
  readonly onSelect: (sectorNumber: number) => void;
}

function Card({ entry, isSelected, isMoved, onSelect }: CardProps) {
  const { sector, elapsedMs, medianMs, pace } = entry;
  return (
    <button
      type="button"
      className={classNames(
        styles.card,
        pace === 'slow' && styles.slow,
        (pace === 'late' || pace === 'blocked') && styles.late,
        pace === 'failed' && styles.failed,
        isSelected && styles.selected,
        isMoved && styles.moved,
      )}
      aria-pressed={isSelected}
      onClick={() => onSelect(sector.number)}
    >
      <span className={styles.line}>
        <span className={styles.number}>{sector.number}</span>
        <span className={styles.elapsed}>{elapsedMs === undefined ? '' : formatDuration(elapsedMs)}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.state} title={sector.state}>
          <StateName name={sector.state} />
        </span>
        {elapsedMs === undefined || medianMs === undefined ? undefined : <PaceBar elapsedMs={elapsedMs} medianMs={medianMs} pace={pace} />}
      </span>
    </button>
  );
}

/** The name of a state; may wrap before a capital letter. */
function StateName({ name }: { readonly name: string }) {
  const [first, ...rest] = name.split(/(?=[A-Z])/);
  let end = first?.length ?? 0;
  return (
    <>
      {first}
      {rest.map((word) => {
        end += word.length;
        return (
          <Fragment key={end}>
            <wbr />
            {word}
          </Fragment>
        );
      })}
    </>
  );
}

function LaneIcon({ group }: { readonly group: SealingGroup }) {
  const Icon =
    {
      'taking-data': IconBox,
      'pre-commit': IconCpu,
      'waiting-for-seed': IconHourglass,
      commit: IconShieldCheck,
      upgrading: IconReplace,
      failed: IconAlertCircle,
      unknown: IconQuestionMark,
      'first-proof': IconShieldCheck,
      ending: IconCalendarDue,
      recovering: IconRotate,
      proving: IconShieldCheck,
      leaving: IconBox,
    }[group] ?? IconQuestionMark;
  return <Icon size={14} stroke={1.6} aria-hidden />;
}
