import { describe, expect, it } from 'vitest';
import {
  formatCountdown,
  formatDateTime,
  formatDuration,
  formatDurationInWords,
  formatEpochDistance,
  formatInteger,
  formatMoment,
  formatRelative,
  formatShare,
} from '../../../../shared/text/format.ts';
import { truncateAddress, truncateCid } from '../../../../shared/text/truncate.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson, readSharedText } from '../../../builders/shared-data.ts';

describe('format', () => {
  it('groups integers of any length', () => {
    expect(formatInteger('123456789012345678901')).toBe('123,456,789,012,345,678,901');
    expect(formatInteger(-1234)).toBe('−1,234');
    expect(formatInteger(7)).toBe('7');
  });

  it('takes shares without floats', () => {
    expect(formatShare(1n, 3n, 2)).toBe('33.33%');
    expect(formatShare(5n, 0n)).toBe('0%');
    expect(formatShare(1n, 1_000_000n, 4)).toBe('0.0001%');
  });

  it('says times in at most two units', () => {
    expect(formatDuration(90_000)).toBe('1 min 30 s');
    expect(formatDuration(11_520_000)).toBe('3 h 12 min');
    expect(formatRelative(1000, 9000)).toBe('8 s ago');
    expect(formatRelative(1_021_000, 1000)).toBe('in 17 min');
    const dayMs = 86_400_000;
    expect(formatRelative(0, 59 * dayMs)).toBe('59 d ago');
    expect(formatRelative(0, 60 * dayMs)).toBe('2 mo ago');
    expect(formatRelative(0, 364 * dayMs)).toBe('11 mo ago');
    expect(formatRelative(0, 365 * dayMs)).toBe('1 y ago');
    expect(formatRelative(0, 1250 * dayMs)).toBe('3 y 5 mo ago');
    expect(formatRelative(1250 * dayMs, 0)).toBe('in 3 y 5 mo');
    expect(formatCountdown(-5)).toBe('00:00');
    expect(formatCountdown(252_000)).toBe('04:12');
  });

  it('says durations in words, two units at most, the rest cut', () => {
    expect(formatDurationInWords(0)).toBe('0 seconds');
    expect(formatDurationInWords(999)).toBe('0 seconds');
    expect(formatDurationInWords(1999)).toBe('1 second');
    expect(formatDurationInWords(86_430_000)).toBe('1 day 30 seconds');
    expect(formatDurationInWords(1_468_800_000 + 3_599_000)).toBe('2 weeks 3 days');
    expect(formatDurationInWords(2 * 31_536_000_000)).toBe('2 years');
    expect(formatDurationInWords(-5)).toBe('0 seconds');
  });

  it('says how far an epoch is as Lotus’ commands do', () => {
    const { samples } = readSharedJson<{ samples: { file: string; head?: number }[] }>('cli/expected.json');
    let count = 0;
    for (const { file, head = 0 } of samples.filter((sample) => sample.file.startsWith('sectors-list.table-'))) {
      for (const [, height, words] of readSharedText(`cli/${file}`).matchAll(/(\d+) \((in [^)]+|[^)]+ ago|now)\)/g)) {
        expect(formatEpochDistance(Number(height), head, 30), `${file} ${height}`).toBe(words);
        count += 1;
      }
    }
    checked(count, 30, 'distances of epochs in command outputs');
  });

  it('does not fall over a date that no calendar has', () => {
    expect(formatDateTime(9e18)).toBe('unknown');
  });
});

describe('truncation', () => {
  it('keeps the kind and the end of a CID', () => {
    const cid = 'bafy2bzaceaesggm3loyfkzos2f7c7vsbrss5oxootlojhafru6vahl4z324zq';
    expect(truncateCid(cid, 'list')).toEqual({ kind: 'bafy', rest: '…l4z324zq', isWhole: false });
    expect(truncateCid(cid, 'whole')).toEqual({ kind: 'bafy', rest: cid.slice(4), isWhole: true });
  });

  it('never shortens an ID address', () => {
    expect(truncateAddress('t01234567890123456789', 'list').isWhole).toBe(true);
    expect(truncateAddress('f12bfjzzo2smaye2ars6mb4gsbvjr7qf6uvambdfa', 'list')).toEqual({
      kind: 'f1',
      rest: '2bfj…ambdfa',
      isWhole: false,
    });
    expect(truncateAddress('f410f4o3vk7w6fwabcdefghijklmnopgwzuva', 'list').kind).toBe('f410f');
  });

  it('dates a moment of another day than today', () => {
    const nowMs = Date.UTC(2026, 10, 21, 22, 0, 0);
    expect(formatMoment(Date.UTC(2026, 10, 21, 8, 0, 30), nowMs)).toBe('08:00:30 UTC');
    expect(formatMoment(Date.UTC(2026, 10, 20, 23, 59, 59), nowMs)).toBe('2026-11-20 23:59:59 UTC');
    expect(formatMoment(Date.UTC(2023, 4, 14, 8, 0, 30), nowMs)).toBe('2023-05-14 08:00:30 UTC');
    expect(formatMoment(Number.NaN, nowMs)).toBe('unknown');
  });
});
