/** One suite for every host: what a document may rely on, whatever carries it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../renderer/client/create-client.ts';
import type { Transport } from '../../renderer/client/transport.ts';
import type { Zone } from '../../shared/ipc/define.ts';
import type { HostMessage } from '../../shared/ipc/wire.ts';
import { startIpcHost } from './hosts/ipc.ts';
import { startMemoryHost } from './hosts/memory.ts';
import type { SampleHost } from './hosts/sample-host.ts';
import { startSocketHost } from './hosts/socket.ts';
import type { Item, Sample } from './sample.ts';
import { createSample, sampleContract } from './sample.ts';

describe.each([
  { name: 'memory', start: startMemoryHost },
  { name: 'ws', start: startSocketHost },
  { name: 'ipc', start: startIpcHost },
])('$name host', ({ start }) => {
  let sample: Sample;
  let host: SampleHost;

  beforeEach(async () => {
    sample = createSample();
    host = await start(sample);
  });

  afterEach(async () => {
    await host.close();
  });

  async function openClient<Z extends Zone>(zone: Z) {
    return createClient(sampleContract, await host.open(zone), zone);
  }

  /** Sends a call without a client, as a document that pays no heed to its zone could. */
  async function sendRaw(zone: Zone, message: Parameters<Transport['send']>[0]): Promise<HostMessage> {
    const transport = await host.open(zone);
    await vi.waitFor(() => expect(transport.getStatus()).toBe('connected'));
    return new Promise((resolve) => {
      transport.onMessage(resolve);
      transport.send(message);
    });
  }

  test('a call answers with what the service returned', async () => {
    const client = await openClient('app');
    const input = {
      text: 'gap \u202e end \u0000',
      amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    };
    await expect(client.plain.getEcho(input)).resolves.toEqual(input);
  });

  test('an absent field stays absent', async () => {
    const client = await openClient('app');
    const reply = await client.plain.getEcho({ text: 'a', amount: '1' });
    expect(Object.keys(reply)).toEqual(['text', 'amount']);
  });

  test('many calls at once find their own answers', async () => {
    const client = await openClient('app');
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => client.plain.getEcho({ text: `call ${index}`, amount: String(index) })),
    );
    expect(replies.map((reply) => reply.text)).toEqual(Array.from({ length: 200 }, (_, index) => `call ${index}`));
  });

  test('input that does not fit is refused before the service, with the field', async () => {
    const client = await openClient('app');
    await expect(client.plain.getEcho({ text: 'a', amount: '1.5' })).rejects.toMatchObject({
      name: 'SextantError',
      code: 'invalid-input',
      details: { fields: { amount: expect.any(String) } },
    });
  });

  test('an expected failure crosses as it is', async () => {
    const client = await openClient('app');
    await expect(client.plain.failAsExpected({})).rejects.toMatchObject({
      code: 'node-error',
      message: 'The node said no.',
      retryable: true,
      details: { nodeCode: -32000, nodeMessage: 'no' },
    });
  });

  test('a bug crosses as one generic error and is logged with its stack', async () => {
    const client = await openClient('app');
    const error: Error = await client.plain.failAsBug({}).then(
      () => new Error('nothing was thrown'),
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code: 'internal' });
    expect(JSON.stringify(error) + error.message).not.toContain('private detail');
    expect(sample.lines.filter((line) => line.level === 'error')).toEqual([
      {
        level: 'error',
        message: expect.any(String),
        fields: { call: 'plain.failAsBug', stack: expect.stringContaining('private detail') },
      },
    ]);
  });

  test('a reply that does not fit its schema is a bug', async () => {
    const client = await openClient('app');
    await expect(client.plain.answerWrongly({})).rejects.toMatchObject({ code: 'internal' });
  });

  test.each([
    { zone: 'app', name: 'guarded.unlock', code: 'forbidden' },
    { zone: 'approval', name: 'plain.getEcho', code: 'forbidden' },
    { zone: 'app', name: 'plain.missing', code: 'unknown-call' },
    { zone: 'app', name: 'plain.counted', code: 'unknown-call' },
    { zone: 'app', name: 'constructor.name', code: 'unknown-call' },
    { zone: 'app', name: '__proto__.toString', code: 'unknown-call' },
  ] as const)('$zone may not call $name: $code', async ({ zone, name, code }) => {
    const message = await sendRaw(zone, { type: 'call', id: 1, name, input: { secret: 'x', text: 'a', amount: '1' } });
    expect(message).toMatchObject({ type: 'reply', id: 1, reply: { ok: false, error: { code } } });
    expect(sample.changed.get()).toEqual({ isOpen: false });
  });

  test.each([
    { zone: 'app', topic: 'guarded.changed', code: 'forbidden' },
    { zone: 'approval', topic: 'plain.counted', code: 'forbidden' },
    { zone: 'app', topic: 'plain.getEcho', code: 'unknown-call' },
    { zone: 'app', topic: 'plain.missing', code: 'unknown-call' },
  ] as const)('$zone may not watch $topic: $code', async ({ zone, topic, code }) => {
    expect(await sendRaw(zone, { type: 'subscribe', topic })).toMatchObject({ type: 'refused', topic, error: { code } });
  });

  test('each zone has its own calls and topics', async () => {
    const trusted = await openClient('approval');
    expect(Object.keys(trusted)).toEqual(['guarded']);
    const states: boolean[] = [];
    trusted.guarded.changed.subscribe((value) => states.push(value.isOpen));
    await expect(trusted.guarded.unlock({ secret: 'x' })).resolves.toEqual({ isOpen: true });
    await vi.waitFor(() => expect(states).toEqual([false, true]));
    expect(Object.keys(await openClient('app'))).toEqual(['plain']);
  });

  test('a value topic starts with a snapshot and ends at the last value', async () => {
    const client = await openClient('app');
    const seen: number[] = [];
    client.plain.counted.subscribe((value) => seen.push(value.count));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    for (let count = 1; count <= 50; count += 1) sample.counted.set({ count });
    await vi.waitFor(() => expect(seen.at(-1)).toBe(50));
    expect(seen.length).toBeLessThan(10);
  });

  test('a list topic follows what is put and removed, in order and within its limit', async () => {
    const client = await openClient('app');
    sample.listed.put([
      { id: 1, text: 'a' },
      { id: 2, text: 'b' },
    ]);
    let items: readonly Item[] | undefined;
    client.plain.listed.subscribe((value) => {
      items = value;
    });
    await vi.waitFor(() => expect(items).toEqual(sample.listed.items()));
    sample.listed.put([
      { id: 3, text: 'c' },
      { id: 1, text: 'changed' },
    ]);
    sample.listed.remove([2]);
    await vi.waitFor(() =>
      expect(items).toEqual([
        { id: 1, text: 'changed' },
        { id: 3, text: 'c' },
      ]),
    );
    for (let id = 4; id <= 9; id += 1) sample.listed.put([{ id, text: String(id) }]);
    await vi.waitFor(() => expect(items?.map((item) => item.id)).toEqual([5, 6, 7, 8, 9]));
  });

  test('two watchers of one document share one subscription, and the service sees when the last one leaves', async () => {
    const client = await openClient('app');
    const first: number[] = [];
    const second: number[] = [];
    const stopFirst = client.plain.counted.subscribe((value) => first.push(value.count));
    await vi.waitFor(() => expect(first).toEqual([0]));
    const stopSecond = client.plain.counted.subscribe((value) => second.push(value.count));
    expect(second).toEqual([0]);
    expect(sample.counted.subscriberCount).toBe(1);
    stopFirst();
    sample.counted.set({ count: 1 });
    await vi.waitFor(() => expect(second).toEqual([0, 1]));
    expect(first).toEqual([0]);
    stopSecond();
    await vi.waitFor(() => expect(sample.counted.subscriberCount).toBe(0));
  });

  test('a watcher that comes back gets a fresh snapshot', async () => {
    const client = await openClient('app');
    const seen: number[] = [];
    const stop = client.plain.counted.subscribe((value) => seen.push(value.count));
    await vi.waitFor(() => expect(seen).toEqual([0]));
    stop();
    sample.counted.set({ count: 7 });
    client.plain.counted.subscribe((value) => seen.push(value.count));
    await vi.waitFor(() => expect(seen).toEqual([0, 7]));
  });

  test('messages that do not parse are dropped, and the document goes on', async () => {
    const transport = await host.open('app');
    const client = createClient(sampleContract, transport, 'app');
    await client.plain.getEcho({ text: 'a', amount: '1' });
    transport.send(JSON.parse('{"type":"call","id":"one","name":"plain.getEcho"}'));
    transport.send(JSON.parse('["subscribe"]'));
    await expect(client.plain.getEcho({ text: 'b', amount: '2' })).resolves.toMatchObject({ text: 'b' });
    expect(sample.lines.filter((line) => line.level === 'warn')).toHaveLength(2);
  });
});
