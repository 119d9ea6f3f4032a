import { describe, expect, test } from 'vitest';
import type { CallFailure } from '../../../../../electron/rpc/call-failure.ts';
import type { CallStart } from '../../../../../electron/rpc/call-tap.ts';
import { CallRecorder } from '../../../../../electron/services/inspector/call-recorder.ts';
import { curlCommand } from '../../../../../electron/services/inspector/curl-command.ts';
import { InspectorService } from '../../../../../electron/services/inspector/inspector-service.ts';
import { TestConnections } from '../../../../builders/active-connection.ts';

const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';
const SIGNATURE = 'c2lnbmF0dXJlLWJ5dGVz'.repeat(4);
const KIB = 1024;
const HEAD = { height: 10_000, key: [], timeMs: 0, parents: [], blockCount: 1, baseFee: '100' };

function start(change: Partial<CallStart> = {}): CallStart {
  return {
    connectionId: 'c',
    connectionName: 'C',
    method: 'Filecoin.ChainHead',
    transport: 'http',
    kind: 'call',
    url: 'http://host/rpc/v1',
    requestHeaders: { 'Content-Type': 'application/json', Authorization: `Bearer ${JWT}` },
    request: '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}',
    paramsText: '[]',
    cause: 'test',
    ...change,
  };
}

function make(): { recorder: CallRecorder; inspector: InspectorService } {
  const recorder = new CallRecorder({ nowMs: () => 5 });
  const head = { get: () => ({ connectionId: 'c', head: HEAD }) };
  return { recorder, inspector: new InspectorService({ recorder, connections: new TestConnections(), head }) };
}

describe('recording', () => {
  test('a call is published when it begins and again when it ends', () => {
    const { recorder } = make();
    const id = recorder.begin(start());
    expect(recorder.topic.items()).toMatchObject([
      { id, status: 'pending', method: 'Filecoin.ChainHead', atMs: 5, cause: 'test', requestBytes: 66 },
    ]);
    recorder.end(id, { tookMs: 12, httpStatus: 200, response: '{"jsonrpc":"2.0","id":1,"result":"ü"}' });
    expect(recorder.topic.items()).toMatchObject([{ id, status: 'ok', tookMs: 12, httpStatus: 200, responseBytes: 38 }]);
  });

  test('bodies are cut at 256 KiB, and it is said', async () => {
    const { recorder, inspector } = make();
    const id = recorder.begin(start({ request: 'x'.repeat(300 * KIB) }));
    recorder.end(id, { tookMs: 1, response: 'y'.repeat(300 * KIB) });
    const detail = await inspector.getCall(id);
    expect([detail.request.length, detail.response?.length]).toEqual([256 * KIB, 256 * KIB]);
    expect([detail.isRequestTruncated, detail.isResponseTruncated]).toEqual([true, true]);
    expect(detail.summary.responseBytes).toBe(300 * KIB);
  });

  test('the latest 2000 are kept', async () => {
    const { recorder, inspector } = make();
    for (let count = 0; count < 2100; count += 1) {
      recorder.end(recorder.begin(start()), { tookMs: 1, response: '{}' });
    }
    expect(recorder.topic.items()).toHaveLength(2000);
    expect([recorder.has(100), recorder.has(101), recorder.has(2100)]).toEqual([false, true, true]);
    await expect(inspector.getCall(100)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('many large answers do not fill the memory: the oldest lose their bodies first', () => {
    const { recorder } = make();
    for (let count = 0; count < 400; count += 1) {
      recorder.end(recorder.begin(start()), { tookMs: 1, response: 'z'.repeat(256 * KIB) });
    }
    expect(recorder.get(1)).toMatchObject({ response: '', isResponseTruncated: true });
    expect(recorder.get(400)?.response).toHaveLength(256 * KIB);
    const total = Array.from({ length: 400 }, (_, index) => recorder.get(index + 1)?.response?.length ?? 0).reduce(
      (sum, length) => sum + length,
      0,
    );
    expect(total).toBeLessThanOrEqual(48 * KIB * KIB);
  });

  test('clearing drops everything, and calls that end later are not missed', () => {
    const { recorder } = make();
    const id = recorder.begin(start());
    recorder.clear();
    recorder.end(id, { tookMs: 1 });
    expect(recorder.topic.items()).toEqual([]);
    expect(recorder.begin(start())).toBe(id + 1);
  });
});

describe('secrets', () => {
  const signed = `[{"Message":{"To":"f01","Nonce":1},"Signature":{"Type":1,"Data":"${SIGNATURE}"}}]`;

  test('tokens are masked in headers, addresses and bodies', async () => {
    const { recorder, inspector } = make();
    const id = recorder.begin(start({ url: `ws://host/rpc/v1?token=${JWT}`, request: `{"params":["${JWT}"]}`, paramsText: `["${JWT}"]` }));
    recorder.end(id, { tookMs: 1, response: `{"result":"${JWT}"}` });
    const text = JSON.stringify(await inspector.getCall(id));
    expect(text).not.toContain(JWT);
    expect(text).not.toContain(JWT.slice(0, 30));
    expect((await inspector.getCall(id)).requestHeaders.Authorization).toBe('Bearer [masked]');
  });

  test('signed bytes of a push are masked, also in the short rendering and in the shell command', async () => {
    const { recorder, inspector } = make();
    const padding = `[{"Message":{"Params":"${'A'.repeat(500)}"},"Signature":{"Type":1,"Data":"${SIGNATURE}`;
    const ids = [
      recorder.begin(
        start({ method: 'Filecoin.MpoolPush', request: `{"method":"Filecoin.MpoolPush","params":${signed}}`, paramsText: signed }),
      ),
      recorder.begin(start({ method: 'Filecoin.MpoolPush', paramsText: padding })),
      recorder.begin(start({ method: 'Filecoin.EthSendRawTransaction', request: `["0x${'ab'.repeat(100)}"]`, paramsText: '[]' })),
    ];
    const texts = await Promise.all(ids.map(async (id) => JSON.stringify(await inspector.getCall(id))));
    expect(texts.join()).not.toContain(SIGNATURE.slice(0, 20));
    expect(texts.join()).not.toContain('abababab');
    expect(texts[0]).toContain('f01');
  });

  test.each(['Filecoin.WalletExport', 'Filecoin.WalletSign', 'Filecoin.AuthNew'])(
    'the answer of %s is masked as a whole',
    async (method) => {
      const { recorder, inspector } = make();
      const id = recorder.begin(start({ method }));
      recorder.end(id, { tookMs: 1, response: '{"jsonrpc":"2.0","id":1,"result":{"Type":"x","Data":"opaque"}}' });
      expect((await inspector.getCall(id)).response).toBe('{"jsonrpc":"2.0","id":1,"result":"[masked]"}');
    },
  );
});

describe('the shell command', () => {
  test('repeats the call with the token as a variable, safely quoted', () => {
    const { recorder } = make();
    const id = recorder.begin(start({ request: `{"params":["it's; $(rm -rf /) \`x\`"]}`, url: 'wss://host/rpc/v1' }));
    const call = recorder.get(id);
    if (call === undefined) {
      throw new Error('not recorded');
    }
    expect(curlCommand(call)).toBe(
      [
        `curl -sS -X POST 'https://host/rpc/v1' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -H "Authorization: Bearer $TOKEN" \\`,
        `  --data-binary '{"params":["it'\\''s; $(rm -rf /) \`x\`"]}'`,
      ].join('\n'),
    );
  });

  test('there is none for an item of a subscription', async () => {
    const { recorder, inspector } = make();
    const id = recorder.begin(start({ kind: 'frame', transport: 'ws', request: '' }));
    expect((await inspector.getCall(id)).curl).toBe('');
  });
});

test('a failed call comes with an explanation, a good one without', async () => {
  const { recorder, inspector } = make();
  const good = recorder.begin(start());
  recorder.end(good, { tookMs: 1, httpStatus: 200, response: '{}' });
  expect(await inspector.getCall(good)).not.toHaveProperty('explanation');
  const bad = recorder.begin(start({ method: 'Filecoin.ChainHeadd' }));
  recorder.end(bad, {
    tookMs: 1,
    httpStatus: 500,
    response: '{}',
    failure: {
      layer: 'rpc',
      code: 'method-not-served',
      message: 'host does not serve ChainHeadd.',
      retryable: false,
      isTransient: false,
      httpStatus: 500,
      nodeCode: -32601,
      nodeMessage: "method 'Filecoin.ChainHeadd' not found",
    },
  });
  const detail = await inspector.getCall(bad);
  expect(detail.summary).toMatchObject({ status: 'error', errorCode: -32601, errorMessage: "method 'Filecoin.ChainHeadd' not found" });
  expect(detail.explanation?.fix).toEqual(expect.any(String));
});

function failed(message: string, nodeCode = 1): CallFailure {
  return { layer: 'rpc', code: 'node-error', message, retryable: false, isTransient: false, nodeCode, nodeMessage: message };
}

describe('the corrected request', () => {
  const TOO_OLD = 'bad tipset height: lookbacks of more than 16h40m0s are disallowed';

  async function repairOf(change: Partial<CallStart>, failure: CallFailure) {
    const { recorder, inspector } = make();
    const id = recorder.begin(start(change));
    recorder.end(id, { tookMs: 1, httpStatus: 200, response: '{}', failure });
    return (await inspector.getCall(id)).explanation?.repair;
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
    expect(repair).toMatchObject({ kind: 'request', method: 'Filecoin.MpoolPush', blanks: ['what is masked'] });
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

  test('is not made of a recording that was cut, nor where nothing can be corrected', async () => {
    const long = { method: 'Filecoin.ChainHeadd', request: `{"params":["${'x'.repeat(300 * KIB)}"]}` };
    expect(await repairOf(long, failed('not found', -32601))).toBeUndefined();
    expect(await repairOf({ method: 'Filecoin.ChainHead' }, failed('server busy'))).toBeUndefined();
  });
});

test('calls by hand need a connection', async () => {
  await expect(make().inspector.sendCall({ method: 'ChainHead', params: '[]' })).rejects.toMatchObject({ code: 'not-connected' });
});
