import { formatClock, formatDate } from '../../lib/shown-time.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** When something is due, as short as it can be told apart: `09:47`, `09:47 Sat` within the week, else the date. */
export function formatDue(timeMs: number, nowMs: number): string {
  const date = formatDate(timeMs);
  if (Math.abs(timeMs - nowMs) > 6 * DAY_MS) return date;
  const clock = formatClock(timeMs).slice(0, 5);
  if (date === formatDate(nowMs)) return clock;
  return `${clock} ${WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''}`;
}
