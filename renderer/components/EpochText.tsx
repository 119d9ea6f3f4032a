import { formatInteger, formatRelative } from '../../shared/text/format.ts';
import { useChainNow } from '../hooks/use-chain-now.ts';
import { formatClock, formatDateTime } from '../lib/shown-time.ts';
import styles from './epoch-text.module.css';

interface EpochTextProps {
  readonly height: number;
  /** When the epoch begins or began; without it only the number is shown. */
  readonly timeMs?: number | undefined;
  /** What stands beside the number. */
  readonly beside?: 'relative' | 'clock' | 'none';
}

/** An epoch with its time beside it, which ticks. Date and time to the second on hover. */
export function EpochText({ height, timeMs, beside = 'relative' }: EpochTextProps) {
  return (
    <span className={styles.epoch} title={timeMs === undefined ? undefined : formatDateTime(timeMs)}>
      {formatInteger(height)}
      {timeMs === undefined || beside === 'none' ? undefined : (
        <span className={styles.time}>{beside === 'clock' ? formatClock(timeMs) : <RelativeTime timeMs={timeMs} />}</span>
      )}
    </span>
  );
}

function RelativeTime({ timeMs }: { readonly timeMs: number }) {
  return <>{formatRelative(timeMs, useChainNow())}</>;
}
