/** Format times in the selected zone: UTC or local. Copies and files always use UTC, from `shared/text/format.ts`. */
import * as utc from '../../shared/text/format.ts';

export type ClockName = 'utc' | 'local';

let shown: ClockName = 'local';
const listeners = new Set<() => void>();

/** Selected zone. Global to the page, because times are also formatted outside of components, in charts and file names. */
export function shownClock(): ClockName {
  return shown;
}

/** Called only by the shell, which then re-renders the page. */
export function setShownClock(clock: ClockName): void {
  if (clock === shown) return;
  shown = clock;
  for (const listener of listeners) listener();
}

export function onShownClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `UTC`, or the local offset at that moment: `UTC+2`, `UTC−3:30`. */
export function zoneName(clock: ClockName, timeMs: number): string {
  const minutes = clock === 'local' ? aheadMinutes(timeMs) : 0;
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** The zone used by the functions below. */
export function shownZone(timeMs: number): string {
  return zoneName(shownClock(), timeMs);
}

/** `11:04`, with the zone if it is not the local one: ` UTC`. */
export function formatTime(timeMs: number): string {
  const clock = formatClock(timeMs);
  if (clock === 'unknown') return clock;
  const zone = shownZone(timeMs);
  return `${clock.slice(0, 5)}${zone === zoneName('local', timeMs) ? '' : ` ${zone}`}`;
}

/** `11:04:00`. */
export function formatClock(timeMs: number): string {
  return utc.formatClock(shifted(timeMs));
}

/** `2026-11-21`. */
export function formatDate(timeMs: number): string {
  return utc.formatDate(shifted(timeMs));
}

/** `2026-11-21 11:04:00 UTC`. */
export function formatDateTime(timeMs: number): string {
  const text = utc.formatDateTime(shifted(timeMs));
  return text.replace(/UTC$/, shownZone(timeMs));
}

/** `11:04:00 UTC` for a moment today, `2023-05-14 11:04:00 UTC` for any other day. */
export function formatMoment(timeMs: number, nowMs: number): string {
  return utc.formatMoment(shifted(timeMs), shifted(nowMs)).replace(/UTC$/, shownZone(timeMs));
}

function shifted(timeMs: number): number {
  return shownClock() === 'utc' ? timeMs : timeMs + aheadMinutes(timeMs) * 60_000;
}

/** Including daylight saving time; 0 for an invalid date. */
function aheadMinutes(timeMs: number): number {
  const minutes = new Date(timeMs).getTimezoneOffset();
  return Number.isNaN(minutes) ? 0 : -minutes;
}
