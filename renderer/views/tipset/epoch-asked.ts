import { type EpochClock, timeMsToEpoch } from '../../../shared/domain/chain/epoch.ts';

const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?))?(?: ?(?:UTC|Z))?$/i;

/**
 * Parse an epoch: a number, with or without commas; a date with optional time in UTC, converted by the chain's clock; or an offset from
 * `here`, such as `+10` or `-120`. Undefined for anything else, and for a date before genesis.
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
