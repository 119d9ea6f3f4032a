/** The rules of a hosted endpoint: paths, HTTP methods, JSON, what is served, how far back, how often. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { control, postCall, postRaw, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';
import { readSharedJson } from '../../builders/shared-data.ts';

interface KnownError {
  readonly id: string;
  readonly httpStatus: number;
  readonly code: number | null;
  readonly message: string | null;
}

const KNOWN = readSharedJson<{ errors: KnownError[] }>('errors.json').errors;

/** An error of the catalogue. */
function known(id: string): KnownError {
  const found = KNOWN.find((error) => error.id === id);
  if (found === undefined) throw new Error(`no error ${id}`);
  return found;
}

let devnet: HostedDevnet;
let mainnet: string;
beforeAll(async () => {
  devnet = await startHostedDevnet({ windowEpochs: 30, lagEpochs: [0, 0, 0] }, { historyEpochs: 60 });
  mainnet = devnet.hosted.networks.mainnet.httpUrl;
});
afterAll(() => devnet.node.stop());

describe('paths', () => {
  it('mainnet answers at / and /rpc/v0, the test networks at /rpc/v0 and /rpc/v1, and nothing else anywhere', async () => {
    const { networks } = devnet.hosted;
    const at = (url: string, path: string): Promise<number> =>
      postCall(new URL(path, url).href, 'Filecoin.Version', []).then(({ status }) => status);
    expect(await Promise.all(['/', '/rpc/v0', '/rpc/v1', '/rpc/v2'].map((path) => at(mainnet, path)))).toEqual([200, 200, 404, 404]);
    for (const { httpUrl } of [networks.testnet, networks.hyperspace]) {
      expect(await Promise.all(['/', '/rpc/v0', '/rpc/v1', '/rpc/v2'].map((path) => at(httpUrl, path)))).toEqual([404, 200, 200, 404]);
    }
  });

  it('/ of mainnet speaks version 1', async () => {
    expect(await devnet.result('Version')).toMatchObject({ APIVersion: 131_840 });
    expect(await devnet.result('Version', [], `${mainnet}/rpc/v0`)).toMatchObject({ APIVersion: 66_816 });
  });

  it('each network has a genesis and a name of its own; that of mainnet is the chain of the node', async () => {
    const { networks } = devnet.hosted;
    const urls = [mainnet, networks.testnet.httpUrl, networks.hyperspace.httpUrl];
    const of = (method: string) => Promise.all(urls.map((url) => devnet.result<unknown>(method, [], url)));
    const genesis = (await of('ChainGetGenesis')) as TipsetJson[];
    expect(new Set(genesis.map(({ Cids }) => Cids[0]?.['/'])).size).toBe(3);
    expect(new Set(await of('StateNetworkName')).size).toBe(3);
    expect(genesis[0]?.Cids[0]?.['/']).toBe(devnet.node.opening.genesisCid);
  });
});

describe('HTTP', () => {
  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('%s is refused with 405', async (method) => {
    const answer = await fetch(mainnet, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.text()).toBe('');
  });

  it('a body that is not declared as JSON is refused with 415, one that is not JSON as by a node', async () => {
    expect((await postRaw(mainnet, '{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await postRaw(mainnet, '{}', { 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await postRaw(mainnet, '{}', { 'Content-Type': 'application/json; charset=utf-8' })).status).not.toBe(415);
    const { status, json } = await postRaw(mainnet, '{"jsonrpc"');
    expect({ status, ...json.error }).toEqual({ status: 500, code: -32700, message: 'Parse error' });
    const empty = known('empty-body');
    expect(await postRaw(mainnet, '')).toMatchObject({ status: empty.httpStatus, json: { error: { code: empty.code } } });
  });

  it('params have to be an array, also where there are none', async () => {
    expect(await postRaw(mainnet, '{"jsonrpc":"2.0","id":7,"method":"Filecoin.ChainHead"}')).toMatchObject({
      status: 400,
      json: { id: 7, error: { code: -32600, message: 'Invalid request' } },
    });
    expect((await postCall(mainnet, 'Filecoin.ChainHead', null)).status).toBe(400);
    expect((await postCall(mainnet, 'Filecoin.ChainHead', {})).json.error).toMatchObject({
      code: -32700,
      message: expect.stringMatching(/^unmarshaling param array: json: cannot unmarshal object/),
    });
    expect((await postCall(mainnet, 'Filecoin.ChainHead', [])).status).toBe(200);
  });

  it('a CID as plain text fails in the words of a node', async () => {
    const { httpStatus, code, message } = known('cid-as-string');
    const answer = await postCall(mainnet, 'Filecoin.ChainGetBlock', ['bafy']);
    expect({ httpStatus: answer.status, ...answer.json.error }).toMatchObject({ httpStatus, code, message });
  });

  it('no token is needed, and one that comes along opens nothing and closes nothing', async () => {
    for (const token of ['nonsense', devnet.node.tokens.admin]) {
      expect((await postCall(mainnet, 'Filecoin.ChainHead', [], token)).status).toBe(200);
      expect((await postCall(mainnet, 'Filecoin.AuthNew', [['read']], token)).json.error?.code).toBe(-32601);
    }
  });
});

describe('what is served', () => {
  it('reads are, also those that a gateway lacks', async () => {
    const head = await devnet.result<TipsetJson>('ChainHead');
    expect(head.Height).toBeGreaterThan(0);
    for (const method of ['ID', 'NetPeers', 'SyncState', 'StateListActors']) {
      expect((await postCall(mainnet, `Filecoin.${method}`, method.startsWith('State') ? [null] : [])).status).toBe(200);
    }
  });

  it.each(['WalletNew', 'AuthNew', 'LogList', 'MpoolPushUntrusted', 'MpoolSub', 'EthSendRawTransaction', 'NoSuchMethod'])(
    '%s is not',
    async (method) => {
      expect(await postCall(mainnet, `Filecoin.${method}`, [])).toMatchObject({
        status: 500,
        json: { error: { code: -32601, message: `method 'Filecoin.${method}' not found` } },
      });
    },
  );

  it('/rpc/v0 says of a method that nodes have that it is not supported', async () => {
    expect(await postCall(`${mainnet}/rpc/v0`, 'Filecoin.WalletNew', ['bls'])).toMatchObject({
      status: 200,
      json: { error: { code: 1, message: 'method not supported' } },
    });
    expect((await postCall(`${mainnet}/rpc/v0`, 'Filecoin.NoSuchMethod', [])).json.error?.code).toBe(-32601);
  });

  it('StateMarketDeals points to the file of deals and to the CID checker', async () => {
    const { deals, cidChecker } = devnet.hosted;
    const { status, json } = await postCall(mainnet, 'Filecoin.StateMarketDeals', [null]);
    expect({ status, ...json.error }).toMatchObject({ status: 200, code: 1, data: { deals, cidChecker } });
    expect(json.error?.message).toContain(deals);
    expect(json.error?.message).toContain(cidChecker);
  });

  it('Discover lists what is served', async () => {
    const { methods } = await devnet.result<{ methods: { name: string }[] }>('Discover');
    const names = new Set(methods.map(({ name }) => name));
    expect(names.has('Filecoin.ChainHead')).toBe(true);
    expect(names.has('Filecoin.MpoolPush')).toBe(true);
    expect(names.has('Filecoin.StateMarketDeals')).toBe(false);
    expect(names.has('Filecoin.MpoolPushUntrusted')).toBe(false);
  });

  it.each(['Filecoin.MpoolPush', 'Filecoin.MPoolPush', 'MPoolPush'])('%s takes a message without a token', async (method) => {
    const sender = new DevnetSender(devnet.node, 'hosted');
    const to = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(9)).address;
    const signed = await sender.signed(sender.key('faucet'), to, { value: 1n });
    const { json } = await postCall(mainnet, method, [signed]);
    expect(json.result).toEqual({ '/': expect.stringMatching(/^bafy2bzace/) });
    await control(devnet.node, 'advance', { epochs: 3 });
    expect(await devnet.result('StateSearchMsg', [null, json.result, -1, true])).toMatchObject({ Receipt: { ExitCode: 0 } });
  });
});

describe('history', () => {
  const old = async (): Promise<TipsetJson> => {
    const head = await resultOf<TipsetJson>(devnet.node, 'ChainHead');
    return resultOf<TipsetJson>(devnet.node, 'ChainGetTipSetByHeight', [head.Height - 40, null]);
  };

  it('what is older than the window is refused in the words of a gateway', async () => {
    const { Cids, Height } = await old();
    const height = known('gateway-lookback-height');
    // The catalogue has the duration of 2,000 epochs; this service was started with 30.
    const expected = height.message?.replace('16h40m0s', '15m0s');
    expect(await postCall(mainnet, 'Filecoin.ChainGetTipSetByHeight', [Height, null])).toMatchObject({
      status: height.httpStatus,
      json: { error: { code: height.code, message: expected } },
    });
    expect((await postCall(mainnet, 'Filecoin.StateMinerPower', ['t01000', Cids])).json.error).toEqual({
      code: 1,
      message: 'bad tipset: lookbacks of more than 15m0s are disallowed',
    });
    expect((await postCall(mainnet, 'Filecoin.ChainGetBlock', [Cids[0]])).json.error?.message).toBe(
      `ipld: could not find ${Cids[0]?.['/']}`,
    );
  });

  it('what is above the head is in the future', async () => {
    const { httpStatus, code, message } = known('gateway-future');
    const { Height } = await devnet.result<TipsetJson>('ChainHead');
    const { status, json } = await postCall(mainnet, 'Filecoin.ChainGetTipSetByHeight', [Height + 1, null]);
    expect({ httpStatus: status, ...json.error }).toEqual({ httpStatus, code, message });
  });

  it('what is in the window is answered, and the genesis by its own method', async () => {
    const { Height } = await devnet.result<TipsetJson>('ChainHead');
    const tipset = await devnet.result<TipsetJson>('ChainGetTipSetByHeight', [Height - 28, null]);
    expect(await devnet.result('StateMinerPower', ['t01000', tipset.Cids])).toMatchObject({ HasMinPower: true });
    expect(await devnet.result('ChainGetGenesis')).toMatchObject({ Height: 0 });
  });

  it('a window of 2,000 epochs is told as 16h40m0s', async () => {
    const service = await startHostedDevnet({ lagEpochs: [0, 0, 0] }, { historyEpochs: 2, seed: 'short' });
    try {
      // Nothing is older here than the chain: a height below it is.
      const { message } = known('gateway-lookback-height');
      const { json } = await postCall(service.hosted.networks.mainnet.httpUrl, 'Filecoin.ChainGetTipSetByHeight', [-2_001, null]);
      expect(json.error?.message).toBe(message);
    } finally {
      await service.node.stop();
    }
  });
});

describe('the rate limit', () => {
  it('answers 429 without a body and says when to come back; each network counts by itself', async () => {
    const service = await startHostedDevnet({ requestsPerMinute: 5 }, { historyEpochs: 2 });
    try {
      const { mainnet: limited, testnet } = service.hosted.networks;
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          fetch(limited.httpUrl, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: '{"jsonrpc":"2.0","id":1,"method":"Filecoin.Version","params":[]}',
          }),
        ),
      );
      const refused = answers.filter(({ status }) => status === known('gateway-429').httpStatus);
      // A minute may have ended in between.
      expect(refused.length).toBeGreaterThanOrEqual(2);
      for (const answer of refused) {
        expect(await answer.text()).toBe('');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      }
      expect((await postCall(testnet.httpUrl, 'Filecoin.Version', [])).status).toBe(200);
    } finally {
      await service.node.stop();
    }
  });

  it('is off unless asked for', async () => {
    const statuses = await Promise.all(Array.from({ length: 60 }, () => postCall(mainnet, 'Filecoin.Version', [])));
    expect(statuses.every(({ status }) => status === 200)).toBe(true);
  });
});
