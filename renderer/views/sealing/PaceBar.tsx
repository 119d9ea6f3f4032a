import { classNames } from '../../lib/class-names.ts';
import styles from './sealing.module.css';
import { type Pace, paceBar } from './sealing-lanes.ts';

interface PaceBarProps {
  readonly elapsedMs: number;
  readonly medianMs: number;
  readonly pace: Pace;
  readonly isWide?: boolean;
}

/** Time in the current state as a bar, with a tick at the median. Decorative: the text beside it has both figures. */
export function PaceBar({ elapsedMs, medianMs, pace, isWide }: PaceBarProps) {
  const { elapsedPercent, medianPercent } = paceBar(elapsedMs, medianMs);
  return (
    <span
      aria-hidden
      className={classNames(
        styles.pace,
        isWide === true && styles.paceWide,
        pace === 'slow' && styles.slowPace,
        (pace === 'late' || pace === 'blocked' || pace === 'failed') && styles.latePace,
      )}
    >
      <i style={{ width: `${elapsedPercent}%` }} />
      <b style={{ left: `${medianPercent}%` }} />
    </span>
  );
}
