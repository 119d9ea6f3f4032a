/** Every method that the bare node and the hosted service serve, against the OpenRPC documents of Lotus: name, parameters, result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methodDocs } from '../../../shared/rpc/method-docs.ts';
import { postRaw } from '../../builders/devnet-caller.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';
import { resultDifferences } from '../../builders/result-shape.ts';
import { readSharedJson } from '../../builders/shared-data.ts';

interface Described {
  readonly name: string;
  readonly params: readonly unknown[];
  readonly result: { readonly schema: { readonly examples?: readonly unknown[] } };
}

interface Fact {
  readonly api: string;
  readonly name: string;
  readonly params: readonly unknown[];
}

const DOCUMENTS = {
  v1: ['lotus-v1.36.2-v1-full', 'lotus-v1.23.3-v1-full'],
  v0: ['lotus-v1.36.2-v0-gateway', 'lotus-v1.36.2-v1-full', 'lotus-v1.23.3-v1-full'],
  v2: ['lotus-v1.36.2-v2-full'],
  miner: ['lotus-v1.36.2-miner'],
} as const;
type Api = keyof typeof DOCUMENTS;

/** Methods that are newer than the documents: network version 29 brings them. */
const NEWER: ReadonlySet<string> = new Set(['StateRewardDistribution', 'StateMinerInitialPledgeForSector']);
const V2_PARAMS: Readonly<Record<string, string>> = {
  ChainGetTipSet: '[{"tag":"latest"}]',
  StateGetActor: '["t01000",{"tag":"latest"}]',
  StateGetID: '["t01000",{"tag":"finalized"}]',
};
/** Waits for a message to land. */
const WAITS: ReadonlySet<string> = new Set(['StateWaitMsg', 'StateWaitMsgLimited']);

/** Where a result may differ from the example of its document. */
const OPTIONAL: ReadonlySet<string> = new Set([
  // Hashes, unless whole transactions are asked for.
  'EthGetBlockByNumber.transactions[] is "string", recorded {}',
  // Of transactions before EIP-1559.
  'EthGetTransactionByBlockNumberAndIndex.gasPrice is missing',
  // Left out where they are empty.
  'StateCompute.Trace[].ExecutionTrace.Logs is missing',
  'StateCompute.Trace[].ExecutionTrace.IpldOps is missing',
  // Keys of a map.
  'StateMarketDeals.t026363 is missing',
  'StateMarketParticipants.t026363 is missing',
  'WorkerJobs.ef8d99a2-6865-4189-8ffa-9fef0f806eee is missing',
  'WorkerStats.ef8d99a2-6865-4189-8ffa-9fef0f806eee is missing',
]);

function unexpected(result: unknown, example: unknown, method: string): readonly string[] {
  return resultDifferences(result, example, method).filter((difference) => !OPTIONAL.has(difference));
}

const bare = (name: string): string => name.replace('Filecoin.', '');

function described(api: Api): ReadonlyMap<string, Described> {
  const documents = DOCUMENTS[api].map((file) => readSharedJson<{ methods: Described[] }>(`openrpc/${file}.json.gz`));
  // The first document that has a method counts.
  return new Map(documents.toReversed().flatMap(({ methods }) => methods.map((method) => [bare(method.name), method] as const)));
}

/** How many parameters a method takes; the documents leave out most of Common and Net. */
function arities(api: Api): ReadonlyMap<string, number> {
  const facts = [
    ...readSharedJson<{ methods: Fact[] }>('methods-v1.23.3.json').methods,
    ...readSharedJson<{ methods: Fact[] }>('methods.json').methods,
  ];
  return new Map(facts.filter((fact) => fact.api === api).map(({ name, params }) => [bare(name), params.length]));
}

let devnet: HostedDevnet;
let urls: Readonly<Record<string, { readonly url: string; readonly api: Api; readonly token?: string }>>;
beforeAll(async () => {
  devnet = await startHostedDevnet({ lagEpochs: [0, 0, 0] }, { historyEpochs: 40 });
  const { node, hosted } = devnet;
  urls = {
    'bare v1': { url: node.httpUrl, api: 'v1', token: node.tokens.admin },
    'bare v0': { url: node.httpUrl.replace('/v1', '/v0'), api: 'v0', token: node.tokens.admin },
    'hosted mainnet /': { url: hosted.networks.mainnet.httpUrl, api: 'v1' },
    'hosted mainnet /rpc/v0': { url: `${hosted.networks.mainnet.httpUrl}/rpc/v0`, api: 'v0' },
    'hosted testnet': { url: hosted.networks.testnet.httpUrl, api: 'v1' },
  };
});
afterAll(() => devnet.node.stop());

describe.each(['bare v1', 'bare v0', 'hosted mainnet /', 'hosted mainnet /rpc/v0', 'hosted testnet'])('%s', (name) => {
  async function call(method: string, params: string) {
    const { url, token } = urls[name] as (typeof urls)[string];
    const body = `{"jsonrpc":"2.0","id":1,"method":"Filecoin.${method}","params":${params}}`;
    return postRaw(url, body, token === undefined ? {} : { Authorization: `Bearer ${token}` });
  }

  async function served(): Promise<readonly { readonly name: string; readonly params: readonly unknown[] }[]> {
    const { methods } = (await call('Discover', '[]')).json.result as { methods: { name: string; params: unknown[] }[] };
    return methods.map((method) => ({ name: bare(method.name), params: method.params }));
  }

  it('serves only methods that Lotus has or had, with as many parameters', async () => {
    const { api } = urls[name] as (typeof urls)[string];
    const documents = described(api);
    const counts = arities(api);
    const older = arities('v1');
    const wrong: string[] = [];
    for (const { name: method, params } of await served()) {
      if (NEWER.has(method)) continue;
      const expected = counts.get(method) ?? documents.get(method)?.params.length ?? older.get(method);
      // Methods with raw parameters take any number of them.
      if (expected === undefined) wrong.push(`${method} is unknown`);
      else if (params.length !== expected && params.length > 0) wrong.push(`${method} takes ${params.length}, documented ${expected}`);
    }
    expect(wrong).toEqual([]);
  });

  it('answers in the documented shape', async () => {
    const { api } = urls[name] as (typeof urls)[string];
    const documents = described(api);
    const wrong: string[] = [];
    let compared = 0;
    for (const { name: method } of await served()) {
      const example = documents.get(method)?.result.schema.examples?.[0];
      const params = methodDocs(method)?.example;
      if (WAITS.has(method) || example === undefined || params === undefined) continue;
      const { json } = await call(method, params);
      if (!('result' in json)) continue;
      compared += 1;
      wrong.push(...unexpected(json.result, example, method));
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(30);
  });
});

/** Neither of them has Discover: every documented method is tried. */
describe.each([
  ['the miner API', 'miner', 11],
  ['version 2', 'v2', 20],
] as const)('%s', (_title, api, atLeast) => {
  it('has no method under a documented name with other parameters or another result', async () => {
    const { node } = devnet;
    const url = api === 'miner' ? node.minerUrl : node.httpUrl.replace('/v1', '/v2');
    const wrong: string[] = [];
    let served = 0;
    for (const [method, { params, result }] of described(api)) {
      const example = api === 'v2' ? (V2_PARAMS[method] ?? methodDocs(method)?.example) : methodDocs(method)?.example;
      const body = `{"jsonrpc":"2.0","id":1,"method":"Filecoin.${method}","params":${example ?? JSON.stringify(params.map(() => null))}}`;
      const { json } = await postRaw(url, body, { Authorization: `Bearer ${node.tokens.admin}` });
      if (json.error?.code === -32601) continue;
      served += 1;
      if (json.error?.code === -32602) wrong.push(`${method} ${json.error.message}`);
      const documented = result.schema.examples?.[0];
      if ('result' in json && documented !== undefined) wrong.push(...unexpected(json.result, documented, method));
    }
    expect(wrong).toEqual([]);
    expect(served).toBeGreaterThanOrEqual(atLeast);
  });
});
