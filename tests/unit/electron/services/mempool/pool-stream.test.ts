import { describe, expect, test } from 'vitest';
import type { NodeClient } from '../../../../../electron/rpc/node-client.ts';
import { type PoolChange, PoolStream } from '../../../../../electron/services/mempool/pool-stream.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';

const call = { id: 1, method: 'MpoolSub', tookMs: 0, atMs: 0, isCached: false };

/** A stream of these items, which then ends or fails; time passes by hand. */
function setUp(items: readonly unknown[], failure?: unknown) {
  const clock = { now: 1_000_000, nowMs: () => clock.now };
  const client = {
    hasStream: true,
    async *subscribe() {
      for (const value of items) yield { value, call };
      if (failure !== undefined) throw failure;
    },
  } as unknown as NodeClient;
  return { clock, stream: new PoolStream(client, clock, new AbortController().signal) };
}

async function readAll(stream: PoolStream, each: (change: PoolChange) => void = () => undefined): Promise<void> {
  for await (const change of stream.changes('test')) each(change);
}

const refusal = (code: ConstructorParameters<typeof SextantError>[0]) => new SextantError(code, 'no');

describe('the stream of a pool', () => {
  test('tells what comes and what goes, and is open meanwhile', async () => {
    const { stream } = setUp([
      { Type: 0, Message: 'a' },
      { Type: 1, Message: 'b' },
    ]);
    expect(stream.isDue).toBe(true);
    const told: unknown[] = [];
    await readAll(stream, ({ message, isThere }) => told.push([message, isThere, stream.isOpen, stream.isDue]));
    expect(told).toEqual([
      ['a', true, true, false],
      ['b', false, true, false],
    ]);
    expect(stream.isOpen).toBe(false);
  });

  test('is opened again later each time, up to a minute, and soon again when it had held', async () => {
    const { stream, clock } = setUp([]);
    const pauses: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      await readAll(stream);
      expect(stream.isDue).toBe(false);
      pauses.push(stream.pauseMs);
      clock.now += stream.pauseMs;
      expect(stream.isDue).toBe(true);
    }
    expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    const held = setUp([{ Type: 0, Message: 'a' }], refusal('endpoint-unreachable'));
    await readAll(held.stream, () => {
      held.clock.now += 20_000;
    });
    expect(held.stream.pauseMs).toBe(1000);
  });

  test.each(['method-not-served', 'endpoint-unauthorised'] as const)('is not tried again after %s', async (code) => {
    const { stream, clock } = setUp([], refusal(code));
    await readAll(stream);
    clock.now += 3_600_000;
    expect(stream.isDue).toBe(false);
  });

  test('ends with an item of another shape, and is tried again; a mistake of ours is not kept quiet', async () => {
    const { stream, clock } = setUp([{ Type: 'nonsense' }]);
    await readAll(stream);
    clock.now += 3_600_000;
    expect(stream.isDue).toBe(true);
    await expect(readAll(setUp([], new TypeError('a bug')).stream)).rejects.toThrow('a bug');
  });
});
