import { classNames } from '../../lib/class-names.ts';
import styles from './sealing.module.css';
import { type Pace, paceBar } from './sealing-lanes.ts';

interface PaceBarProps {
  readonly elapsedMs: number;
  readonly medianMs: number;
  readonly pace: Pace;
  readonly isWide?: boolean;
}

/** Time in the present state as a bar; the tick is the usual time. The words beside it say the same. */
export function PaceBar({ elapsedMs, medianMs, pace, isWide }: PaceBarProps) {
  const { elapsedPercent, medianPercent } = paceBar(elapsedMs, medianMs);
  return (
    <span
      aria-hidden
      className={classNames(
        styles.pace,
        isWide === true && styles.paceWide,
        pace === 'slow' && styles.slowPace,
        (pace === 'late' || pace === 'held' || pace === 'failed') && styles.latePace,
      )}
    >
      <i style={{ width: `${elapsedPercent}%` }} />
      <b style={{ left: `${medianPercent}%` }} />
    </span>
  );
}
