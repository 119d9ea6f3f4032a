/** Moments by the clock that is set: UTC, or that of this machine. Copies and files have UTC, from `shared/text/format.ts`. */
import * as utc from '../../shared/text/format.ts';

export type ClockName = 'utc' | 'local';

let shown: ClockName = 'local';
const listeners = new Set<() => void>();

/** Whose clock is shown. One for the whole page: a time is also written where no component is, in a chart or a name. */
export function shownClock(): ClockName {
  return shown;
}

/** Called by the shell alone, which then writes the page anew. */
export function setShownClock(clock: ClockName): void {
  if (clock === shown) return;
  shown = clock;
  for (const listener of listeners) listener();
}

export function onShownClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `UTC`, or how far the clock of this machine is from it at that moment: `UTC+2`, `UTC−3:30`. */
export function zoneName(clock: ClockName, timeMs: number): string {
  const minutes = clock === 'local' ? aheadMinutes(timeMs) : 0;
  if (minutes === 0) return 'UTC';
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** The zone in which the functions below write. */
export function shownZone(timeMs: number): string {
  return zoneName(shownClock(), timeMs);
}

/** `11:04`, with the zone where it is not that of this machine: ` UTC`. */
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

/** A moment of the day it is now `11:04:00 UTC`, of any other day `2023-05-14 11:04:00 UTC`. */
export function formatMoment(timeMs: number, nowMs: number): string {
  return utc.formatMoment(shifted(timeMs), shifted(nowMs)).replace(/UTC$/, shownZone(timeMs));
}

function shifted(timeMs: number): number {
  return shownClock() === 'utc' ? timeMs : timeMs + aheadMinutes(timeMs) * 60_000;
}

/** Summer time included; nothing for what is no date. */
function aheadMinutes(timeMs: number): number {
  const minutes = new Date(timeMs).getTimezoneOffset();
  return Number.isNaN(minutes) ? 0 : -minutes;
}
