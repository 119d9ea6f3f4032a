import { formatDate, formatTime } from './shown-time.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** When something is due, no longer than needed: `09:47`, `09:47 tomorrow`, `09:47 Sat` within the week, else the date. */
export function formatDue(timeMs: number, nowMs: number): string {
  const date = formatDate(timeMs);
  if (!(Math.abs(timeMs - nowMs) <= 6 * DAY_MS)) return date;
  const time = formatTime(timeMs);
  switch (dayOf(date) - dayOf(formatDate(nowMs))) {
    case 0:
      return time;
    case 1:
      return `${time} tomorrow`;
    case -1:
      return `${time} yesterday`;
    default:
      return `${time} ${WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''}`;
  }
}

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}
