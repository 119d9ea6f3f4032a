import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatMoment,
  setShownClock,
  shownZone,
  zoneName,
} from '../../../../renderer/lib/shown-time.ts';

const WINTER_MS = Date.parse('2026-01-15T23:30:00Z');
const SUMMER_MS = Date.parse('2026-07-15T23:30:00Z');
const before = process.env.TZ;

beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});
beforeEach(() => {
  setShownClock('utc');
});

describe('times by the clock that is set', () => {
  it('are UTC as long as nothing else is set', () => {
    expect([formatClock(SUMMER_MS), formatDate(SUMMER_MS), formatDateTime(SUMMER_MS), shownZone(SUMMER_MS)]).toEqual([
      '23:30:00',
      '2026-07-15',
      '2026-07-15 23:30:00 UTC',
      'UTC',
    ]);
  });

  it('are those of this machine, with summer time, and say which', () => {
    setShownClock('local');
    expect(formatDateTime(WINTER_MS)).toBe('2026-01-16 00:30:00 UTC+1');
    expect(formatDateTime(SUMMER_MS)).toBe('2026-07-16 01:30:00 UTC+2');
    expect(formatMoment(SUMMER_MS, SUMMER_MS + 3_600_000)).toBe('01:30:00 UTC+2');
    expect([formatDate(Number.NaN), formatDateTime(1e300)]).toEqual(['unknown', 'unknown']);
  });

  it('name zones of half an hour and west of Greenwich', () => {
    process.env.TZ = 'America/St_Johns';
    expect(zoneName('local', WINTER_MS)).toBe('UTC−3:30');
    process.env.TZ = 'Asia/Kolkata';
    expect(zoneName('local', WINTER_MS)).toBe('UTC+5:30');
    process.env.TZ = 'UTC';
    expect(zoneName('local', WINTER_MS)).toBe('UTC');
  });
});
