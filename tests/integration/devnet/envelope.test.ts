/** Envelopes, statuses and texts of the embedded node against what go-jsonrpc does (handler.go). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { postCall, postRaw } from '../../builders/devnet-caller.ts';

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: 'envelope', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 20 });
});
afterAll(() => node.stop());

describe('what is refused, and how', () => {
  const cases: readonly (readonly [string, string, unknown, number, number, string])[] = [
    ['unknown method', 'Filecoin.ChainHeadd', [], 500, -32601, "method 'Filecoin.ChainHeadd' not found"],
    ['unknown namespace', 'Other.ChainHead', [], 500, -32601, "method 'Other.ChainHead' not found"],
    ['bare name without alias', 'ChainHead', [], 500, -32601, "method 'ChainHead' not found"],
    [
      'stream over HTTP',
      'Filecoin.ChainNotify',
      [],
      500,
      -32601,
      "method 'Filecoin.ChainNotify' not supported in this mode (no out channel support)",
    ],
    ['too few', 'Filecoin.StateMinerPower', ['t01000'], 500, -32602, "wrong param count (method 'Filecoin.StateMinerPower'): 1 != 2"],
    ['too many', 'Filecoin.ChainHead', [1], 500, -32602, "wrong param count (method 'Filecoin.ChainHead'): 1 != 0"],
    [
      'number for a key',
      'Filecoin.ChainGetTipSetByHeight',
      [10, 123],
      500,
      -32700,
      "unmarshaling params for 'Filecoin.ChainGetTipSetByHeight' (param: *types.TipSetKey): json: cannot unmarshal number into Go value of type []cid.Cid",
    ],
    [
      'bare string CID',
      'Filecoin.ChainGetBlock',
      ['bafy2bzacea'],
      500,
      -32700,
      'unmarshaling params for \'Filecoin.ChainGetBlock\' (param: *cid.Cid): invalid cid: json: cannot unmarshal string into Go value of type struct { CidTarget string "json:\\"/\\"" }',
    ],
    [
      'bad checksum',
      'Filecoin.WalletBalance',
      ['t1abjxfbp274xpdqcpuaykwkfb43omjotacm3p3za'],
      500,
      -32700,
      "unmarshaling params for 'Filecoin.WalletBalance' (param: *address.Address): invalid address checksum",
    ],
    ['empty key', 'Filecoin.ChainGetTipSet', [[]], 200, 1, 'NewTipSet called with zero length array of blocks'],
    [
      'future height',
      'Filecoin.ChainGetTipSetByHeight',
      [6_000_000, null],
      200,
      1,
      'looking for tipset with height greater than start point, req: 6000000, head: 20',
    ],
    [
      'unknown deal',
      'Filecoin.StateMarketStorageDeal',
      [1_000_000, null],
      200,
      1,
      'deal 1000000 not found - deal may not have completed sealing before deal proposal start epoch, or deal may have been slashed',
    ],
    ['unknown address', 'Filecoin.StateLookupID', ['t1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', null], 200, 11, 'actor not found'],
  ];

  it.each(cases)('%s', async (_name, method, params, status, code, message) => {
    const answer = await postCall(node.httpUrl, method, params);
    expect(answer.json.error).toMatchObject({ code, message });
    expect(answer.status).toBe(status);
    expect(answer.json.id).toBe(1);
    expect(answer.json).not.toHaveProperty('result');
  });

  it('an object as params', async () => {
    const answer = await postCall(node.httpUrl, 'Filecoin.ChainHead', {});
    expect(answer.status).toBe(500);
    expect(answer.json.error?.code).toBe(-32700);
    expect(answer.json.error?.message).toContain('unmarshaling param array:');
  });

  it('an empty body, malformed JSON and an id of the wrong type', async () => {
    expect(await postRaw(node.httpUrl, '')).toMatchObject({ status: 400, json: { error: { code: -32600, message: 'Invalid request' } } });
    expect(await postRaw(node.httpUrl, '{"jsonrpc"')).toMatchObject({
      status: 500,
      json: { id: null, error: { code: -32700, message: 'Parse error' } },
    });
    const badId = await postRaw(node.httpUrl, '{"jsonrpc":"2.0","id":true,"method":"Filecoin.ChainHead","params":[]}');
    expect(badId).toMatchObject({ status: 500, json: { error: { code: -32700 } } });
    expect(badId.json.error?.message).toContain('failed to parse ID: invalid id type:');
  });

  it('an unknown path', async () => {
    expect((await postRaw(node.httpUrl.replace('/rpc/v1', '/'), '{}')).status).toBe(404);
  });
});

describe('notifications and batches', () => {
  it('a notification runs and answers nothing', async () => {
    const answer = await postRaw(node.httpUrl, '{"jsonrpc":"2.0","method":"Filecoin.ChainHead","params":[]}');
    expect(answer).toMatchObject({ status: 200, text: '' });
  });

  it('a batch answers in order with status 200, errors included', async () => {
    const answer = await postRaw(
      node.httpUrl,
      '[{"jsonrpc":"2.0","id":"a","method":"Filecoin.StateNetworkVersion","params":[null]},{"jsonrpc":"2.0","id":2,"method":"Filecoin.None","params":[]}]',
    );
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject([
      { id: 'a', result: 29 },
      { id: 2, error: { code: -32601 } },
    ]);
  });

  it('a notification leaves an empty slot, a bad id cuts the batch off, an empty batch is invalid', async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"Filecoin.StateNetworkVersion","params":[null]}';
    const slot = await postRaw(node.httpUrl, `[${call},{"jsonrpc":"2.0","method":"Filecoin.ChainHead","params":[]},${call}]`);
    expect(slot.text).toContain('},,{');
    const cut = await postRaw(node.httpUrl, `[${call},{"jsonrpc":"2.0","id":[],"method":"Filecoin.ChainHead","params":[]},${call}]`);
    expect(cut.status).toBe(200);
    expect(cut.text.endsWith(']')).toBe(false);
    expect(await postRaw(node.httpUrl, '[]')).toMatchObject({ status: 400, json: { error: { code: -32600 } } });
  });
});

describe('tokens', () => {
  const push = (headers: Record<string, string>) =>
    postRaw(
      node.httpUrl,
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'Filecoin.MpoolPush',
        params: [
          {
            Message: {
              Version: 0,
              To: 't01000',
              From: 't01000',
              Nonce: 0,
              Value: '0',
              GasLimit: 1,
              GasFeeCap: '0',
              GasPremium: '0',
              Method: 0,
              Params: null,
            },
            Signature: { Type: 1, Data: '' },
          },
        ],
      }),
      headers,
    );

  it('no token and a read token may not push', async () => {
    const refused = { status: 200, json: { error: { code: 1, message: "missing permission to invoke 'MpoolPush' (need 'write')" } } };
    expect(await push({})).toMatchObject(refused);
    expect(await push({ Authorization: `Bearer ${node.tokens.read}` })).toMatchObject(refused);
  });

  it('a write token gets as far as the pool', async () => {
    const answer = await push({ Authorization: `Bearer ${node.tokens.write}` });
    expect(answer.json.error?.message).toContain('message not valid for block inclusion');
  });

  it('a token that is not ours, or without Bearer, is 401 with an empty body', async () => {
    expect(await push({ Authorization: `Bearer ${node.tokens.write.slice(0, -4)}AAAA` })).toMatchObject({ status: 401, text: '' });
    expect(await push({ Authorization: node.tokens.write })).toMatchObject({ status: 401, text: '' });
  });

  it('a token in the query counts', async () => {
    const answer = await postCall(`${node.httpUrl}?token=${node.tokens.write}`, 'Filecoin.StateNetworkVersion', [null]);
    expect(answer.json.result).toBe(29);
    expect((await postCall(`${node.httpUrl}?token=nonsense`, 'Filecoin.StateNetworkVersion', [null])).status).toBe(401);
  });

  it('tokens are JWTs with an explicit list', () => {
    const payload = node.tokens.sign.split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({ Allow: ['read', 'write', 'sign'] });
  });
});

describe('names and versions', () => {
  it.each(['MPoolPush', 'Filecoin.MPoolPush', 'Node.MPoolPush', 'Node.MpoolPush', 'Filecoin.MpoolPush'])(
    '%s is the push',
    async (method) => {
      const answer = await postCall(node.httpUrl, method, []);
      expect(answer.json.error).toMatchObject({ code: -32602, message: `wrong param count (method '${method}'): 0 != 1` });
    },
  );

  it('the prefix Node. is the prefix Filecoin.', async () => {
    const answer = await postCall(node.httpUrl, 'Node.StateNetworkName', []);
    expect(answer.json.result).toMatch(/^localnet-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('v0 and v1 differ where the protocol says so', async () => {
    const v0 = node.httpUrl.replace('/v1', '/v0');
    expect((await postCall(node.httpUrl, 'Filecoin.Version', [])).json.result).toMatchObject({ APIVersion: 131_840, BlockDelay: 30 });
    expect((await postCall(v0, 'Filecoin.Version', [])).json.result).toMatchObject({ APIVersion: 66_816 });
    expect((await postCall(v0, 'Filecoin.StateSearchMsg', [])).json.error?.message).toContain('0 != 1');
    expect((await postCall(node.httpUrl, 'Filecoin.StateSearchMsg', [])).json.error?.message).toContain('0 != 4');
    expect((await postCall(node.httpUrl, 'Filecoin.StateGetReceipt', [])).json.error?.code).toBe(-32601);
    expect((await postCall(v0, 'Filecoin.StateGetReceipt', [])).json.error?.code).toBe(-32602);
  });

  it('Discover lists what is served', async () => {
    const document = (await postCall(node.httpUrl, 'rpc.discover', [])).json.result as { methods: { name: string }[] };
    expect(document.methods.map((method) => method.name)).toEqual(expect.arrayContaining(['Filecoin.ChainHead', 'Filecoin.MpoolPush']));
  });
});
