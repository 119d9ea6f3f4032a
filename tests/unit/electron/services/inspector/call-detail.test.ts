import { afterAll, describe, expect, test } from 'vitest';
import { workerEntry } from '../../../../../electron/platform/worker-entry.ts';
import type { CallFailure } from '../../../../../electron/rpc/call-failure.ts';
import type { CallStart } from '../../../../../electron/rpc/call-tap.ts';
import { BodyKeeper } from '../../../../../electron/services/inspector/body-keeper.ts';
import { callDetail } from '../../../../../electron/services/inspector/call-detail.ts';
import { CallRecorder } from '../../../../../electron/services/inspector/call-recorder.ts';
import type { CallDetail } from '../../../../../shared/ipc/schemas/inspector.ts';
import { buildConnection } from '../../../../builders/active-connection.ts';
import { callStart } from '../../../../builders/call-start.ts';

const bodies = new BodyKeeper(workerEntry('body-worker'));
afterAll(() => bodies.stop());

const HEAD = { height: 10_000, key: ['bafyhead'], timeMs: 0, parents: [], blockCount: 1, baseFee: '100' };
const STRIP = [{ height: 9_999, timeMs: 0, isNullRound: false, key: ['bafya', 'bafyb'], blocks: [] }];

/** With a token in it, which is not recorded. */
const SECRET_URL = 'http://host/rpc/v0?token=0123456789abcdef';
const { connection } = buildConnection({ httpUrl: 'http://host/rpc/v1', minerUrl: SECRET_URL });

async function detailOf(recorder: CallRecorder, id: number, savedId = 'c'): Promise<CallDetail> {
  const call = recorder.get(id);
  if (call === undefined) throw new Error('not recorded');
  return callDetail(recorder, call, {
    head: { connectionId: 'c', head: HEAD, strip: STRIP },
    urlsOf: (connectionId) =>
      connectionId === savedId ? { node: connection.client.urls, v2: [], miner: connection.miner?.urls ?? [] } : undefined,
  });
}

const make = (): CallRecorder => new CallRecorder({ clock: { nowMs: () => 5 }, bodies });

describe('a call in detail', () => {
  test('has what was recorded, and nothing that was not', async () => {
    const recorder = make();
    const id = recorder.begin(callStart());
    expect(await detailOf(recorder, id)).toEqual({
      summary: recorder.get(id)?.summary,
      url: 'http://host/rpc/v1',
      requestHeaders: { 'Content-Type': 'application/json' },
      request: { sizeBytes: 66, recordedBytes: 66, isTruncated: false, isJson: true },
      children: [],
      sendAgainTo: { to: 'node', connectionId: 'c' },
    });
    recorder.end(id, { tookMs: 3, response: '<html>', phases: { waitMs: 2 }, isConnectionReused: false, responseHeaders: { server: 'x' } });
    recorder.annotate(id, { note: 'odd' });
    expect(await detailOf(recorder, id)).toMatchObject({
      response: { sizeBytes: 6, isJson: false },
      phases: { waitMs: 2 },
      isConnectionReused: false,
      responseHeaders: { server: 'x' },
      note: 'odd',
    });
  });

  test('names the height of a tipset that the chain of the same connection has', async () => {
    const recorder = make();
    const heightOf = async (change: Partial<CallStart>) => (await detailOf(recorder, recorder.begin(callStart(change)))).tipsetHeight;
    expect(await heightOf({ tipsetKey: ['bafyhead'] })).toBe(10_000);
    expect(await heightOf({ tipsetKey: ['bafya', 'bafyb'] })).toBe(9_999);
    expect(await heightOf({ tipsetKey: ['bafya'] })).toBeUndefined();
    expect(await heightOf({ tipsetKey: ['bafyhead'], connectionId: 'another' })).toBeUndefined();
  });

  test('of a request that no reader can hold is shown without a correction', async () => {
    const recorder = make();
    const request = '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainGetTipSetByHeight","params":[1e400,0]}';
    const id = recorder.begin(callStart({ method: 'Filecoin.ChainGetTipSetByHeight', request }));
    const nodeMessage =
      "unmarshaling params for 'Filecoin.ChainGetTipSetByHeight' (param: *types.TipSetKey): json: cannot unmarshal number";
    const failure = {
      layer: 'rpc',
      code: 'node-error',
      message: nodeMessage,
      retryable: false,
      isTransient: false,
      nodeCode: -32700,
    } as const;
    recorder.end(id, { tookMs: 1, failure: { ...failure, nodeMessage } });
    const { explanation } = await detailOf(recorder, id);
    expect(explanation?.title).toBeDefined();
    expect(explanation?.repair).toBeUndefined();
  });

  test('has its frames, and can be sent again to the connection it went to', async () => {
    const recorder = make();
    const id = recorder.begin(callStart({ method: 'Filecoin.ChainNotify' }));
    const frames = [1, 2, 3].map(() => recorder.begin(callStart({ kind: 'frame', parentId: id })));
    expect((await detailOf(recorder, id)).children.map((child) => child.id)).toEqual(frames);
    expect((await detailOf(recorder, id)).sendAgainTo).toEqual({ to: 'node', connectionId: 'c' });
    expect((await detailOf(recorder, id, 'another')).sendAgainTo).toBeUndefined();
    expect((await detailOf(recorder, frames[0] ?? 0)).sendAgainTo).toBeUndefined();
    const moved = recorder.begin(callStart({ url: 'http://elsewhere/rpc/v1' }));
    expect((await detailOf(recorder, moved)).sendAgainTo).toBeUndefined();
    const secret = recorder.begin(callStart({ url: SECRET_URL }));
    expect(recorder.get(secret)?.url).not.toBe(SECRET_URL);
    expect((await detailOf(recorder, secret)).sendAgainTo).toMatchObject({ to: 'miner' });
  });

  test('comes with an explanation when it failed, without when not', async () => {
    const recorder = make();
    const good = recorder.begin(callStart());
    recorder.end(good, { tookMs: 1, httpStatus: 200, response: '{}' });
    expect(await detailOf(recorder, good)).not.toHaveProperty('explanation');
    const bad = recorder.begin(callStart({ method: 'Filecoin.ChainHeadd' }));
    recorder.end(bad, { tookMs: 1, httpStatus: 500, response: '{}', failure: failed("method 'Filecoin.ChainHeadd' not found", -32601) });
    const detail = await detailOf(recorder, bad);
    expect(detail.summary).toMatchObject({ status: 'error', errorCode: -32601, errorMessage: "method 'Filecoin.ChainHeadd' not found" });
    expect(detail.explanation?.fix).toEqual(expect.any(String));
  });
});

test.each<[string, Partial<CallStart>, string]>([
  ['with a token', { requestHeaders: { Authorization: 'Bearer x' } }, 'The token does not grant'],
  ['with a token in the URL', { url: 'http://host/rpc/v1?token=0123456789abcdef', requestHeaders: {} }, 'The token does not grant'],
  ['without one, over HTTP', {}, 'No token was sent'],
  ['without one, over a WebSocket', { transport: 'ws', url: 'ws://host/rpc/v1', requestHeaders: {} }, 'No token was sent'],
  [
    'with a header that may be one',
    { requestHeaders: { 'Content-Type': 'application/json', 'X-Key': '[masked]' } },
    'does not have the permission',
  ],
  ['of which the headers are not known', { requestHeaders: {} }, 'does not have the permission'],
])('a missing permission of a call %s', async (_name, change, cause) => {
  const recorder = make();
  const id = recorder.begin(callStart(change));
  recorder.end(id, { tookMs: 1, httpStatus: 200, failure: failed("missing permission to invoke 'LogList' (need 'write')") });
  expect((await detailOf(recorder, id)).explanation?.cause).toContain(cause);
});

function failed(message: string, nodeCode = 1): CallFailure {
  return { layer: 'rpc', code: 'node-error', message, retryable: false, isTransient: false, nodeCode, nodeMessage: message };
}

describe('the corrected request', () => {
  const TOO_OLD = 'bad tipset height: lookbacks of more than 16h40m0s are disallowed';
  const SIGNATURE = 'c2lnbmF0dXJlLWJ5dGVz'.repeat(4);

  async function repairOf(change: Partial<CallStart>, failure: CallFailure) {
    const recorder = make();
    const id = recorder.begin(callStart(change));
    recorder.end(id, { tookMs: 1, httpStatus: 200, response: '{}', failure });
    return (await detailOf(recorder, id)).explanation?.repair;
  }

  test('is whole, keeps every digit and knows the head of its own connection', async () => {
    const method = 'Filecoin.StateGetAllocation';
    const request = `{"jsonrpc":"2.0","id":7,"method":"${method}","params":["f0100","18446744073709551615",0]}`;
    const refused = failed("unmarshaling params for 'X' (param: types.TipSetKey): json: cannot unmarshal", -32700);
    expect(await repairOf({ method, request }, refused)).toMatchObject({
      kind: 'request',
      method,
      request: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":["f0100",18446744073709551615,null]}`,
      blanks: [],
    });
    const old = { method: 'Filecoin.ChainGetTipSetByHeight', request: '{"params":[5,null]}' };
    expect(await repairOf(old, failed(TOO_OLD))).toMatchObject({ request: expect.stringContaining('"params":[8020,null]') });
    expect(await repairOf({ ...old, connectionId: 'another' }, failed(TOO_OLD))).toBeUndefined();
  });

  test('is that of the version which the path names', async () => {
    const change = { method: 'Filecoin.StateSearchMsg', request: '{"params":[null,{"/":"bafy"},-1,true]}', url: 'http://host/rpc/v0' };
    expect(await repairOf(change, failed('Invalid params', -32602))).toMatchObject({
      request: expect.stringContaining('"params":[{"/":"bafy"}]'),
    });
  });

  test('is made of the masked recording, and says what has to be put back', async () => {
    const params = `[{"Message":{"Nonce":1},"Signature":{"Type":1,"Data":"${SIGNATURE}"}}]`;
    const request = `{"method":"Filecoin.MPoolPush","params":${params}}`;
    const repair = await repairOf({ method: 'Filecoin.MPoolPush', request, paramsText: params }, failed('not found', -32601));
    expect(repair).toMatchObject({ kind: 'request', method: 'Filecoin.MpoolPush', blanks: ['masked values'] });
    expect(JSON.stringify(repair)).toContain('[masked]');
    expect(JSON.stringify(repair)).not.toContain(SIGNATURE.slice(0, 20));
  });

  test('of a signed message is a list of fields', async () => {
    const change = { method: 'Filecoin.MpoolPush', request: '{"params":[{"Message":{"Nonce":11},"Signature":{"Type":1,"Data":"AA=="}}]}' };
    expect(await repairOf(change, failed('minimum expected nonce is 12, got 11: message nonce too low'))).toMatchObject({
      kind: 'message',
      changes: [{ field: 'Nonce', from: '11', to: '12' }],
    });
  });

  test('is not made of what nobody wrote by hand, nor where nothing can be corrected', async () => {
    const long = { method: 'Filecoin.ChainHeadd', request: `{"params":["${'x'.repeat(1100 * 1024)}"]}` };
    expect(await repairOf(long, failed('not found', -32601))).toBeUndefined();
    expect(await repairOf({ method: 'Filecoin.ChainHead' }, failed('server busy'))).toBeUndefined();
  });
});
