/** What else happens on a WebSocket: every frame is recorded, whoever it belongs to, and streams opened by hand are bounded. */
import { createHash } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { JsonRpcClient, type JsonRpcClientOptions } from '../../../electron/rpc/json-rpc-client.ts';
import type { NodeAnswer } from '../../../electron/rpc/node-client.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { type RecordedCall, RecordingTap } from '../../builders/recording-tap.ts';
import { type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const OPTIONS = { cause: 'test' };
const SUBSCRIPTION = `0x${'ab'.repeat(32)}`;

let node: ScriptedNode;
let tap: RecordingTap;
const cleanups: (() => unknown)[] = [];

function connect(options: Partial<JsonRpcClientOptions> = {}): JsonRpcClient {
  const client = new JsonRpcClient({
    connectionId: 'c',
    connectionName: 'C',
    httpUrl: node.httpUrl,
    wsUrl: node.wsUrl,
    namespace: 'Filecoin',
    tap,
    clock: systemClock,
    random: () => 0,
    ...options,
  });
  cleanups.push(() => client.close());
  return client;
}

async function take(stream: AsyncIterable<NodeAnswer<unknown>>, count: number): Promise<unknown[]> {
  const taken: unknown[] = [];
  for await (const { value } of stream) {
    taken.push(value);
    if (taken.length === count) break;
  }
  return taken;
}

const events = (): RecordedCall[] => tap.calls.filter(({ start }) => start.kind === 'event');
const eventNames = (): string[] => events().map(({ start }) => start.method);
const frames = (): RecordedCall[] => tap.calls.filter(({ start }) => start.kind === 'frame');

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
  cleanups.push(() => node.stop());
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('frames that belong to nobody', () => {
  test('are recorded as what they are, cut short', async () => {
    node.onFrame((socket, { call }) => {
      if (call.method !== 'Filecoin.ChainNotify') return;
      socket.send('{"jsonrpc":"2.0","id":');
      socket.send(JSON.stringify('x'.repeat(10_000)));
      socket.send('{"jsonrpc":"2.0","id":4711,"result":1}');
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[99,"not mine"]}');
      socket.send('{"jsonrpc":"2.0","id":5,"method":"Client.Ask","params":[]}');
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":3}`);
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":3}`);
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[3,"mine"]}');
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.close","params":[3]}');
    });
    expect(await take(connect().subscribe('ChainNotify', [], OPTIONS), 2)).toEqual(['mine']);
    expect(eventNames()).toEqual([
      'opened',
      'unreadable frame',
      'unmatched frame',
      'unmatched frame',
      'unmatched frame',
      'call from the node',
      'duplicate reply',
      'stream ended',
    ]);
    const cutBytes = events()[2]?.end?.response?.length ?? 0;
    expect(cutBytes).toBeGreaterThan(3000);
    expect(cutBytes).toBeLessThanOrEqual(4000);
    expect(
      events()
        .slice(-2)
        .map(({ start }) => start.parentId),
    ).toEqual([1, 1]);
    // A call of the node gets no answer: all that it was sent is the subscription.
    expect(node.frames.map(({ call }) => call.method)).toEqual(['Filecoin.ChainNotify']);
  });

  test('a reply that comes after it was given up is a late one', async () => {
    node.onFrame((socket, { call }) => {
      if (call.method === 'xrpc.cancel')
        socket.send(`{"jsonrpc":"2.0","id":${String(call.params?.[0])},"error":{"code":1,"message":"cancelled"}}`);
    });
    await failureOf(take(connect().subscribe('ChainNotify', [], { ...OPTIONS, timeoutMs: 30 }), 1));
    const late = await eventually(() => events().find(({ start }) => start.method === 'late reply'), 'the late reply');
    expect(late.start.parentId).toBe(1);
    expect(eventNames()).toEqual(['opened', 'cancelled', 'late reply']);
  });

  test('the end of a connection says how it ended, and the next subscription opens another', async () => {
    node.onFrame((socket, { call }) => {
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":1}`, () => socket.close(1013, 'try again later'));
    });
    const client = connect();
    expect(await failureOf(take(client.subscribe('ChainNotify', [], OPTIONS), 1))).toMatchObject({
      code: 'endpoint-unreachable',
      message: expect.stringMatching(/closed the WebSocket \(code 1013\)/),
    });
    expect(events().at(-1)?.start).toMatchObject({ method: 'closed', paramsText: '1013 try again later' });
    expect(frames().at(-1)).toMatchObject({ start: { parentId: 1 }, end: { failure: { code: 'endpoint-unreachable' } } });
    node.onFrame((socket, { call }) => {
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":1}`);
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[1,"again"]}');
    });
    expect(await take(client.subscribe('ChainNotify', [], OPTIONS), 1)).toEqual(['again']);
  });

  test('a half-open connection is noticed by its silence', async () => {
    // Accepts the upgrade and then never says anything again, as a host that has gone away does.
    const dead = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', (data) => {
        const key = /sec-websocket-key: (\S+)/i.exec(data.toString())?.[1] ?? '';
        const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
      });
      cleanups.push(() => socket.destroy());
    }).listen(0, '127.0.0.1');
    cleanups.push(() => dead.close());
    await new Promise((resolve) => dead.once('listening', resolve));
    let nowMs = 0;
    const after = (delayMs: number, run: () => void): (() => void) => systemClock.after(delayMs === 15_000 ? 2 : delayMs, run);
    const clock = { ...systemClock, monotonicMs: () => nowMs, after };
    const wsUrl = `ws://127.0.0.1:${(dead.address() as AddressInfo).port}/`;
    const lost = failureOf(take(connect({ wsUrl, clock }).subscribe('ChainNotify', [], OPTIONS), 1));
    await eventually(() => eventNames().includes('opened'), 'the connection');
    nowMs += 46_000;
    expect(await lost).toMatchObject({ code: 'endpoint-timeout', message: expect.stringMatching(/sent nothing for 45 s/) });
  });
});

describe('a subscription of the Ethereum methods', () => {
  test('is told by its text id, also where the first item comes before it, and ends with eth_unsubscribe', async () => {
    const item = (result: string): string =>
      `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${SUBSCRIPTION}","result":${result}}}`;
    node.onFrame((socket, { call }) => {
      if (call.method !== 'eth_subscribe') return;
      socket.send(item('{"number":"0x1"}'));
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":"${SUBSCRIPTION}"}`);
      socket.send(item('{"number":"0x2"}'));
    });
    expect(await take(connect().subscribe('eth_subscribe', ['newHeads'], OPTIONS), 2)).toEqual([{ number: '0x1' }, { number: '0x2' }]);
    expect(frames().map(({ start }) => start.parentId)).toEqual([1, 1]);
    const end = await eventually(() => node.frames.find(({ call }) => call.method === 'eth_unsubscribe'), 'the end');
    expect(end.call.params).toEqual([SUBSCRIPTION]);
  });
});

describe('a subscription opened by hand', () => {
  const serve = (): void =>
    node.onFrame((socket, { call }) => {
      if (call.method !== 'Filecoin.ChainNotify') return;
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":7}`);
      for (let count = 0; count < 3; count += 1) socket.send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[7,${count}]}`);
    });

  test('goes over the WebSocket, records its frames and ends with its signal', async () => {
    serve();
    const stop = new AbortController();
    const { id } = await connect().sendRaw('ChainNotify', '[]', { cause: 'user', signal: stop.signal });
    expect(tap.calls[id - 1]).toMatchObject({ start: { transport: 'ws', kind: 'call' }, end: { response: expect.anything() } });
    await eventually(() => frames().length === 3, 'its frames');
    expect(frames().every(({ start }) => start.parentId === id && start.cause === 'user')).toBe(true);
    expect(node.requests).toEqual([]);
    stop.abort();
    await eventually(() => node.frames.some(({ call }) => call.method === 'xrpc.cancel'), 'the cancel frame');
  });

  test('that is refused is recorded, not thrown', async () => {
    node.onFrame((socket, { call }) => socket.send(`{"jsonrpc":"2.0","id":${call.id},"error":{"code":1,"message":"no"}}`));
    const { id } = await connect().sendRaw('ChainNotify', '[]', { cause: 'user' });
    expect(tap.calls[id - 1]?.end?.failure?.code).toBe('node-error');
  });

  test('goes over HTTP where the connection has no WebSocket, and says why that does not do', async () => {
    const { id } = await connect({ wsUrl: '' }).sendRaw('ChainNotify', '[]', { cause: 'user' });
    expect(tap.calls[id - 1]?.start.transport).toBe('http');
  });
});

test.each([
  ['many items', 2100, 1000, '1'],
  ['few large ones', 5, 2, JSON.stringify('x'.repeat(24 * 1024 * 1024))],
])('a reader who is too slow for %s loses the subscription, and the node is told', async (_name, items, least, item) => {
  node.onFrame((socket, { call }) => {
    if (call.method !== 'Filecoin.ChainNotify') return;
    socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":7}`);
    for (let count = 0; count < items; count += 1) socket.send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[7,${item}]}`);
  });
  let count = 0;
  const error = await failureOf(
    (async () => {
      for await (const _item of connect().subscribe('ChainNotify', [], OPTIONS)) {
        count += 1;
        await eventually(() => node.frames.some(({ call }) => call.method === 'xrpc.cancel'), 'the cancel frame');
      }
    })(),
  );
  expect(error).toMatchObject({
    code: 'endpoint-bad-reply',
    message: expect.stringMatching(/sent items of ChainNotify faster than they could be read/),
  });
  expect(count).toBeGreaterThanOrEqual(least);
  expect(count).toBeLessThan(items);
});
