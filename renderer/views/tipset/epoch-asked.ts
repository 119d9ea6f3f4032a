import { type EpochClock, timeMsToEpoch } from '../../../shared/domain/epoch.ts';

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?))?(?: ?(?:UTC|Z))?$/i;

/**
 * The epoch that a text asks for: its number, with or without commas; a date, or a date and a time in UTC, by the chain's own clock; a
 * number of epochs from here, as `+10` or `-120`. Undefined for anything else, and for a date before genesis.
 */
export function epochAsked(text: string, here: number, clock: EpochClock | undefined): number | undefined {
  const trimmed = text.trim();
  if (/^[+-]\d{1,9}$/.test(trimmed)) return Math.max(0, here + Number(trimmed));
  if (/^\d{1,3}(,\d{3})*$|^\d{1,15}$/.test(trimmed)) return Number(trimmed.replace(/,/g, ''));
  const [, day, time = '00:00'] = DATE.exec(trimmed) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const timeMs = Date.parse(`${day}T${time.padStart(time.length === 4 || time.length === 7 ? time.length + 1 : time.length, '0')}Z`);
  return Number.isNaN(timeMs) || timeMs < clock.genesisTimeMs ? undefined : timeMsToEpoch(timeMs, clock);
}
