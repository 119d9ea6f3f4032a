import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deadlineAt,
  deadlineWindow,
  EPOCHS,
  epoch,
  epochToTimeMs,
  nextDeadlineWindow,
  nullRoundsBetween,
  provingPeriodStart,
  timeMsToEpoch,
} from '../../../../../shared/domain/chain/epoch.ts';
import { NETWORKS, networkByName } from '../../../../../shared/domain/chain/networks.ts';
import { formatClock } from '../../../../../shared/text/format.ts';
import { checked } from '../../../../builders/checked.ts';
import { listSharedFiles, readSharedJson, readSharedText } from '../../../../builders/shared-data.ts';

interface Tipset {
  readonly Height: number;
  readonly Cids: readonly { '/': string }[];
  readonly Blocks: readonly { Height: number; Timestamp: number; Parents: readonly { '/': string }[] }[];
}

const anyClock = fc.oneof(
  fc.constantFrom(...NETWORKS),
  fc.record({
    genesisTimeMs: fc.integer({ min: 0, max: 2_000_000_000 }).map((seconds) => seconds * 1000),
    blockDelaySeconds: fc.integer({ min: 1, max: 60 }),
  }),
);
const anyHeight = fc.integer({ min: 0, max: 100_000_000 });

/** A published network's clock. */
function clockOf(name: string) {
  const network = networkByName(name);
  if (network === undefined) throw new Error(`${name} is not known.`);
  return network;
}

describe('time', () => {
  const tipsets = listSharedFiles('chain/tipsets').map((file) => {
    const [name = '', height] = file.replace('.json', '').split('-');
    const clock = clockOf(name === 'calibnet' ? 'calibrationnet' : name);
    return { file, clock, height: Number(height), tipset: readSharedJson<Tipset>(`chain/tipsets/${file}`) };
  });

  it('of every published block is the start of its epoch', () => {
    let blocks = 0;
    for (const { file, clock, height, tipset } of tipsets) {
      expect(tipset.Height, file).toBe(height);
      for (const block of tipset.Blocks) {
        expect(epochToTimeMs(block.Height, clock), file).toBe(block.Timestamp * 1000);
        expect(timeMsToEpoch(block.Timestamp * 1000, clock)).toBe(height);
        expect(timeMsToEpoch(block.Timestamp * 1000 + 29_999, clock)).toBe(height);
        expect(timeMsToEpoch(block.Timestamp * 1000 - 1, clock)).toBe(height - 1);
        blocks += 1;
      }
    }
    checked(blocks, 55, 'blocks with the time of their epoch');
  });

  it('of null rounds is nobody’s: a node answers with the tipset before or after', () => {
    let links = 0;
    for (const { tipset } of tipsets) {
      const parents = tipset.Blocks[0]?.Parents.map((link) => link['/']).join() ?? '';
      const parent = tipsets.find((candidate) => candidate.tipset.Cids.map((link) => link['/']).join() === parents);
      if (parent === undefined) continue;
      expect(nullRoundsBetween(tipset.Height - 1, parent.tipset.Height)).toBe(0);
      links += 1;
    }
    checked(links, 3, 'links between published tipsets without a null round');
    expect(nullRoundsBetween(10, 8)).toBe(2);
    expect(nullRoundsBetween(10, 12)).toBe(2);
  });

  it('and epoch are each other’s inverse on any clock', () => {
    fc.assert(
      fc.property(anyClock, anyHeight, fc.nat(), (clock, height, more) => {
        const timeMs = epochToTimeMs(height, clock);
        expect(timeMsToEpoch(timeMs, clock)).toBe(height);
        expect(timeMsToEpoch(timeMs + (more % (clock.blockDelaySeconds * 1000)), clock)).toBe(height);
        expect(timeMsToEpoch(timeMs - 1, clock)).toBe(height - 1);
      }),
    );
  });

  it('has no epochs between whole numbers', () => {
    expect(() => epoch(1.5)).toThrow(RangeError);
    expect(() => epoch(2 ** 53)).toThrow(RangeError);
    expect(epoch(-1)).toBe(-1);
  });
});

describe('deadlines', () => {
  it('agree with what nodes printed', () => {
    const { samples } = readSharedJson<{
      samples: {
        info: Record<string, number>;
        derived: { open: boolean; epochsToOpen: number; epochsToClose: number; secondsToClose: number; nextPeriodStart: number };
      }[];
    }>('miners/proving-deadline-info.json');
    for (const { info, derived } of samples) {
      const { CurrentEpoch: now = 0, PeriodStart: periodStart = 0, Index: index = 0 } = info;
      const window = deadlineWindow(periodStart, index);
      expect(window).toEqual({ index, open: info.Open, close: info.Close, challenge: info.Challenge, faultCutoff: info.FaultCutoff });
      expect([
        EPOCHS.deadlinesPerPeriod,
        EPOCHS.provingPeriod,
        EPOCHS.deadlineWindow,
        EPOCHS.challengeLookback,
        EPOCHS.faultCutoff,
      ]).toEqual([
        info.WPoStPeriodDeadlines,
        info.WPoStProvingPeriod,
        info.WPoStChallengeWindow,
        info.WPoStChallengeLookback,
        info.FaultDeclarationCutoff,
      ]);
      const clock = clockOf('mainnet');
      expect({
        open: window.open <= now && now < window.close,
        epochsToOpen: Math.max(0, window.open - now),
        epochsToClose: window.close - now,
        secondsToClose: (epochToTimeMs(window.close, clock) - epochToTimeMs(now, clock)) / 1000,
        nextPeriodStart: nextDeadlineWindow(periodStart, 0, periodStart + EPOCHS.deadlineWindow).open,
      }).toEqual(derived);
      // A window that has not closed stays the next one; once it has closed, the next one is a proving period later.
      expect(nextDeadlineWindow(periodStart, index, now)).toEqual(window);
      expect(nextDeadlineWindow(periodStart, index, window.close).open).toBe(window.open + EPOCHS.provingPeriod);
      expect(deadlineAt(periodStart, window.open)).toEqual({ periodStart, ...window });
    }
    checked(samples.length, 5, 'deadline infos of real nodes');
  });

  it('open at the times that Lotus printed', () => {
    const rows = [...readSharedText('cli/proving-deadlines.txt').matchAll(/^(\d+) +(\d\d:\d\d:\d\d) .*?(\(current\))?$/gm)];
    const clock = clockOf('mainnet');
    // Mainnet began at 22:00 UTC, so a period that starts at 03:00 starts five hours after a multiple of a day.
    const periodStart = 5 * EPOCHS.perHour;
    expect(rows[0]?.[2]).toBe('03:00:00');
    for (const [row, index, time, current] of rows) {
      const window = deadlineWindow(periodStart, Number(index));
      expect(formatClock(epochToTimeMs(window.open, clock)), row).toBe(time);
      expect(deadlineAt(periodStart, periodStart + 16 * EPOCHS.deadlineWindow).index === window.index).toBe(current !== undefined);
    }
    checked(rows.length, EPOCHS.deadlinesPerPeriod, 'opening times of deadlines');
  });

  it('come round every proving period', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2880, max: 10_000_000 }), fc.nat({ max: 47 }), anyHeight, (start, index, now) => {
        const window = nextDeadlineWindow(start, index, now);
        const first = deadlineWindow(start, index);
        expect(now).toBeLessThan(window.close);
        expect(window.open).toBeGreaterThanOrEqual(first.open);
        expect((window.open - first.open) % EPOCHS.provingPeriod).toBe(0);
        // The one before it has closed, or was before the first.
        if (window.open > first.open) expect(now).toBeGreaterThanOrEqual(window.close - EPOCHS.provingPeriod);
      }),
    );
  });

  it('hold every epoch in exactly one window', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2880, max: 10_000_000 }), anyHeight, (anyStart, now) => {
        const { periodStart, ...window } = deadlineAt(anyStart, now);
        expect(periodStart).toBe(provingPeriodStart(anyStart, now));
        expect(Math.abs(periodStart - anyStart) % EPOCHS.provingPeriod).toBe(0);
        expect(window).toEqual(deadlineWindow(periodStart, window.index));
        expect(window.open <= now && now < window.close).toBe(true);
        expect(nextDeadlineWindow(periodStart, window.index, now)).toEqual(window);
      }),
    );
  });

  it.each([-1, 48, 0.5, Number.NaN])('are 0 to 47, not %d', (index) => {
    expect(() => deadlineWindow(0, index)).toThrow(RangeError);
  });
});
