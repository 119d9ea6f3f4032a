/** Reads over the WebSocket: many at a time, cancelled there, sent over HTTP where it carries nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { JsonRpcClient } from '../../../electron/rpc/json-rpc-client.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const OPTIONS = { cause: 'test', prefersSocket: true, isKeptByCaller: true } as const;
const cidParams = (text: string) => [{ '/': text }];
let node: ScriptedNode;
let client: JsonRpcClient;
let tap: RecordingTap;
let skippedMs = 0;

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
  skippedMs = 0;
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + skippedMs };
  const { httpUrl, wsUrl } = node;
  client = new JsonRpcClient({ connectionId: 'c', connectionName: 'C', namespace: 'Filecoin', tap, clock, httpUrl, wsUrl });
  node.onRequest((request, response) => answer(response, 200, request, { result: 'http' }));
  node.onFrame((socket, { call }) => {
    if (call.id !== undefined) socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: 'socket' }));
  });
});
afterEach(async () => {
  client.close();
  await node.stop();
});

const read = (cid: string, signal?: AbortSignal) =>
  client.call('ChainReadObj', cidParams(cid), { ...OPTIONS, ...(signal === undefined ? {} : { signal }) });

describe('a read that prefers the WebSocket', () => {
  it('goes over it, is recorded, and is not kept', async () => {
    const first = await read('bafy1');
    expect(first.value).toBe('socket');
    expect(first.call).toMatchObject({ method: 'ChainReadObj', subject: 'bafy1', isCached: false });
    const recorded = tap.calls.find(({ id }) => id === first.call.id);
    expect(recorded?.start).toMatchObject({ transport: 'ws', kind: 'call', cause: 'test' });
    expect(recorded?.end?.response).toBeDefined();
    expect((await read('bafy1')).call.id).not.toBe(first.call.id);
    expect(node.frames).toHaveLength(2);
    expect(node.requests).toHaveLength(0);
  });

  it('is under way beside many others, whose replies come in any order', async () => {
    const waiting: (() => void)[] = [];
    node.onFrame((socket, { call }) => {
      waiting.unshift(() => socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: call.params?.[0] })));
      if (waiting.length === 12) for (const send of waiting) send();
    });
    const names = Array.from({ length: 12 }, (_, index) => `bafy${index}`);
    const answers = await Promise.all(names.map((name) => read(name)));
    expect(answers.map(({ value }) => value)).toEqual(names.map((name) => ({ '/': name })));
  });

  it('goes over HTTP at once where the WebSocket is refused, and does not try it again and again', async () => {
    node.refuseUpgrades(403);
    for (const name of ['bafy1', 'bafy2', 'bafy3']) {
      expect((await read(name)).value).toBe('http');
      skippedMs += 60_000;
    }
    expect(node.upgrades).toHaveLength(1);
  });

  it('goes over the WebSocket again once a subscription has opened it', async () => {
    node.refuseUpgrades(403);
    expect((await read('bafy1')).value).toBe('http');
    node.refuseUpgrades(undefined);
    skippedMs += 60_000;
    // This node opens no channel, which is told over a WebSocket that is open.
    const [failure] = await Promise.allSettled([client.subscribe('ChainNotify', [], { cause: 'test' })[Symbol.asyncIterator]().next()]);
    expect(failure).toMatchObject({ reason: { code: 'endpoint-bad-reply' } });
    expect((await read('bafy2')).value).toBe('socket');
  });

  it('goes over HTTP where the connection is lost on the way', async () => {
    node.onFrame((socket) => socket.terminate());
    expect((await read('bafy1')).value).toBe('http');
  });

  it('gives up where the node says no, without asking once more elsewhere', async () => {
    node.onFrame((socket, { call }) => {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code: 1, message: 'ipld: could not find bafy1' } }));
    });
    expect(await failureOf(read('bafy1'))).toMatchObject({ code: 'node-error', details: { nodeMessage: 'ipld: could not find bafy1' } });
    expect(node.requests).toHaveLength(0);
    // The node answered: its limits are learned from that as from a result.
    const { limit } = client.limits;
    for (let refused = 1; refused < limit; refused += 1) await failureOf(read('bafy1'));
    expect(client.limits.limit).toBe(limit + 1);
  });

  it('is asked again after "server busy"', async () => {
    node.onFrame((socket, { call }) => {
      const error = { code: 1, message: 'server busy. rate: Wait(n=2) would exceed context deadline' };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, error }));
    });
    expect((await read('bafy1')).value).toBe('http');
    expect(client.limits.refusals).toBe(1);
  });

  it('is cancelled at the node', async () => {
    node.onFrame(() => undefined);
    const stop = new AbortController();
    const under = failureOf(read('bafy1', stop.signal));
    await eventually(() => node.frames.length === 1, 'the call at the node');
    stop.abort();
    expect(await under).toMatchObject({ code: 'cancelled' });
    await eventually(() => node.frames.some(({ call }) => call.method === 'xrpc.cancel'), 'the cancellation');
    expect(node.requests).toHaveLength(0);
  });
});

it('a push never goes over the WebSocket, where it could be sent twice', async () => {
  await client.call('MpoolPush', [{}], OPTIONS);
  expect(node.frames).toHaveLength(0);
  expect(node.requests).toHaveLength(1);
});
