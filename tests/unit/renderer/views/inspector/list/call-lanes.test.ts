import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfCall, extentOf, placeInSpan } from '../../../../../../renderer/views/inspector/list/call-extent.ts';
import { callLanes, neighbourOf } from '../../../../../../renderer/views/inspector/list/call-lanes.ts';
import { timeTicks } from '../../../../../../renderer/views/inspector/list/time-ticks.ts';
import type { CallSummary } from '../../../../../../shared/ipc/schemas/inspector.ts';

const NOW = 1_000_000;

function call(id: number, atMs: number, tookMs?: number, more: Partial<CallSummary> = {}): CallSummary {
  return {
    id,
    atMs,
    connectionId: 'c',
    connectionName: 'c',
    method: 'Filecoin.ChainHead',
    transport: 'http',
    kind: 'call',
    status: tookMs === undefined ? 'pending' : 'ok',
    paramsPreview: '',
    requestBytes: 1,
    cause: 'user',
    ...(tookMs === undefined ? {} : { tookMs }),
    ...more,
  };
}

const calls = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 200 })), { maxLength: 60 })
  .map((entries) => entries.map(([atMs, tookMs], id) => call(id, atMs, tookMs)));

describe('lanes', () => {
  it('never hold two calls at once, and are as few as calls overlap', () => {
    fc.assert(
      fc.property(calls, (given) => {
        const laned = callLanes(given, NOW, 1);
        expect(laned).toHaveLength(given.length);
        for (const one of laned) {
          for (const other of laned) {
            if (one === other || one.lane !== other.lane || other.call.atMs < one.call.atMs) continue;
            if (other.call.atMs === one.call.atMs && other.call.id < one.call.id) continue;
            expect(other.call.atMs).toBeGreaterThanOrEqual(Math.max(endOfCall(one.call, NOW), one.call.atMs + 1));
          }
        }
        const atOnce = given.map(
          ({ atMs }) => given.filter((entry) => entry.atMs <= atMs && Math.max(endOfCall(entry, NOW), entry.atMs + 1) > atMs).length,
        );
        expect(laned.reduce((most, { lane }) => Math.max(most, lane + 1), 0)).toBe(Math.max(0, ...atOnce));
      }),
    );
  });

  it('are walked by keys: in time, and to the nearest of the lane above or below', () => {
    const laned = callLanes([call(1, 0, 100), call(2, 10, 20), call(3, 60, 20), call(4, 200, 5)], NOW, 1);
    expect(laned.map(({ lane }) => lane)).toEqual([0, 1, 1, 0]);
    expect(neighbourOf(laned, 1, 'ArrowDown')?.id).toBe(2);
    expect(neighbourOf(laned, 3, 'ArrowUp')?.id).toBe(1);
    expect(neighbourOf(laned, 3, 'ArrowRight')?.id).toBe(4);
    expect(neighbourOf(laned, 1, 'ArrowLeft')).toBeUndefined();
    expect(neighbourOf(laned, undefined, 'ArrowLeft')?.id).toBe(4);
  });
});

describe('where a call stands in time', () => {
  it('a frame is a moment and a call without an answer lasts until now', () => {
    expect(endOfCall(call(1, 5, 700, { kind: 'frame' }), NOW)).toBe(5);
    expect(endOfCall(call(1, 5), NOW)).toBe(NOW);
    expect(extentOf([call(1, 5, 10), call(2, 7, 3)], NOW)).toEqual({ fromMs: 5, toMs: 15 });
    expect(extentOf([], NOW)).toBeUndefined();
  });

  it('is cut to the span', () => {
    expect(placeInSpan(call(1, 0, 100), { fromMs: 50, toMs: 150 }, NOW)).toEqual({ left: 0, width: 50 });
    expect(placeInSpan(call(1, 500, 100), { fromMs: 50, toMs: 150 }, NOW)).toEqual({ left: 100, width: 0 });
  });
});

describe('ticks', () => {
  it('are round moments with room for their words', () => {
    const day = Date.UTC(2026, 0, 1);
    expect(timeTicks({ fromMs: day + 30_500, toMs: day + 270_000 }, 400).map((tick) => tick.label)).toEqual([
      '00:01',
      '00:02',
      '00:03',
      '00:04',
    ]);
    for (const spanMs of [1, 30, 999, 60_000, 7_200_000, 40 * 86_400_000]) {
      const ticks = timeTicks({ fromMs: day, toMs: day + spanMs }, 1200);
      for (const [index, tick] of ticks.entries()) {
        const before = ticks[index - 1];
        if (before !== undefined) expect(((tick.left - before.left) / 100) * 1200).toBeGreaterThanOrEqual(89.9);
      }
    }
    expect(timeTicks({ fromMs: 5, toMs: 5 }, 800)).toEqual([]);
  });
});
