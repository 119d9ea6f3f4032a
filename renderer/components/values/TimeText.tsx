import { formatCountdown, formatDuration, formatRelative } from '../../../shared/text/format.ts';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { useNow } from '../../hooks/use-now.ts';
import { formatClock, formatDate, formatDateTime, formatMoment } from '../../lib/shown-time.ts';

/** The page's clock stands still this long: what happened since its last tick is now, not in the future. */
const TICK_MS = 1000;

interface TimeTextProps {
  readonly timeMs: number;
  /** `relative`: 8 s ago; `clock`: 11:04:00; `date`: 2026-11-21; `full`: both with the zone; `moment`: the time, and the date where it is not today; `countdown`: mm:ss until then; `elapsed`: 1 min 30 s since then. */
  readonly as?: 'relative' | 'clock' | 'date' | 'full' | 'moment' | 'countdown' | 'elapsed';
  /** For the time of an epoch: counted on the chain's own clock, which differs on an accelerated practice chain. */
  readonly isChainTime?: boolean;
}

/** A moment in words; whatever is counted from now ticks with the page's one clock. */
export function TimeText({ timeMs, as = 'relative', isChainTime = false }: TimeTextProps) {
  const Counted = isChainTime ? TickingOnChain : Ticking;
  return (
    <time dateTime={Math.abs(timeMs) < 8.64e15 ? new Date(timeMs).toISOString() : undefined} title={formatDateTime(timeMs)}>
      {as === 'clock' ? formatClock(timeMs) : as === 'date' ? formatDate(timeMs) : undefined}
      {as === 'full' ? formatDateTime(timeMs) : undefined}
      {as === 'moment' || as === 'relative' || as === 'countdown' || as === 'elapsed' ? <Counted timeMs={timeMs} as={as} /> : undefined}
    </time>
  );
}

interface TickingProps {
  readonly timeMs: number;
  readonly as: 'moment' | 'relative' | 'countdown' | 'elapsed';
}

function Ticking({ timeMs, as }: TickingProps) {
  return <>{countFrom(timeMs, useNow(), as)}</>;
}

function TickingOnChain({ timeMs, as }: TickingProps) {
  return <>{countFrom(timeMs, useChainNow(), as)}</>;
}

function countFrom(timeMs: number, nowMs: number, as: TickingProps['as']): string {
  if (as === 'moment') return formatMoment(timeMs, nowMs);
  if (as === 'countdown') return formatCountdown(timeMs - nowMs);
  if (as === 'elapsed') return formatDuration(nowMs - timeMs);
  const isThisTick = timeMs > nowMs && timeMs - nowMs <= TICK_MS;
  return formatRelative(timeMs, isThisTick ? timeMs : nowMs);
}
