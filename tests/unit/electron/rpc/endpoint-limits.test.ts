import { describe, expect, test } from 'vitest';
import { EndpointLimits } from '../../../../electron/rpc/endpoint-limits.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';

const FIRST_LIMIT = 16;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(): { clock: ManualClock; limits: EndpointLimits } {
  const clock = new ManualClock();
  return { clock, limits: new EndpointLimits(clock) };
}

describe('places', () => {
  test('are given up to the limit; the others wait and are told for how long', async () => {
    const { clock, limits } = setUp();
    const places = Array.from({ length: FIRST_LIMIT }, () => limits.tryEnter(false));
    expect(places.every((place) => place?.queuedMs === 0)).toBe(true);
    expect(limits.tryEnter(false)).toBeUndefined();
    const waiting = limits.enter('chain: head', undefined);
    expect(limits.state).toMatchObject({ limit: FIRST_LIMIT, running: FIRST_LIMIT, waiting: 1 });
    clock.advance(250);
    places[0]?.succeeded();
    expect((await waiting).queuedMs).toBe(250);
    expect(limits.state).toMatchObject({ running: FIRST_LIMIT, waiting: 0 });
  });

  test('are ended once, however often that is said', () => {
    const { limits } = setUp();
    const place = limits.tryEnter(false);
    place?.succeeded();
    place?.left();
    expect(limits.state.running).toBe(0);
  });

  test('go round among those who ask, so that a thousand calls of one do not hold up another', async () => {
    const { limits } = setUp();
    const places = Array.from({ length: FIRST_LIMIT }, () => limits.tryEnter(false));
    const started: string[] = [];
    const ask = (cause: string): void => void limits.enter(cause, undefined).then(() => started.push(cause));
    for (const cause of ['miners: list', 'miners: list', 'miners: list', 'chain.poll', 'overview: head']) ask(cause);
    for (const place of places.slice(0, 5)) {
      place?.left();
      await turn();
    }
    expect(started).toEqual(['miners: list', 'chain.poll', 'overview: head', 'miners: list', 'miners: list']);
  });

  test('that are waited for can be left', async () => {
    const { limits } = setUp();
    for (let count = 0; count < FIRST_LIMIT; count += 1) limits.tryEnter(false);
    const leaving = new AbortController();
    const left = limits.enter('a', leaving.signal);
    const closed = limits.enter('a', undefined);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(limits.state.waiting).toBe(1);
    limits.close();
    await expect(closed).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(limits.state.waiting).toBe(0);
  });

  test('are free for what a person wrote by hand', () => {
    const { limits } = setUp();
    for (let count = 0; count < FIRST_LIMIT; count += 1) limits.tryEnter(false);
    expect(limits.tryEnter(true)?.queuedMs).toBe(0);
  });
});

describe('what is learned', () => {
  test('a refusal halves the number at a time, once for all calls that were sent before it', () => {
    const { clock, limits } = setUp();
    const places = Array.from({ length: FIRST_LIMIT }, () => limits.tryEnter(false));
    clock.advance(100);
    for (const place of places) place?.refused(undefined);
    expect(limits.state).toMatchObject({ limit: FIRST_LIMIT / 2, refusals: FIRST_LIMIT, lastRefusalAtMs: clock.nowMs() });
  });

  test('it never goes below one, and comes back slowly', () => {
    const { clock, limits } = setUp();
    for (let count = 0; count < 10; count += 1) {
      clock.advance(60_000);
      limits.tryEnter(true)?.refused(undefined);
    }
    expect(limits.state).toMatchObject({ limit: 1, perSecond: 0.5 });
    for (let count = 0; count < 3; count += 1) limits.tryEnter(true)?.succeeded();
    expect(limits.state.limit).toBe(3);
    for (let count = 0; count < 10_000; count += 1) limits.tryEnter(true)?.succeeded();
    expect(limits.state.limit).toBe(32);
    expect(limits.state.perSecond).toBeUndefined();
  });

  test('the budget lets calls go one after the other', async () => {
    const { clock, limits } = setUp();
    for (let count = 0; count < 20; count += 1) limits.tryEnter(true)?.left();
    limits.tryEnter(true)?.refused(undefined);
    expect(limits.state.perSecond).toBe(10.5);
    let started = 0;
    for (let count = 0; count < 3; count += 1) void limits.enter('a', undefined).then(() => (started += 1));
    const startedAfter = async (ms: number): Promise<number> => {
      clock.advance(ms);
      await turn();
      return started;
    };
    expect(await startedAfter(50)).toBe(0);
    expect(await startedAfter(50)).toBe(1);
    expect(await startedAfter(100)).toBe(2);
    expect(await startedAfter(100)).toBe(3);
  });

  test('Retry-After is kept to, and capped', async () => {
    const { clock, limits } = setUp();
    limits.tryEnter(false)?.refused(3_600_000);
    expect(limits.state.pausedMs).toBe(60_000);
    let isStarted = false;
    void limits.enter('a', undefined).then(() => {
      isStarted = true;
    });
    clock.advance(59_999);
    await turn();
    expect(isStarted).toBe(false);
    clock.advance(1);
    await turn();
    expect(isStarted).toBe(true);
  });

  test('what was cancelled or not reached says nothing', () => {
    const { limits } = setUp();
    for (let count = 0; count < 100; count += 1) limits.tryEnter(false)?.left();
    expect(limits.state).toEqual({ limit: FIRST_LIMIT, running: 0, waiting: 0, refusals: 0, pausedMs: 0 });
  });
});
