import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatDue } from '../../../../renderer/lib/due-words.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatMoment,
  formatTime,
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
  it('are UTC where that is set', () => {
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

describe('a time of day', () => {
  it('names its zone where this machine has another', () => {
    process.env.TZ = 'Asia/Shanghai';
    const timeMs = Date.parse('2026-11-23T16:07:00Z');
    expect(formatTime(timeMs)).toBe('16:07 UTC');
    setShownClock('local');
    expect(formatTime(timeMs)).toBe('00:07');
    expect(formatTime(1e300)).toBe('unknown');
  });

  it('says the day as the shown clock has it', () => {
    process.env.TZ = 'Asia/Shanghai';
    const nowMs = Date.parse('2026-11-23T12:16:00Z');
    const due = (iso: string) => formatDue(Date.parse(iso), nowMs);
    expect(due('2026-11-23T16:07:00Z')).toBe('16:07 UTC');
    setShownClock('local');
    expect(due('2026-11-23T15:59:00Z')).toBe('23:59');
    expect(due('2026-11-23T16:07:00Z')).toBe('00:07 tomorrow');
    expect(due('2026-11-22T12:00:00Z')).toBe('20:00 yesterday');
    expect(due('2026-11-26T12:00:00Z')).toBe('20:00 Thu');
    expect(due('2026-12-01T12:00:00Z')).toBe('2026-12-01');
    expect(formatDue(Number.NaN, nowMs)).toBe('unknown');
  });
});
