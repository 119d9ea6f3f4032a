/** Several calls in one body, written by hand: each is recorded with its own answer, whatever order they come in. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { JsonRpcClient } from '../../../electron/rpc/json-rpc-client.ts';
import { type RecordedCall, RecordingTap } from '../../builders/recording-tap.ts';
import { answerText, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const CALLS = [
  { method: 'ChainHead', paramsText: '[]' },
  { method: 'StateGetActor', paramsText: '["f01",null]' },
  { method: 'eth_chainId', paramsText: '' },
];

let node: ScriptedNode;
let client: JsonRpcClient;
let tap: RecordingTap;

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
  const connection = { connectionId: 'c', connectionName: 'C', httpUrl: node.httpUrl, namespace: 'Filecoin' };
  client = new JsonRpcClient({ ...connection, tap, clock: systemClock });
});
afterEach(async () => {
  client.close();
  await node.stop();
});

/** Sends the batch; the node answers with what `write` makes of the ids. */
async function send(
  write: (ids: readonly number[]) => string,
  status = 200,
): Promise<{ batch: RecordedCall | undefined; parts: RecordedCall[] }> {
  node.onRequest((request, response) => {
    const ids = (request.call as unknown as { id: number }[]).map(({ id }) => id);
    answerText(response, status, write(ids));
  });
  const { id } = await client.sendRawBatch(CALLS, { cause: 'user' });
  return { batch: tap.calls[id - 1], parts: tap.calls.filter(({ start }) => start.parentId === id) };
}

const result = (id: number | undefined, value: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: value });
const textOf = (call: RecordedCall | undefined): string => Buffer.from((call?.end?.response ?? '') as Uint8Array).toString();

test('one body, with an entry and a recording for each call; no notification among them', async () => {
  const { batch, parts } = await send(([a, b, c]) => `[${result(a, 1)},${result(b, 2)},${result(c, '0x13a')}]`);
  expect(node.requests).toHaveLength(1);
  const body = JSON.parse(node.requests[0]?.body ?? '') as { id: number; method: string }[];
  expect(body.map(({ method }) => method)).toEqual(['Filecoin.ChainHead', 'Filecoin.StateGetActor', 'eth_chainId']);
  expect(new Set(body.map(({ id }) => id)).size).toBe(3);
  expect(batch).toMatchObject({ start: { kind: 'batch', method: 'Filecoin.ChainHead, Filecoin.StateGetActor, eth_chainId' } });
  expect(batch?.end?.failure).toBeUndefined();
  expect(parts.map(({ start }) => [start.kind, start.method])).toEqual(body.map(({ method }) => ['call', method]));
  expect(parts.map((part) => textOf(part))).toEqual([
    expect.stringContaining('"result":1'),
    expect.stringContaining('"result":2'),
    expect.stringContaining('0x13a'),
  ]);
});

test('a batch of many tells the recording all of its names', async () => {
  node.onRequest((_request, response) => answerText(response, 200, '[]'));
  const { id } = await client.sendRawBatch([...Array(30).fill(CALLS[0]), { method: 'WalletExport', paramsText: '["f1x"]' }], {
    cause: 'user',
  });
  const start = tap.calls[id - 1]?.start;
  expect(start?.method.length).toBeLessThan(210);
  expect(start?.methods).toMatch(/^Filecoin\.ChainHead, .*, Filecoin\.WalletExport$/);
});

test('answers are matched by their ids, in whatever order and with errors among them', async () => {
  const { batch, parts } = await send(
    ([a, b, c]) =>
      `\n[ ${result(c, 3)} , {"error":{"code":1,"message":"actor not found"},"id":${b},"jsonrpc":"2.0"},${result(a, '],[{"')}]\n`,
  );
  expect(batch?.end?.failure).toMatchObject({ layer: 'rpc', message: '1 of 3 calls of the batch failed.' });
  expect(parts.map(({ end }) => end?.failure?.code)).toEqual([undefined, 'not-found', undefined]);
  expect(textOf(parts[0])).toContain('],[{');
  expect(textOf(parts[2])).toContain('"result":3');
});

describe('what does not fit is told', () => {
  test.each<[string, (ids: readonly number[]) => string, RegExp, (string | undefined)[]]>([
    [
      'an answer that is missing',
      ([a, b]) => `[${result(a, 1)},${result(b, 2)}]`,
      /1 of 3 calls have no response/,
      [undefined, undefined, 'endpoint-bad-reply'],
    ],
    [
      'an answer that comes twice',
      ([a, b, c]) => `[${result(a, 1)},${result(a, 9)},${result(b, 2)},${result(c, 3)}]`,
      /two responses/,
      [undefined, undefined, undefined],
    ],
    [
      'an answer to nothing',
      ([a, b, c]) => `[${result(a, 1)},${result(b, 2)},${result(c, 3)},${result(77, 4)}]`,
      /matches no call/,
      [undefined, undefined, undefined],
    ],
    ['no array', ([a]) => result(a, 1), /id of another call|single result/, Array(3).fill('endpoint-bad-reply')],
    [
      'an empty slot, as a notification leaves it',
      ([a, b, c]) => `[${result(a, 1)},,${result(b, 2)},${result(c, 3)}]`,
      /malformed|not JSON-RPC/,
      Array(3).fill('endpoint-bad-reply'),
    ],
    ['an array that breaks off', ([a]) => `[${result(a, 1)},`, /malformed/, Array(3).fill('endpoint-bad-reply')],
    ['a web page', () => '<html>', /web page/, Array(3).fill('endpoint-bad-reply')],
  ])('%s', async (_name, write, sentence, codes) => {
    const { batch, parts } = await send(write);
    expect(batch?.end?.failure?.message).toMatch(sentence);
    expect(parts.map(({ end }) => end?.failure?.code)).toEqual(codes);
  });

  test('an error about the whole body', async () => {
    const { batch, parts } = await send(() => '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}', 400);
    expect(batch?.end?.failure).toMatchObject({ code: 'node-error', nodeCode: -32600, httpStatus: 400 });
    expect(parts.map(({ end }) => end?.failure?.nodeCode)).toEqual([-32600, -32600, -32600]);
  });
});

test('a batch is as long as it may be, and its parameters add nothing to it', async () => {
  await expect(client.sendRawBatch([], { cause: 'user' })).rejects.toMatchObject({ code: 'invalid-input' });
  await expect(client.sendRawBatch(Array(101).fill(CALLS[0]), { cause: 'user' })).rejects.toMatchObject({ code: 'invalid-input' });
  const sneaky = [{ method: 'ChainHead', paramsText: '[]},{"method":"Filecoin.AuthNew","params":["admin"]' }];
  await expect(client.sendRawBatch(sneaky, { cause: 'user' })).rejects.toMatchObject({ code: 'invalid-input' });
  expect(node.requests).toEqual([]);
  expect(tap.calls).toEqual([]);
});

test('a large result of a call by hand is not read, only found', async () => {
  node.onRequest((request, response) => {
    const { id } = request.call;
    answerText(response, 200, `{"jsonrpc":"2.0","result":[${'"]}\\"",'.repeat(400_000)}{"id":99,"error":{}}],"id":${String(id)}}`);
  });
  const { id } = await client.sendRaw('StateListMiners', '[null]', { cause: 'user' });
  expect(tap.calls[id - 1]?.end?.failure).toBeUndefined();
  node.onRequest((_request, response) => answerText(response, 200, `{"jsonrpc":"2.0","id":4711,"result":"${'x'.repeat(2_000_000)}"}`));
  const wrong = await client.sendRaw('StateListMiners', '[null]', { cause: 'user' });
  expect(tap.calls[wrong.id - 1]?.end?.failure?.message).toMatch(/another call/);
  node.onRequest((request, response) =>
    answerText(response, 200, `{"jsonrpc":"2.0","id":${String(request.call.id)},"result":["${'x'.repeat(2_000_000)}"`),
  );
  const torn = await client.sendRaw('StateListMiners', '[null]', { cause: 'user' });
  expect(tap.calls[torn.id - 1]?.end?.failure?.message).toMatch(/incomplete or malformed/);
});
