import { formatInteger, formatRelative } from '../../../shared/text/format.ts';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatClock, formatDateTime } from '../../lib/shown-time.ts';
import styles from './epoch-text.module.css';

interface EpochTextProps {
  readonly height: number;
  /** When the epoch begins or began; without it only the number is shown. */
  readonly timeMs?: number | undefined;
  /** What stands beside the number. */
  readonly beside?: 'relative' | 'clock' | 'none';
  /** In a column: the time has a room of its own, so that the epochs of all rows stand below each other. */
  readonly isInColumn?: boolean;
}

/** An epoch with its time beside it, which ticks. Date and time to the second on hover. */
export function EpochText({ height, timeMs, beside = 'relative', isInColumn = false }: EpochTextProps) {
  return (
    <span className={styles.epoch} title={timeMs === undefined ? undefined : formatDateTime(timeMs)}>
      {formatInteger(height)}
      {timeMs === undefined || beside === 'none' ? undefined : (
        <span className={classNames(styles.time, isInColumn && styles.slot)}>
          {beside === 'clock' ? formatClock(timeMs) : <RelativeTime timeMs={timeMs} />}
        </span>
      )}
    </span>
  );
}

function RelativeTime({ timeMs }: { readonly timeMs: number }) {
  return <>{formatRelative(timeMs, useChainNow())}</>;
}
