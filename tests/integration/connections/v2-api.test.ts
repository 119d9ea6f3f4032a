import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { ConnectionLink, type ConnectionTarget } from '../../../electron/services/connections/connection-link.ts';
import { MissingMethods } from '../../../electron/services/connections/passport-missing-methods.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { readSharedJson } from '../../builders/shared-data.ts';
import { answer, type ScriptedNode, type SeenRequest, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const genesis = readSharedJson<object>('chain/tipsets/mainnet-0.json');
const head = readSharedJson<{ Cids: { '/': string }[] }>('chain/tipsets/mainnet-4863283.json');
const otherChain = readSharedJson<object>('chain/tipsets/calibnet-14107.json');
const { exampleConstructed: split } = readSharedJson<{ exampleConstructed: object }>('nv29/state-reward-distribution.json');

const V1: Readonly<Record<string, unknown>> = {
  ChainHead: head,
  ChainGetGenesis: genesis,
  StateNetworkName: 'mainnet',
  StateGetNetworkParams: { BlockDelaySecs: 30 },
  Version: { Version: '1.37.0+mainnet', APIVersion: 131_840, BlockDelay: 30 },
};

let node: ScriptedNode;
let v2: Record<string, unknown>;
let links: ConnectionLink[];

beforeEach(async () => {
  node = await startScriptedNode();
  links = [];
  v2 = { ChainGetTipSet: head, StateRewardDistribution: split };
  node.onRequest((request, response) => {
    const method = (request.call.method ?? '').replace('Filecoin.', '');
    const known = versionOf(request) === 'v2' ? v2 : V1;
    if (Object.hasOwn(known, method)) answer(response, 200, request, { result: known[method] });
    else if (versionOf(request) === 'v2' && Object.keys(v2).length === 0) response.writeHead(404).end();
    else answer(response, 500, request, { error: { code: -32601, message: `method 'Filecoin.${method}' not found` } });
  });
});
afterEach(async () => {
  for (const link of links) link.close();
  await node.stop();
});

const versionOf = ({ path }: SeenRequest) => /\/rpc\/(v\d)/.exec(path)?.[1];
const askedV2 = () => node.requests.filter((request) => versionOf(request) === 'v2');

function open(
  change: Partial<ConnectionTarget> = {},
  tap = new RecordingTap() as ConstructorParameters<typeof MissingMethods>[0],
): ConnectionLink {
  const target: ConnectionTarget = {
    id: 'one',
    kind: 'custom',
    name: 'One',
    httpUrl: node.httpUrl,
    apiVersion: 'v1',
    namespace: 'Filecoin',
    token: 'a.secret.token',
    ...change,
  };
  const link = new ConnectionLink({ target, tap, clock: systemClock });
  links.push(link);
  return link;
}

const connect = (link: ConnectionLink) => link.connect(new AbortController().signal);

describe('the v2 API beside v1', () => {
  test('is found at /rpc/v2 of the same host, asked with a selector and the token of the connection', async () => {
    const active = await connect(open());
    expect(active.capabilities.hasV2).toBe(true);
    expect(askedV2().map(({ call, headers }) => [call.method, call.params, headers.authorization])).toEqual([
      ['Filecoin.ChainGetTipSet', [{ tag: 'latest' }], 'Bearer a.secret.token'],
    ]);
    const { value } = (await active.v2?.rewardDistribution({ tag: 'latest' }, { cause: 'test' })) ?? {};
    expect(value?.totals.minted).toBe(17_710_200_000_000_000_001n);
  });

  test('is told by the check of an address before it is saved', async () => {
    expect((await open().probe()).v2Url).toBe(node.httpUrl.replace('/rpc/v1', '/rpc/v2'));
    v2 = {};
    expect(await open().probe()).not.toHaveProperty('v2Url');
  });

  test('is asked at the URL of the connection where that has one, and nowhere else', async () => {
    const v2Url = node.httpUrl.replace('/rpc/v1', '/other/rpc/v2');
    expect((await connect(open({ v2Url }))).capabilities.hasV2).toBe(true);
    expect(askedV2().map(({ path }) => path)).toEqual(['/other/rpc/v2']);
  });

  test.each<[string, Record<string, unknown>]>([
    ['does not serve it', {}],
    ['serves another chain there', { ChainGetTipSet: otherChain }],
    ['answers nonsense', { ChainGetTipSet: { Height: 5 } }],
  ])('is absent where the endpoint %s; v1 works all the same', async (_what, answers) => {
    v2 = answers;
    const active = await connect(open());
    expect(active.v2).toBeUndefined();
    expect(active.capabilities.hasV2).toBe(false);
    expect(active.facts.networkName).toBe('mainnet');
  });

  test('gets no token on another host: it is not asked there', async () => {
    const other = await startScriptedNode();
    expect((await connect(open({ v2Url: other.httpUrl.replace('/rpc/v1', '/rpc/v2') }))).v2).toBeUndefined();
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('keeps the answer about a tipset that a key names, and asks again about a tag', async () => {
    const { v2: found } = await connect(open());
    const selector = { key: head.Cids.map((link) => parseCid(link['/'])) };
    for (const asked of [selector, selector, { tag: 'latest' } as const, { tag: 'latest' } as const]) {
      await found?.rewardDistribution(asked, { cause: 'test' });
    }
    const calls = askedV2().filter(({ call }) => call.method === 'Filecoin.StateRewardDistribution');
    expect(calls.map(({ call }) => JSON.stringify(call.params).slice(0, 8))).toEqual(['[{"key":', '[{"tag":', '[{"tag":']);
  });

  test('refuses a split whose parts do not add up', async () => {
    const { v2: found } = await connect(open());
    v2 = { ...v2, StateRewardDistribution: { ...split, Totals: { ...Reflect.get(split, 'Totals'), MinerReward: '1' } } };
    const failure = await failureOf(found?.rewardDistribution({ tag: 'latest' }, { cause: 'test' }) ?? Promise.resolve());
    expect(failure).toMatchObject({ code: 'endpoint-bad-reply' });
  });

  test('a refusal says nothing of the method of that name in v1, but of one that v2 alone has', async () => {
    const missing = new MissingMethods(new RecordingTap());
    const { v2: found } = await connect(open({}, missing));
    v2 = {};
    node.onRequest((request, response) =>
      answer(response, 500, request, { error: { code: -32601, message: `method '${request.call.method}' not found` } }),
    );
    await failureOf(found?.tipset({ tag: 'safe' }, { cause: 'test' }) ?? Promise.resolve());
    expect(missing.of('one')).toEqual([]);
    await failureOf(found?.rewardDistribution({ tag: 'latest' }, { cause: 'test' }) ?? Promise.resolve());
    expect(missing.of('one')).toEqual(['StateRewardDistribution']);
  });
});
