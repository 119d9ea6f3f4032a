import { formatClock, formatCountdown, formatDate, formatDateTime, formatDuration, formatRelative } from '../../shared/text/format.ts';
import { useNow } from '../hooks/use-now.ts';

interface TimeTextProps {
  readonly timeMs: number;
  /** `relative`: 8 s ago; `clock`: 11:04:00; `date`: 2026-11-21; `full`: both with UTC; `countdown`: mm:ss until then; `elapsed`: 1 min 30 s since then. */
  readonly as?: 'relative' | 'clock' | 'date' | 'full' | 'countdown' | 'elapsed';
}

/** A moment in words; whatever is counted from now ticks with the page's one clock. */
export function TimeText({ timeMs, as = 'relative' }: TimeTextProps) {
  return (
    <time dateTime={Math.abs(timeMs) < 8.64e15 ? new Date(timeMs).toISOString() : undefined} title={formatDateTime(timeMs)}>
      {as === 'clock' ? formatClock(timeMs) : as === 'date' ? formatDate(timeMs) : undefined}
      {as === 'full' ? formatDateTime(timeMs) : undefined}
      {as === 'relative' || as === 'countdown' || as === 'elapsed' ? <Ticking timeMs={timeMs} as={as} /> : undefined}
    </time>
  );
}

function Ticking({ timeMs, as }: { readonly timeMs: number; readonly as: 'relative' | 'countdown' | 'elapsed' }) {
  const nowMs = useNow();
  if (as === 'countdown') return <>{formatCountdown(timeMs - nowMs)}</>;
  return <>{as === 'elapsed' ? formatDuration(nowMs - timeMs) : formatRelative(timeMs, nowMs)}</>;
}
