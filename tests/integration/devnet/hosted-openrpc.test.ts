/** Every method that the bare node and the hosted service serve, against the OpenRPC documents of Lotus: name, parameters, result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import { encodeEthTransaction } from '../../../shared/domain/evm/eth-transaction.ts';
import { type Key, keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { methodDocs } from '../../../shared/rpc/method-docs.ts';
import { parseNodeSignedMessage } from '../../../shared/validation/node/signed-message.ts';
import { control, postCall, postRaw, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { useDataCap, useMultisigs } from '../../builders/devnet-deeds.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
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
  /** Go type. */
  readonly result: string;
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
const CHAIN_ID = 31_415_926;

const V2_PARAMS: Readonly<Record<string, string>> = {
  ChainGetTipSet: '[{"tag":"latest"}]',
  StateGetActor: '["t01000",{"tag":"latest"}]',
  StateGetID: '["t01000",{"tag":"finalized"}]',
};

/** Results that the documents leave out, by their Go type. */
const RESULTS: Readonly<Record<string, unknown>> = {
  '[]byte': 'AA==',
  '[]auth.Permission': ['read'],
  '[]string': ['text'],
  '[]alerting.Alert': [{}],
  '[]peer.AddrInfo': [{ ID: 'text', Addrs: ['text'] }],
  'peer.AddrInfo': { ID: 'text', Addrs: ['text'] },
  'peer.ID': 'text',
  'time.Time': 'text',
  APIVersion: { Version: 'text', APIVersion: 1, BlockDelay: 1, Agent: 'text' },
  NatInfo: { Reachability: 0, PublicAddrs: ['text'] },
  'metrics.Stats': { TotalIn: 0, TotalOut: 0, RateIn: 0, RateOut: 0 },
  'apitypes.OpenRPCDocument': { openrpc: 'text', info: null, methods: null },
  '*api.MsgLookup': {
    Message: { '/': 'text' },
    Receipt: { ExitCode: 0, Return: 'AA==', GasUsed: 1, EventsRoot: null },
    ReturnDec: null,
    TipSet: [{ '/': 'text' }],
    Height: 1,
  },
};

/** Served methods whose result cannot be held against a document, and why. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  StateRewardDistribution: 'newer than the documents',
  StateMinerInitialPledgeForSector: 'newer than the documents',
  F3IsRunning: 'F3 is switched off',
  F3GetManifest: 'F3 is switched off',
  F3GetProgress: 'F3 is switched off',
  F3GetLatestCertificate: 'F3 is switched off',
  WalletDefaultAddress: 'the node holds no key',
  WalletList: 'the node holds no key',
  EthAccounts: 'the node holds no key',
  NetPeers: 'the chain has one node',
  LogList: 'the node keeps no log',
  LogAlerts: 'the node watches for nothing',
  ChainGetEvents: 'no message here emits events; reward-streams.test.ts has some',
  GetActorEventsRaw: 'no message here emits events; reward-streams.test.ts has some',
  StateGetAllocationForPendingDeal: 'deals wait for an allocation for some epochs only; verified-deals.test.ts has one',
};

/** The same of the hosted service alone. */
const NOT_COMPARED_HOSTED: readonly (readonly [methods: RegExp, reason: string])[] = [
  [/^AuthVerify$/, 'a public endpoint has no tokens'],
  [/^Client/, 'needs files and deals: hosted-client-deals.test.ts compares them'],
];

function reasonOf(method: string, side: string): string | undefined {
  const hosted = side.startsWith('hosted') ? NOT_COMPARED_HOSTED.find(([methods]) => methods.test(method)) : undefined;
  return NOT_COMPARED[method] ?? hosted?.[1];
}

/** Objects whose keys are data: their values are compared. */
const MAPS: ReadonlySet<string> = new Set([
  'StateMarketDeals',
  'StateMarketParticipants',
  'StateActorCodeCIDs',
  'StateGetAllocations',
  'StateGetAllAllocations',
  'StateGetClaims',
  'StateGetAllClaims',
  'SectorsSummary',
  'WorkerJobs',
  'WorkerStats',
]);

/** Where a result may differ from the example of its document. */
const OPTIONAL: ReadonlySet<string> = new Set([
  // Hashes, unless whole transactions are asked for.
  'EthGetBlockByNumber.transactions[] is "string", recorded {}',
  'EthGetBlockByHash.transactions[] is "string", recorded {}',
  // Set for jobs that wait to return alone.
  'WorkerJobs[][].Hostname is missing',
  // Newer than the documents.
  'StateGetNetworkParams.ForkUpgradeParams.UpgradeSolsticeHeight is not documented',
]);
const OPTIONAL_ANYWHERE: readonly RegExp[] = [
  // Left out where they are empty.
  /\.ExecutionTrace\.(?:Logs|IpldOps) is missing$/,
  // Of transactions before EIP-1559.
  /^EthGetTransaction\w+\.gasPrice is missing$/,
  // The state of an actor, which each type has in its own form.
  /^StateReadState\.State\./,
  // Keys are data.
  /^WorkerStats\[\]\.TaskCounts\./,
];

function unexpected(result: unknown, example: unknown, method: string): readonly string[] {
  const [ours, theirs] = MAPS.has(method) ? [Object.values(result ?? {}), Object.values(example ?? {})] : [result, example];
  const undocumented = resultDifferences(theirs, ours, method).filter((difference) => difference.endsWith(' is missing'));
  return [
    ...resultDifferences(ours, theirs, method),
    ...undocumented.map((difference) => difference.replace('is missing', 'is not documented')),
  ].filter((difference) => !OPTIONAL.has(difference) && !OPTIONAL_ANYWHERE.some((pattern) => pattern.test(difference)));
}

async function paramsText(method: string, parameters: Readonly<Record<string, Parameters>>): Promise<string> {
  const given = parameters[method];
  if (given === undefined) return methodDocs(method)?.example ?? '[]';
  return JSON.stringify(typeof given === 'function' ? await given() : given);
}

const isEmpty = (result: unknown): boolean => result === null || (typeof result === 'object' && Object.keys(result as object).length === 0);

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

/** An example of a result by its Go type, where no document has one. */
function exampleOf(method: string): unknown {
  const { methods } = readSharedJson<{ methods: Fact[] }>('methods.json');
  return RESULTS[methods.find(({ name, api }) => bare(name) === method && (api === 'v1' || api === 'v0'))?.result ?? ''];
}

type Parameters = readonly unknown[] | (() => Promise<readonly unknown[]>);

/** Parameters of methods that are asked about something on the chain, for version 1. */
async function parametersOf(sender: DevnetSender): Promise<Readonly<Record<string, Parameters>>> {
  const { node } = sender;
  const ask = <T>(method: string, ...params: unknown[]) => resultOf<T>(node, method, params, node.tokens.admin);
  for (const deed of [useMultisigs, useDataCap]) await deed(sender);
  const faucet = sender.key('faucet');
  const [eth, friend] = [50, 51].map((byte) => keyFromPrivateKey('delegated', new Uint8Array(32).fill(byte))) as [Key, Key];
  const ethSend = { method: methodNumberOfName('InvokeEVM'), value: 1n };
  await sender.push(faucet, eth.address, { value: 10n ** 19n });
  await sender.settle();
  const message = { '/': await sender.push(eth, friend.address, ethSend) };
  await sender.settle();
  const from = formatAddress(faucet.address, 't');
  const draft = {
    Version: 0,
    To: 't01000',
    From: from,
    Nonce: 0,
    Value: '1',
    GasLimit: 0,
    GasFeeCap: '0',
    GasPremium: '0',
    Method: 0,
    Params: null,
  };
  const lookup = await ask<{ TipSet: TipsetJson['Cids']; Height: number }>('StateSearchMsg', null, message, -1, true);
  const execution = await ask<TipsetJson>('ChainGetTipSet', lookup.TipSet);
  const inclusion = await ask<TipsetJson>('ChainGetTipSet', execution.Blocks[0]?.Parents);
  const blocks = await Promise.all(
    inclusion.Cids.map(async (cid) => ({ cid, messages: await ask<{ Cids: readonly { '/': string }[] }>('ChainGetBlockMessages', cid) })),
  );
  const block = blocks.find(({ messages }) => messages.Cids.some((cid) => cid['/'] === message['/']))?.cid ?? null;
  const transaction = await ask<string>('EthGetTransactionHashByCid', message);
  const { blockHash, blockNumber } = await ask<{ blockHash: string; blockNumber: string }>('EthGetTransactionByHash', transaction);
  const multisig = await pendingMultisig(sender);
  const allocations = await ask<Record<string, { Client: number }>>('StateGetAllAllocations', null);
  const [allocation = '', { Client } = { Client: 0 }] = Object.entries(allocations)[0] ?? [];
  const verifier = formatAddress(sender.key('traffic-2').address, 't');
  const preCommit = await firstPreCommit(sender);
  const deadline = await firstDeadline(sender);
  const signed = async (key: Key): Promise<unknown> => sender.signed(key, faucet.address, { value: 1n });
  const rawTransaction = async (): Promise<readonly unknown[]> => {
    const next = parseNodeSignedMessage(await sender.signed(eth, friend.address, ethSend));
    return [`0x${bytesToHex(encodeEthTransaction(next, CHAIN_ID))}`];
  };
  return {
    AuthVerify: [node.tokens.read],
    ChainGetBlock: [block],
    ChainGetBlockMessages: [block],
    ChainGetMessage: [message],
    ChainGetParentMessages: [execution.Cids[0]],
    ChainGetParentReceipts: [execution.Cids[0]],
    ChainGetPath: [inclusion.Cids, execution.Cids],
    ChainGetTipSet: [inclusion.Cids],
    ChainGetTipSetAfterHeight: [inclusion.Height, null],
    ChainGetTipSetByHeight: [inclusion.Height, null],
    ChainGetMessagesInTipset: [inclusion.Cids],
    ChainReadObj: [block],
    ChainStatObj: [block, null],
    EthEstimateGas: [
      {
        from: await ask('FilecoinAddressToEthAddress', formatAddress(eth.address, 't'), 'latest'),
        to: `0x${'22'.repeat(20)}`,
        value: '0x1',
      },
      'latest',
    ],
    EthGetBlockByHash: [blockHash, false],
    EthGetBlockTransactionCountByHash: [blockHash],
    EthGetTransactionByBlockHashAndIndex: [blockHash, '0x0'],
    EthGetTransactionByBlockNumberAndIndex: [blockNumber, '0x0'],
    EthGetBlockReceipts: [blockNumber],
    EthGetMessageCidByTransactionHash: [transaction],
    EthGetTransactionByHash: [transaction],
    EthGetTransactionHashByCid: [message],
    EthGetTransactionReceipt: [transaction],
    EthSendRawTransaction: rawTransaction,
    EthSendRawTransactionUntrusted: rawTransaction,
    GasEstimateFeeCap: [draft, 20, null],
    GasEstimateGasLimit: [draft, null],
    GasEstimateMessageGas: [draft, null, null],
    MpoolGetNonce: [from],
    MpoolPush: async () => [await signed(faucet)],
    MpoolPushUntrusted: async () => [await signed(faucet)],
    MsigGetAvailableBalance: [multisig, null],
    MsigGetPending: [multisig, null],
    MsigGetVestingSchedule: [multisig, null],
    StateCall: [draft, null],
    StateGetAllocation: [`t0${Client}`, Number(allocation), null],
    StateGetAllocations: [`t0${Client}`, null],
    StateMinerPartitions: ['t01000', deadline, null],
    StateMinerSectors: ['t01000', null, null],
    StateReplay: [inclusion.Cids, message],
    StateSearchMsg: [null, message, -1, true],
    StateSearchMsgLimited: [message, -1],
    StateGetReceipt: [message, null],
    StateWaitMsg: [message, 0, -1, true],
    StateWaitMsgLimited: [message, 0, -1],
    StateSectorPreCommitInfo: ['t01000', preCommit, null],
    StateVerifiedClientStatus: [formatAddress(sender.key('traffic-3').address, 't'), null],
    StateVerifierStatus: [verifier, null],
  };
}

/** Version 0 searches without a tipset and without a limit. */
function inVersion0(parameters: Readonly<Record<string, Parameters>>): Readonly<Record<string, Parameters>> {
  const { StateGetReceipt } = parameters;
  const message = Array.isArray(StateGetReceipt) ? StateGetReceipt[0] : undefined;
  return { ...parameters, StateSearchMsg: [message], StateWaitMsg: [message, 0] };
}

async function pendingMultisig({ node }: DevnetSender): Promise<string> {
  for (const address of (await resultOf<string[]>(node, 'StateListActors', [null])).toReversed()) {
    const { json } = await postCall(node.httpUrl, 'Filecoin.MsigGetPending', [address, null]);
    if ('result' in json && !isEmpty(json.result)) return address;
  }
  throw new Error('no multisig with a pending transaction');
}

/** Produces epochs until the miner has a sector that is pre-committed and waits for its proof. */
async function firstPreCommit({ node }: DevnetSender): Promise<number> {
  for (let epochs = 0; epochs < 30; epochs += 1) {
    const states = ['WaitSeed', 'Committing', 'SubmitCommitAggregate', 'CommitAggregateWait'];
    const { json } = await postCall(node.minerUrl, 'Filecoin.SectorsListInStates', [states], node.tokens.admin);
    const [sector] = json.result as number[];
    if (sector !== undefined) return sector;
    await control(node, 'advance', { epochs: 1 });
  }
  throw new Error('no pre-commit');
}

async function firstDeadline({ node }: DevnetSender): Promise<number> {
  for (let deadline = 0; deadline < 48; deadline += 1) {
    if (!isEmpty(await resultOf(node, 'StateMinerPartitions', ['t01000', deadline, null]))) return deadline;
  }
  throw new Error('no partition');
}

let devnet: HostedDevnet;
let urls: Readonly<Record<string, { readonly url: string; readonly api: Api; readonly token?: string }>>;
let known: Readonly<Record<string, Parameters>>;
beforeAll(async () => {
  // Network version 28, where DataCap can be given and spent.
  devnet = await startHostedDevnet({ lagEpochs: [0, 0, 0] }, { historyEpochs: 40, upgradeEpoch: 1_000_000 });
  const { node, hosted } = devnet;
  known = await parametersOf(new DevnetSender(node, 'hosted'));
  urls = {
    'bare v1': { url: node.httpUrl, api: 'v1', token: node.tokens.admin },
    'bare v0': { url: node.httpUrl.replace('/v1', '/v0'), api: 'v0', token: node.tokens.admin },
    'hosted mainnet /': { url: hosted.networks.mainnet.httpUrl, api: 'v1' },
    'hosted mainnet /rpc/v0': { url: `${hosted.networks.mainnet.httpUrl}/rpc/v0`, api: 'v0' },
    'hosted testnet /rpc/v1': { url: hosted.networks.testnet.httpUrl, api: 'v1' },
    'hosted hyperspace /rpc/v0': { url: hosted.networks.hyperspace.httpUrl.replace('/v1', '/v0'), api: 'v0' },
  };
});
afterAll(() => devnet.node.stop());

describe.each(['bare v1', 'bare v0', 'hosted mainnet /', 'hosted mainnet /rpc/v0', 'hosted testnet /rpc/v1', 'hosted hyperspace /rpc/v0'])(
  '%s',
  (name) => {
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

    // The test networks have the methods of mainnet, on chains of their own.
    const isMainnet = !/testnet|hyperspace/.test(name);
    if (isMainnet)
      it('answers in the documented shape, but for what is named with its reason', async () => {
        const { api } = urls[name] as (typeof urls)[string];
        const documents = described(api);
        const parameters = api === 'v0' ? inVersion0(known) : known;
        const wrong: string[] = [];
        const notCompared: Record<string, string> = {};
        for (const { name: method } of await served()) {
          const example = documents.get(method)?.result.schema.examples?.[0] ?? exampleOf(method);
          const { json, text } = await call(method, await paramsText(method, parameters));
          if (example === undefined || !('result' in json) || isEmpty(json.result)) notCompared[method] = text;
          else wrong.push(...unexpected(json.result, example, method));
        }
        expect(wrong).toEqual([]);
        expect(Object.entries(notCompared).filter(([method]) => reasonOf(method, name) === undefined)).toEqual([]);
        const named = Map.groupBy(Object.keys(notCompared), (method) => reasonOf(method, name));
        console.info(`Not compared, ${name}: ${[...named].map(([reason, methods]) => `${methods.join(', ')} (${reason})`).join('; ')}.`);
      });

    it('serves the streams of Lotus, which the documents leave out', async () => {
      const { url, token } = urls[name] as (typeof urls)[string];
      const socket = new WebSocket(`${url.replace('http', 'ws')}${token === undefined ? '' : `?token=${token}`}`);
      const answers = new Map<number, { readonly result?: unknown; readonly error?: { readonly message: string } }>();
      socket.on('open', () => {
        for (const [id, [method, params]] of [
          ['ChainNotify', []],
          ['ChainNotify', [1]],
          ['MpoolSub', []],
        ].entries()) {
          socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: `Filecoin.${method}`, params }));
        }
      });
      socket.on('message', (data) => {
        const { id, ...answer } = JSON.parse(String(data)) as { id?: number };
        if (id !== undefined) answers.set(id, answer);
      });
      await expect.poll(() => answers.size).toBe(3);
      socket.terminate();
      expect(answers.get(0)).toHaveProperty('result');
      expect(answers.get(1)?.error?.message).toBe("wrong param count (method 'Filecoin.ChainNotify'): 1 != 0");
      if (name.startsWith('bare')) expect(answers.get(2)).toHaveProperty('result');
      else expect(answers.get(2)?.error?.message).toMatch(/^(?:method 'Filecoin.MpoolSub' not found|method not supported)$/);
    });
  },
);

/** Neither of them has Discover: every documented method is tried. */
describe.each([
  ['the miner API', 'miner', 11],
  ['version 2', 'v2', 20],
] as const)('%s', (_title, api, atLeast) => {
  it('has no method under a documented name with other parameters or another result', async () => {
    const { node } = devnet;
    const url = api === 'miner' ? node.minerUrl : node.httpUrl.replace('/v1', '/v2');
    const wrong: string[] = [];
    const notCompared: string[] = [];
    let served = 0;
    for (const [method, { params, result }] of described(api)) {
      const example = api === 'v2' ? (V2_PARAMS[method] ?? (await paramsText(method, known))) : methodDocs(method)?.example;
      const body = `{"jsonrpc":"2.0","id":1,"method":"Filecoin.${method}","params":${example ?? JSON.stringify(params.map(() => null))}}`;
      const { json } = await postRaw(url, body, { Authorization: `Bearer ${node.tokens.admin}` });
      if (json.error?.code === -32601) continue;
      served += 1;
      if (json.error?.code === -32602) wrong.push(`${method} ${json.error.message}`);
      const documented = result.schema.examples?.[0];
      if ('result' in json && documented !== undefined && !isEmpty(json.result)) wrong.push(...unexpected(json.result, documented, method));
      else if (api === 'v2' && NOT_COMPARED[method] === undefined) notCompared.push(`${method} ${JSON.stringify(json)}`);
    }
    expect(wrong).toEqual([]);
    expect(notCompared).toEqual([]);
    expect(served).toBeGreaterThanOrEqual(atLeast);
  });
});
