/** What the tap is told about an exchange besides its answer: where the time went, the connection, headers, packed bodies, attempts. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { defaultTimeoutMs } from '../../../electron/rpc/call-timeouts.ts';
import { JsonRpcClient } from '../../../electron/rpc/json-rpc-client.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { answer, answerText, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const OPTIONS = { cause: 'test' };

let node: ScriptedNode;
let tap: RecordingTap;
let client: JsonRpcClient;

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
  const httpUrl = node.httpUrl.replace('127.0.0.1', 'localhost');
  client = new JsonRpcClient({ connectionId: 'c', connectionName: 'C', httpUrl, namespace: 'Filecoin', tap, clock: systemClock });
});
afterEach(async () => {
  client.close();
  await node.stop();
});

test('a new connection tells name and handshake, a kept one neither', async () => {
  await client.call('ChainHead', [], OPTIONS);
  await client.call('ChainHead', [], OPTIONS);
  const [first, second] = tap.calls.map(({ end }) => end);
  expect(first?.isConnectionReused).toBe(false);
  expect(Object.keys(first?.phases ?? {})).toEqual(['dnsMs', 'connectMs', 'sendMs', 'waitMs', 'readMs']);
  expect(second?.isConnectionReused).toBe(true);
  expect(Object.keys(second?.phases ?? {})).toEqual(['sendMs', 'waitMs', 'readMs']);
  for (const end of [first, second]) {
    const phases = Object.values<number | undefined>(end?.phases ?? {}).map((ms = Number.NaN) => ms);
    expect(phases.every((ms) => ms >= 0)).toBe(true);
    expect(phases.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual((end?.tookMs ?? 0) + 1);
  }
});

test('waiting for a place is told', async () => {
  const waiting: (() => void)[] = [];
  node.onRequest((request, response) => waiting.push(() => answer(response, 200, request, { result: 1 })));
  const calls = Array.from({ length: 17 }, (_, index) => client.call('StateGetActor', [`f0${index}`, null], OPTIONS));
  await eventually(() => waiting.length === 16, 'as many calls as there are places');
  expect(client.limits).toMatchObject({ limit: 16, running: 16, waiting: 1 });
  node.onRequest((request, response) => answer(response, 200, request, { result: 1 }));
  for (const go of waiting) go();
  await Promise.all(calls);
  expect(tap.calls.map(({ end }) => end?.phases?.queuedMs).filter((ms) => ms !== undefined)).toEqual([expect.any(Number)]);
  expect(client.limits).toMatchObject({ running: 0, waiting: 0 });
});

test('a call that is cancelled while it waits for a place is never sent', async () => {
  node.onRequest(() => undefined);
  const stop = new AbortController();
  const all = Array.from({ length: 17 }, (_, index) =>
    failureOf(client.call('StateGetActor', [`f0${index}`, null], { ...OPTIONS, signal: stop.signal })),
  );
  await eventually(() => node.requests.length === 16, 'the calls that have a place');
  stop.abort();
  expect((await Promise.all(all)).every(({ code }) => code === 'cancelled')).toBe(true);
  expect(node.requests).toHaveLength(16);
});

test('headers of the answer are told, as many and as much as is good', async () => {
  node.onRequest((request, response) => {
    for (let count = 0; count < 100; count += 1) response.setHeader(`x-filler-${count}`, 'x'.repeat(count === 0 ? 5000 : 10));
    answer(response, 200, request, { result: 1 });
  });
  await client.call('ChainHead', [], OPTIONS);
  const headers = tap.calls[0]?.end?.responseHeaders ?? {};
  expect(Object.keys(headers)).toHaveLength(60);
  expect(headers['x-filler-0']).toHaveLength(1001);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a body packed as %s is unpacked, and recorded so', async (coding, pack) => {
  node.onRequest((request, response) => {
    response.writeHead(200, { 'Content-Encoding': coding });
    response.end(pack(JSON.stringify({ jsonrpc: '2.0', id: request.call.id, result: 'x'.repeat(10_000) })));
  });
  expect((await client.call('ChainHead', [], OPTIONS)).value).toHaveLength(10_000);
  expect(String(tap.calls[0]?.end?.response)).toContain('"result":"xxx');
});

test('Retry-After holds back every other call to the endpoint', async () => {
  node.onRequest((_request, response) => answerText(response, 429, '', { 'Retry-After': '2' }));
  const first = failureOf(client.call('StateWaitMsg', [], OPTIONS));
  expect((await first).code).toBe('endpoint-rate-limited');
  expect(client.limits).toMatchObject({ refusals: 1, limit: 8 });
  expect(client.limits.pausedMs).toBeGreaterThan(0);
  node.onRequest((request, response) => answer(response, 200, request, { result: 1 }));
  const { id } = await client.sendRaw('ChainHead', '[]', { cause: 'user' });
  expect(tap.calls[id - 1]?.end?.phases?.queuedMs).toBeUndefined();
  await client.call('ChainHead', [], OPTIONS);
  expect(tap.calls.at(-1)?.end?.phases?.queuedMs).toBeGreaterThan(0);
});

describe('how long a call may take, where nobody says', () => {
  test.each([
    ['ChainHead', 30],
    ['ChainNotify', 30],
    ['StateListMiners', 120],
    ['GasEstimateMessageGas', 120],
    ['MpoolPush', 60],
    ['eth_sendRawTransaction', 60],
    ['StateWaitMsg', 1800],
    ['SomethingNew', 30],
  ])('%s: %i s', (method, seconds) => expect(defaultTimeoutMs(method)).toBe(seconds * 1000));
});
