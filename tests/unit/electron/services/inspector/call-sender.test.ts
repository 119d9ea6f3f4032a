import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeClient, RawCallOptions } from '../../../../../electron/rpc/node-client.ts';
import { CallSender } from '../../../../../electron/services/inspector/call-sender.ts';
import { buildConnection, TestConnections } from '../../../../builders/active-connection.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { type RecordedCallParts, recordedBody, recordedCall } from '../../../../builders/recorded-call.ts';

interface Sent {
  readonly to: string;
  readonly what: unknown;
  readonly options: RawCallOptions;
  answer(): void;
}

let sent: Sent[];
let connections: TestConnections;
let sender: CallSender;
let clock: ManualClock;

function clientOf(to: string, real: NodeClient): NodeClient {
  const send = (what: unknown, options: RawCallOptions): Promise<{ id: number }> =>
    new Promise((resolve) => {
      const id = sent.length + 1;
      sent.push({ to, what, options, answer: () => resolve({ id }) });
      options.onBegun?.(id);
      options.signal?.addEventListener('abort', () => resolve({ id }));
    });
  return Object.assign(Object.create(real) as NodeClient, {
    sendRaw: (method: string, paramsText: string, options: RawCallOptions) => send([method, paramsText], options),
    sendRawBatch: (calls: unknown, options: RawCallOptions) => send(calls, options),
  });
}

beforeEach(() => {
  sent = [];
  clock = new ManualClock();
  const { connection } = buildConnection({ httpUrl: 'http://127.0.0.1:1', minerUrl: 'http://127.0.0.1:2' });
  const { client, miner = client } = connection;
  connections = new TestConnections({ ...connection, client: clientOf('node', client), miner: clientOf('miner', miner) });
  sender = new CallSender({ connections, clock });
});

const NODE_URL = 'http://127.0.0.1:1';
const atNode = (parts: RecordedCallParts = {}) => recordedCall({ url: NODE_URL, ...parts });

async function sentBy(action: Promise<unknown>): Promise<Sent> {
  await new Promise(setImmediate);
  const last = sent.at(-1);
  if (last === undefined) {
    throw new Error('nothing was sent');
  }
  last.answer();
  await action;
  return last;
}

describe('to another connection than the active one', () => {
  beforeEach(() => {
    const { client } = connections.requireChosen();
    connections.others.set('other', { connection: { id: 'other', name: 'Other', client: clientOf('other', client) }, closeCount: 0 });
  });
  const closeCount = () => connections.others.get('other')?.closeCount;

  test('goes there, and what was opened for it ends with its answer', async () => {
    const call = sender.sendCall({ method: 'ChainHead', params: '[]', connectionId: 'other' });
    await new Promise(setImmediate);
    expect(closeCount()).toBe(0);
    expect(await sentBy(call)).toMatchObject({ to: 'other', what: ['ChainHead', '[]'] });
    expect(closeCount()).toBe(1);
    const batch = sender.sendBatch({ calls: [{ method: 'a', params: '' }], connectionId: 'other' });
    expect(await sentBy(batch)).toMatchObject({ to: 'other' });
    expect(closeCount()).toBe(2);
  });

  test('a recorded call is sent again to the endpoint it went to, which is closed after it', async () => {
    const call = recordedCall({
      url: NODE_URL,
      summary: { connectionId: 'other' },
      request: '{"method":"Filecoin.ChainHead","params":[]}',
    });
    expect(await sentBy(sender.sendAgain(call, 'live'))).toMatchObject({ to: 'other', what: ['Filecoin.ChainHead', '[]'] });
    expect(closeCount()).toBe(1);
    connections.setActive(undefined);
    expect(await sentBy(sender.sendAgain(call, 'live'))).toMatchObject({ to: 'other' });
  });

  test('a stream keeps it open until it is stopped', async () => {
    await sentBy(sender.sendCall({ method: 'ChainNotify', params: '[]', connectionId: 'other' }));
    expect(closeCount()).toBe(0);
    sender.stopCall(1);
    expect(closeCount()).toBe(1);
  });

  test('is refused, and closed, where it has no such API, and where there is no such endpoint', async () => {
    await expect(sender.sendCall({ method: 'x', params: '', to: 'miner', connectionId: 'other' })).rejects.toThrow('no storage-miner API');
    expect(closeCount()).toBe(1);
    await expect(sender.sendCall({ method: 'x', params: '', connectionId: 'gone' })).rejects.toThrow('No such endpoint');
    expect(sent).toEqual([]);
  });
});

describe('by hand', () => {
  test('goes as written to the node or to its storage miner', async () => {
    expect(await sentBy(sender.sendCall({ method: 'ChainHead', params: '[ ]' }))).toMatchObject({ to: 'node', what: ['ChainHead', '[ ]'] });
    expect(await sentBy(sender.sendCall({ method: 'x', params: 'nonsense', to: 'miner' }))).toMatchObject({
      to: 'miner',
      what: ['x', 'nonsense'],
    });
    const batch = sender.sendBatch({
      calls: [
        { method: 'a', params: '1' },
        { method: 'b', params: '' },
      ],
    });
    expect((await sentBy(batch)).what).toEqual([
      { method: 'a', paramsText: '1' },
      { method: 'b', paramsText: '' },
    ]);
  });

  test('needs a connection, a miner where it is for one, and no stream in a batch', async () => {
    await expect(sender.sendBatch({ calls: [{ method: 'ChainNotify', params: '[]' }] })).rejects.toMatchObject({ code: 'invalid-input' });
    const { connection } = buildConnection({ httpUrl: 'http://127.0.0.1:1' });
    connections.setActive(connection);
    await expect(sender.sendCall({ method: 'x', params: '', to: 'miner' })).rejects.toMatchObject({ code: 'capability-missing' });
    connections.setActive(undefined);
    await expect(sender.sendCall({ method: 'x', params: '' })).rejects.toMatchObject({ code: 'not-connected' });
    expect(sent).toEqual([]);
  });
});

describe('stopping', () => {
  test('cancels a call under way, and nothing else', async () => {
    const slow = sender.sendCall({ method: 'StateWaitMsg', params: '[]' });
    await new Promise(setImmediate);
    sender.stopCall(99);
    expect(sent[0]?.options.signal?.aborted).toBe(false);
    sender.stopCall(1);
    expect(sent[0]?.options.signal?.aborted).toBe(true);
    expect(await slow).toEqual({ id: 1 });
  });

  test('a call that was answered is under way no more', async () => {
    const call = await sentBy(sender.sendCall({ method: 'ChainHead', params: '[]' }));
    sender.stopCall(1);
    expect(call.options.signal?.aborted).toBe(false);
  });

  test('a stream goes on after it was opened, until it is stopped, its time has run out, or three newer ones are open', async () => {
    const open = (method: string) => sentBy(sender.sendCall({ method, params: '[]' }));
    const first = await open('ChainNotify');
    const second = await open('eth_subscribe');
    expect([first.options.signal?.aborted, second.options.signal?.aborted]).toEqual([false, false]);
    sender.stopCall(1);
    expect(first.options.signal?.aborted).toBe(true);
    const later = [await open('Filecoin.MpoolSub'), await open('ChainNotify'), await open('ChainNotify')];
    expect(second.options.signal?.aborted).toBe(true);
    expect(later.map((stream) => stream.options.signal?.aborted)).toEqual([false, false, false]);
    clock.advance(10 * 60_000);
    expect(later.map((stream) => stream.options.signal?.aborted)).toEqual([true, true, true]);
  });
});

describe('again', () => {
  test('a recorded call goes as it was, to where it went', async () => {
    const params = '[9007199254740993, 1.0, 1e400, {"a":1,"a":2}]';
    const call = atNode({ request: `{"jsonrpc":"2.0","id":1,"method":"Filecoin.StateCall","params":${params}}` });
    expect(await sentBy(sender.sendAgain(call, 'live'))).toMatchObject({ to: 'node', what: ['Filecoin.StateCall', params] });
    const batch = atNode({ summary: { kind: 'batch' }, request: '[{"method":"ChainHead","params":[]},{"method":"Version"}]' });
    expect((await sentBy(sender.sendAgain(batch, 'live'))).what).toEqual([
      { method: 'ChainHead', paramsText: '[]' },
      { method: 'Version', paramsText: '' },
    ]);
  });

  test('the address tells the API, not the name of the method: both serve Version', async () => {
    const request = '{"method":"Filecoin.Version","params":[]}';
    expect(await sentBy(sender.sendAgain(atNode({ request }), 'live'))).toMatchObject({ to: 'node' });
    expect(await sentBy(sender.sendAgain(atNode({ request, url: 'http://127.0.0.1:2' }), 'live'))).toMatchObject({ to: 'miner' });
    await expect(sender.sendAgain(atNode({ request, url: 'http://127.0.0.1:3' }), 'live')).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('its URL changed'),
    });
  });

  test.each([
    '{"method":"Filecoin.MpoolPush","params":[]}',
    '{"method":"Filecoin.WalletSign","params":[]}',
    '{"method":"eth_sendRawTransaction","params":[]}',
    '{"method":"Filecoin.SomethingNew","params":[]}',
    '[{"method":"Filecoin.ChainHead","params":[]},{"method":"Filecoin.WalletNew","params":[]}]',
  ])('what may change something goes only after it was confirmed: %s', async (request) => {
    const call = atNode({ request, ...(request.startsWith('[') ? { summary: { kind: 'batch' as const } } : {}) });
    await expect(sender.sendAgain(call, 'live')).rejects.toMatchObject({ message: expect.stringContaining('needs confirmation') });
    expect(sent).toEqual([]);
    expect(await sentBy(sender.sendAgain(call, 'live', true))).toMatchObject({ to: 'node' });
  });

  test.each([
    ['masked', atNode({ request: '{"method":"x","params":["[masked]"]}' })],
    ['not recorded in full', atNode({ request: recordedBody('{"method":"x"', { isTruncated: true }) })],
    ['too long', atNode({ request: recordedBody('', { recordedBytes: 2_000_000 }) })],
    ['was removed', atNode({ summary: { connectionId: 'another' } })],
    ['Only calls', atNode({ summary: { kind: 'frame' } })],
    ['not valid JSON', atNode({ request: 'hello' })],
    ['names no method', atNode({ request: '{"params":[]}' })],
    ['names no method', atNode({ request: '[]' })],
  ])('is refused: %s', async (words, call) => {
    await expect(sender.sendAgain(call, 'live')).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining(words) });
    expect(sent).toEqual([]);
  });

  test('is refused for a saved session', async () => {
    await expect(sender.sendAgain(recordedCall(), 'session')).rejects.toMatchObject({ message: expect.stringContaining('saved session') });
  });
});
