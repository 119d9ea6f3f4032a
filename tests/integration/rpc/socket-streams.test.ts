import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { JsonRpcClient, type JsonRpcClientOptions } from '../../../electron/rpc/json-rpc-client.ts';
import type { NodeAnswer } from '../../../electron/rpc/node-client.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const OPTIONS = { cause: 'test' };

let node: ScriptedNode;
let tap: RecordingTap;
const clients: JsonRpcClient[] = [];

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
  clients.push(client);
  return client;
}

/** Opens channel 7 for every ChainNotify and sends the given items on it. */
function serveItems(items: readonly string[]): void {
  node.onFrame((socket, { call }) => {
    if (call.method === 'Filecoin.ChainNotify') {
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":7}`);
      for (const item of items) {
        socket.send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[7,${item}]}`);
      }
    }
  });
}

async function take(stream: AsyncIterable<NodeAnswer<unknown>>, count: number): Promise<NodeAnswer<unknown>[]> {
  const taken: NodeAnswer<unknown>[] = [];
  for await (const item of stream) {
    taken.push(item);
    if (taken.length === count) {
      break;
    }
  }
  return taken;
}

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
});
afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.close();
  }
  await node.stop();
});

describe('a subscription', () => {
  test('is registered, yields its items in order and exactly, and is cancelled by its request id when the reader leaves', async () => {
    serveItems(['{"n":1}', '{"n":18446744073709551615}']);
    const items = await take(connect({ token: 'secret' }).subscribe('ChainNotify', [], OPTIONS), 2);
    expect(items.map(({ value }) => value)).toEqual([{ n: 1 }, { n: 18446744073709551615n }]);
    expect(items.map(({ call }) => call.isFrame)).toEqual([true, true]);
    expect(node.upgrades[0]?.authorization).toBe('Bearer secret');
    const [opened] = node.frames;
    expect(opened?.call).toMatchObject({ method: 'Filecoin.ChainNotify', params: [] });
    const cancel = await eventually(() => node.frames.find(({ call }) => call.method === 'xrpc.cancel'), 'the cancel frame');
    expect(cancel.call).toEqual({ jsonrpc: '2.0', method: 'xrpc.cancel', params: [opened?.call.id] });
  });

  test('names the changes of the chain that an item tells', async () => {
    const change = (type: string, height: unknown) => ({ Type: type, Val: { Cids: [], Blocks: [], Height: height } });
    serveItems([
      JSON.stringify([change('revert', 6562207), change('apply', 6562208)]),
      JSON.stringify([change('apply <b>', 1), { Type: 'apply' }, null, 7]),
      '{"n":1}',
    ]);
    await take(connect().subscribe('ChainNotify', [], OPTIONS), 3);
    const frames = tap.calls.filter(({ start }) => start.kind === 'frame');
    expect(frames.map(({ start }) => start.paramsText)).toEqual(['revert 6562207, apply 6562208', '', '']);
  });

  test('records the registration and every item', async () => {
    serveItems(['1', '2']);
    const items = await take(connect().subscribe('ChainNotify', [], { cause: 'chain: head' }), 2);
    const mine = tap.calls.filter(({ start }) => start.kind !== 'event');
    expect(mine.map(({ start }) => [start.transport, start.kind, start.cause, start.parentId])).toEqual([
      ['ws', 'call', 'chain: head', undefined],
      ['ws', 'frame', 'chain: head', 1],
      ['ws', 'frame', 'chain: head', 1],
    ]);
    expect(items.map(({ call }) => call.id)).toEqual(mine.slice(1).map(({ id }) => id));
    // An item is a moment: what lasts until the next one is no time that a call took.
    expect(mine.slice(1).map(({ end }) => end?.tookMs)).toEqual([0, 0]);
    expect(String(mine[1]?.end?.response)).toContain('xrpc.ch.val');
    const events = tap.calls.filter(({ start }) => start.kind === 'event');
    expect(events.map(({ start }) => [start.method, start.parentId])).toEqual([
      ['opened', undefined],
      ['cancelled', 1],
    ]);
  });

  test('ends when the server closes the channel', async () => {
    node.onFrame((socket, { call }) => {
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":1}`);
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[1,"only"]}');
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.close","params":[1]}');
    });
    const items = await take(connect().subscribe('ChainNotify', [], OPTIONS), 5);
    expect(items.map(({ value }) => value)).toEqual(['only']);
  });

  test('ends when its signal aborts', async () => {
    serveItems(['1']);
    const stop = new AbortController();
    const seen: unknown[] = [];
    for await (const { value } of connect().subscribe('ChainNotify', [], { ...OPTIONS, signal: stop.signal })) {
      seen.push(value);
      stop.abort();
    }
    expect(seen).toEqual([1]);
  });

  test('ends when the client is closed, and no failure is recorded', async () => {
    serveItems(['1']);
    const client = connect();
    for await (const _item of client.subscribe('ChainNotify', [], OPTIONS)) {
      client.close();
    }
    expect(tap.calls.filter(({ end }) => end?.failure !== undefined)).toEqual([]);
  });

  test('fails when the connection drops, and can be opened again on a new connection', async () => {
    serveItems(['"first"']);
    const client = connect();
    const dropped = failureOf(
      (async () => {
        for await (const _item of client.subscribe('ChainNotify', [], OPTIONS)) {
          node.dropSockets();
        }
      })(),
    );
    const loss = await dropped;
    expect(loss.code).toBe('endpoint-unreachable');
    expect(tap.calls[(loss.details?.callId ?? 0) - 1]).toMatchObject({
      start: { kind: 'frame' },
      end: { failure: { code: 'endpoint-unreachable' } },
    });
    serveItems(['"second"']);
    const [again] = await take(client.subscribe('ChainNotify', [], OPTIONS), 1);
    expect(again?.value).toBe('second');
    expect(node.upgrades).toHaveLength(2);
  });

  test('is refused as any call may be', async () => {
    node.onFrame((socket, { call }) => {
      socket.send(
        `{"jsonrpc":"2.0","id":${call.id},"error":{"code":1,"message":"missing permission to invoke 'ChainNotify' (need 'read')"}}`,
      );
    });
    const error = await failureOf(take(connect().subscribe('ChainNotify', [], OPTIONS), 1));
    expect(error.code).toBe('endpoint-unauthorised');
    expect(error.details?.callId).toBe(1);
  });

  test('that opens no channel is a bad reply', async () => {
    node.onFrame((socket, { call }) => socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":{"Height":1}}`));
    expect((await failureOf(take(connect().subscribe('ChainHead', [], OPTIONS), 1))).code).toBe('endpoint-bad-reply');
  });

  test('needs a WebSocket address', () => {
    const client = connect({ wsUrl: '' });
    expect(client.hasStream).toBe(false);
    expect(() => client.subscribe('ChainNotify', [], OPTIONS)).toThrow(SextantError);
  });
});

describe('what else may come over the wire', () => {
  test('torn frames, frames of others and answers to nothing are passed over', async () => {
    node.onFrame((socket, { call }) => {
      socket.send('{"jsonrpc":"2.0","id":');
      socket.send('[1,2,3]');
      socket.send('"text"');
      socket.send('{"jsonrpc":"2.0","id":4711,"result":1}');
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[99,"not mine"]}');
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.val"}');
      socket.send('{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":{}}}');
      socket.send(Buffer.from(`{"jsonrpc":"2.0","id":${call.id},"result":3}`));
      socket.send('{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[3,"mine"]}');
    });
    const [item] = await take(connect().subscribe('ChainNotify', [], OPTIONS), 1);
    expect(item?.value).toBe('mine');
  });

  test('a frame beyond the cap ends the connection', async () => {
    serveItems([JSON.stringify('x'.repeat(50_000))]);
    const error = await failureOf(take(connect({ maxReplyBytes: 10_000 }).subscribe('ChainNotify', [], OPTIONS), 1));
    expect(error.code).toBe('endpoint-unreachable');
  });

  test('a server that never answers is given up, and told so', async () => {
    const error = await failureOf(take(connect().subscribe('ChainNotify', [], { ...OPTIONS, timeoutMs: 100 }), 1));
    expect(error.code).toBe('endpoint-timeout');
    await eventually(() => node.frames.some(({ call }) => call.method === 'xrpc.cancel'), 'the cancel frame');
  });

  test('a refused upgrade says why', async () => {
    node.refuseUpgrades(401);
    const error = await failureOf(take(connect().subscribe('ChainNotify', [], OPTIONS), 1));
    expect(error.code).toBe('endpoint-unauthorised');
    expect(error.details?.httpStatus).toBe(401);
  });

  test('attempts after failures wait longer each time', async () => {
    node.refuseUpgrades(503);
    const waits: number[] = [];
    const clock = {
      ...systemClock,
      monotonicMs: () => 0,
      sleep: (delayMs: number) => {
        waits.push(delayMs);
        return Promise.resolve();
      },
    };
    const client = connect({ clock });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await failureOf(take(client.subscribe('ChainNotify', [], OPTIONS), 1));
    }
    expect(waits).toEqual([0, 125, 250, 500]);
  });

  test('closing the client fails what waits', async () => {
    const client = connect();
    const waiting = failureOf(take(client.subscribe('ChainNotify', [], OPTIONS), 1));
    await eventually(() => node.frames.length > 0, 'the subscription to be asked for');
    client.close();
    expect(['endpoint-unreachable', 'cancelled']).toContain((await waiting).code);
  });
});

describe('signs of life', () => {
  /** A clock whose timers run at once and whose time a test moves. */
  function movableClock(): { clock: JsonRpcClientOptions['clock']; move(ms: number): void } {
    let nowMs = 0;
    const after = (delayMs: number, run: () => void): (() => void) => systemClock.after(delayMs === 15_000 ? 2 : delayMs, run);
    return {
      clock: { ...systemClock, monotonicMs: () => nowMs, after },
      move: (ms) => {
        nowMs += ms;
      },
    };
  }

  test('a server that falls silent counts as gone', async () => {
    const silent = await startScriptedNode({ ignoresPings: true });
    silent.onFrame((socket, { call }) => socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":1}`));
    const { clock, move } = movableClock();
    const lost = failureOf(take(connect({ wsUrl: silent.wsUrl, clock }).subscribe('ChainNotify', [], OPTIONS), 1));
    await eventually(() => tap.calls[0]?.end !== undefined, 'the registration');
    move(46_000);
    expect((await lost).code).toBe('endpoint-timeout');
    await silent.stop();
  });

  test('its own pings are enough, even where it leaves ours without an answer', async () => {
    const silent = await startScriptedNode({ ignoresPings: true });
    let send: (item: string) => void = () => undefined;
    let ping: () => Promise<void> = async () => undefined;
    silent.onFrame((socket, { call }) => {
      socket.send(`{"jsonrpc":"2.0","id":${call.id},"result":1}`);
      send = (item) => socket.send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[1,"${item}"]}`);
      // The answer shows that the other side has seen it.
      ping = () => {
        const seen = new Promise<void>((resolve) => socket.once('pong', () => resolve()));
        socket.ping();
        return seen;
      };
    });
    const { clock, move } = movableClock();
    const items = take(connect({ wsUrl: silent.wsUrl, clock }).subscribe('ChainNotify', [], OPTIONS), 1);
    await eventually(() => tap.calls[0]?.end !== undefined, 'the registration');
    for (let round = 0; round < 4; round += 1) {
      move(40_000);
      await ping();
      await systemClock.sleep(10);
    }
    send('still here');
    expect((await items)[0]?.value).toBe('still here');
    await silent.stop();
  });
});
