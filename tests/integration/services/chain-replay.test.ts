/**
 * The chain service against recorded mainnet and calibration data, served over real HTTP and WebSocket.
 * Expectations are read from the recorded files and worked out here, not by Sextant's own formatters or fee code.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../electron/platform/ports.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import { buildConnection, type TestConnectionOptions, TestConnections } from '../../builders/active-connection.ts';
import { eventually } from '../../builders/eventually.ts';
import { hurriedClock } from '../../builders/hurried-clock.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { type ReplayNode, type ReplayOptions, startReplayNode } from '../../fakes/replay-node/replay-node.ts';

const CALIBRATION: TestConnectionOptions = { letter: 't', networkName: 'calibrationnet', genesisTimeMs: 1667326380_000 };
const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

/** A clock that stands where the recorded node's head is: what was recorded is years old. */
async function clockOfHead(node: ReplayNode): Promise<Clock> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Filecoin.ChainHead', params: [] });
  const response = await fetch(node.httpUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answer = (await response.json()) as { result: { Blocks: { Timestamp: number }[] } };
  const shiftMs = (answer.result.Blocks[0]?.Timestamp ?? 0) * 1000 - Date.now();
  return { ...systemClock, nowMs: () => Date.now() + shiftMs };
}

async function follow(replay: ReplayOptions, options: TestConnectionOptions & { isPolling?: boolean } = {}) {
  const node = await startReplayNode(replay);
  cleanups.push(() => node.stop());
  const { connection, tap, close } = buildConnection(
    { httpUrl: node.httpUrl, ...(options.isPolling === true ? {} : { wsUrl: node.wsUrl }) },
    options,
  );
  cleanups.push(close);
  const connections = new TestConnections(connection);
  const recorded = await clockOfHead(node);
  // Polls are a second apart, and some things take a dozen of them.
  const clock = options.isPolling === true ? { ...recorded, sleep: hurriedClock(10).sleep } : recorded;
  const service = new ChainService({ connections, clock, logger: quietLogger });
  service.start();
  cleanups.push(() => service.stop());
  await eventually(() => service.slice.get().head !== undefined, 'a first head');
  return { node, service, tap, connections };
}

async function headIs(service: ChainService, key: readonly string[]): Promise<void> {
  await eventually(() => service.slice.get().head?.key.join() === key.join(), `head ${key[0]} of ${key.length}`);
}

/** Pushes every recorded frame and checks the head after each. */
async function pushAll(node: ReplayNode, service: ChainService): Promise<number> {
  let pushed = 0;
  for (;;) {
    await eventually(() => node.subscriberCount > 0, 'a subscription');
    const frame = node.pushFrame();
    if (frame === undefined) {
      return pushed;
    }
    pushed++;
    if (frame.headAfter !== undefined) {
      await headIs(service, frame.headAfter);
      expect(service.slice.get().head?.height).toBe(frame.heightAfter);
    }
  }
}

describe('recorded ChainNotify frames', () => {
  it('moves the head as recorded, forward, back and through a reorg (mainnet 1 to 3)', async () => {
    const { node, service } = await follow({ network: 'mainnet', frames: 'mainnet-1-to-3' });
    await eventually(() => service.slice.get().status === 'live', 'a live stream');
    expect(await pushAll(node, service)).toBeGreaterThanOrEqual(6);
    await eventually(() => service.slice.get().reorgs.length === 2, 'both reorgs');
    const { reorgs, strip } = service.slice.get();
    expect(reorgs.map(({ depth }) => depth)).toEqual([2, 1]);
    expect(reorgs[0]).toMatchObject({ reverted: [{ height: 3 }, { height: 2 }], applied: [{ height: 2 }, { height: 3 }] });
    expect(reorgs[1]).toMatchObject({ reverted: [{ height: 3, blockCount: 1 }], applied: [] });
    await eventually(() => service.slice.get().strip[0]?.height === 0, 'the strip back to genesis');
    expect(strip.at(-1)?.height).toBe(3);
  });

  it('takes the everyday reorg: the same height with one more block (mainnet 3573066)', async () => {
    const { node, service } = await follow({ network: 'mainnet', frames: 'mainnet-3573066-same-height' });
    await eventually(() => service.slice.get().status === 'live', 'a live stream');
    expect(service.slice.get().head?.blockCount).toBe(8);
    await pushAll(node, service);
    expect(service.slice.get().head?.blockCount).toBe(9);
    expect(service.slice.get().reorgs).toMatchObject([
      { depth: 1, reverted: [{ height: 3573066, blockCount: 8 }], applied: [{ height: 3573066, blockCount: 9 }] },
    ]);
  });

  it('subscribes again after the server closed the stream, and after the connection broke', async () => {
    const { node, service } = await follow({ network: 'mainnet', frames: 'mainnet-1-to-3' });
    await eventually(() => node.subscriberCount === 1, 'a subscription');
    node.dropSockets();
    node.pushFrame();
    node.pushFrame();
    await eventually(() => node.subscriberCount === 1 && service.slice.get().status === 'live', 'a new subscription');
    await eventually(() => service.slice.get().head?.height === 3, 'the heads missed meanwhile');
    expect(service.slice.get().strip.map(({ height }) => height)).toContain(2);
  });

  it('polls where there is no stream, and says so', async () => {
    const { node, service } = await follow({ network: 'mainnet', frames: 'mainnet-1-to-3' }, { isPolling: true, chainPaceMs: 1000 });
    await eventually(() => service.slice.get().status === 'polling', 'polling');
    node.pushFrame();
    node.pushFrame();
    await eventually(() => service.slice.get().head?.height === 3, 'the polled head');
    expect(node.calls).not.toContain('ChainNotify');
  });

  it('ignores polls that go back to a tipset that it holds: their backend is behind', async () => {
    const { node, service } = await follow({ network: 'mainnet', headHeight: 3 }, { isPolling: true, chainPaceMs: 1000 });
    const polls = () => node.calls.filter((method) => method === 'ChainHead').length;
    node.setHead(2);
    const before = polls();
    await eventually(() => polls() > before + 1, 'two more polls');
    expect(service.slice.get()).toMatchObject({ head: { height: 3 }, reorgs: [] });
  });

  it('starts afresh when another connection becomes active', async () => {
    const { service, connections } = await follow({ network: 'mainnet', headHeight: 3 });
    const other = await startReplayNode({ network: 'calibnet', headHeight: 1698055 });
    cleanups.push(() => other.stop());
    const { connection, close } = buildConnection(other, CALIBRATION);
    cleanups.push(close);
    connections.setActive({ ...connection, id: 'second' });
    expect(service.slice.get()).toMatchObject({ connectionId: 'second', strip: [], reorgs: [] });
    expect(service.slice.get()).not.toHaveProperty('head');
    await eventually(() => service.slice.get().head?.height === 1698055, 'the head of the other network');
    connections.setActive(undefined);
    await eventually(() => service.slice.get().problem?.code === 'not-connected', 'no connection');
  });
});

describe('an endpoint that goes away', () => {
  it('is told in plain words while the last head stays, and found again when it is back', async () => {
    const { node, service } = await follow({ network: 'mainnet', headHeight: 2 });
    await eventually(() => service.slice.get().status === 'live', 'a live stream');
    await node.stop();
    const failed = await eventually(() => (service.slice.get().status === 'failed' ? service.slice.get() : undefined), 'the failure');
    expect(failed.problem?.code).toBe('endpoint-unreachable');
    expect(failed.problem?.message).toMatch(/\.$/);
    expect(failed.head?.height).toBe(2);
    const again = await startReplayNode({ network: 'mainnet', headHeight: 3, port: Number(new URL(node.httpUrl).port) });
    cleanups.push(() => again.stop());
    await eventually(() => service.slice.get().head?.height === 3, 'the head of the node that came back');
    await eventually(() => service.slice.get().status === 'live', 'a live stream again');
    expect(service.slice.get()).not.toHaveProperty('problem');
  });

  it('is called stale when its head is old, unless it is a practice chain with a time of its own', async () => {
    const statusOf = async (options: TestConnectionOptions) => {
      const node = await startReplayNode({ network: 'mainnet', headHeight: 3 });
      cleanups.push(() => node.stop());
      const { connection, close } = buildConnection(node, options);
      cleanups.push(close);
      const service = new ChainService({ connections: new TestConnections(connection), clock: systemClock, logger: quietLogger });
      service.start();
      cleanups.push(() => service.stop());
      return eventually(() => (service.slice.get().head === undefined ? undefined : service.slice.get()), 'a head');
    };
    const old = await statusOf({});
    expect(old.status).toBe('stale');
    expect(old.problem).toMatchObject({ code: 'stale', message: expect.stringContaining('is from 2020-08-24 22:01:30 UTC') });
    expect((await statusOf({ chainPaceMs: 1000 })).status).not.toBe('stale');
  });

  it('is called stale when its head stands still for too long', async () => {
    const node = await startReplayNode({ network: 'mainnet', headHeight: 3 });
    cleanups.push(() => node.stop());
    let offsetMs = 0;
    const recorded = await clockOfHead(node);
    const clock: Clock = {
      ...systemClock,
      nowMs: () => recorded.nowMs() + offsetMs,
      after: (delayMs, run) => systemClock.after(delayMs / 100, run),
    };
    const { connection, close } = buildConnection(node);
    cleanups.push(close);
    const service = new ChainService({ connections: new TestConnections(connection), clock, logger: quietLogger });
    service.start();
    cleanups.push(() => service.stop());
    await eventually(() => service.slice.get().status === 'live', 'a live stream');
    offsetMs = 119_000;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(service.slice.get().status).toBe('live');
    offsetMs = 125_000;
    const stale = await eventually(() => (service.slice.get().status === 'stale' ? service.slice.get() : undefined), 'staleness');
    expect(stale.problem?.message).toContain('No new head');
    offsetMs = 605_000;
    await eventually(() => service.slice.get().problem?.message.includes('for 605 seconds'), 'words that count on');
    node.setHead(2);
    await eventually(() => service.slice.get().status === 'live', 'freshness by another head');
  });
});
