/**
 * Probes of the methods that the endpoint serves.
 *
 * Methods that screens use are called, because a gateway may refuse methods that the node's Discover lists; the others come from
 * Discover. Cheap methods are called as a screen calls them. Heavy methods, and those that change something, are called without
 * parameters: go-jsonrpc looks the method up, then counts its parameters (−32602), and only then checks the permission and runs it. So
 * nothing runs, no message is sent, and the error shows whether the method exists.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import type { SextantError } from '../../../shared/ipc/envelope.ts';
import type { PassportMethod } from '../../../shared/ipc/schemas/connections.ts';
import { methodAlternative } from '../../../shared/rpc/method-alternatives.ts';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { Finding, KnownTipset, Probe, ProbeContext } from './passport-probe.ts';
import { notAnswered } from './passport-words.ts';

const INVALID_PARAMS = -32602;
const MAX_DISCOVERED = 2000;

/** Parameters of a cheap call, made from the head; undefined: called without parameters. */
type Params = ((head: KnownTipset, letter: string) => readonly unknown[]) | undefined;

const NONE: Params = () => [];
const AT_PARENT: Params = ({ parents }) => [parents];
const BLOCK: Params = ({ key }) => [key[0]];
const MINER: Params = ({ minerAddress, parents }) => [minerAddress, parents];

/** Methods that the screens use, in display order. */
const FULL: readonly (readonly [name: string, params: Params])[] = [
  ['ChainHead', NONE],
  ['ChainGetGenesis', NONE],
  ['ChainGetFinalizedTipSet', NONE],
  ['ChainGetTipSet', AT_PARENT],
  ['ChainGetTipSetByHeight', ({ height, parents }) => [Math.max(0, height - 1), parents]],
  ['ChainGetTipSetAfterHeight', ({ height, parents }) => [Math.max(0, height - 2), parents]],
  ['ChainGetPath', ({ key, parents }) => [parents, key]],
  ['ChainGetBlock', BLOCK],
  ['ChainGetBlockMessages', BLOCK],
  ['ChainGetParentMessages', BLOCK],
  ['ChainGetParentReceipts', BLOCK],
  ['ChainGetMessagesInTipset', AT_PARENT],
  ['ChainGetMessage', undefined],
  ['ChainGetEvents', undefined],
  ['ChainReadObj', ({ stateRoot }) => [stateRoot]],
  ['ChainHasObj', ({ stateRoot }) => [stateRoot]],
  ['StateNetworkName', NONE],
  ['StateNetworkVersion', AT_PARENT],
  ['StateGetNetworkParams', NONE],
  ['StateGetActor', ({ parents }, letter) => [`${letter}02`, parents]],
  ['StateReadState', ({ parents }, letter) => [`${letter}02`, parents]],
  ['StateLookupID', ({ parents }, letter) => [`${letter}02`, parents]],
  ['StateAccountKey', undefined],
  ['StateCall', undefined],
  ['StateSearchMsg', undefined],
  ['StateWaitMsg', undefined],
  ['StateListMiners', undefined],
  ['StateMinerPower', MINER],
  ['StateMinerInfo', MINER],
  ['StateMinerProvingDeadline', MINER],
  ['StateMinerDeadlines', MINER],
  ['StateMinerAvailableBalance', MINER],
  ['StateMinerSectorCount', undefined],
  ['StateMinerPartitions', undefined],
  ['StateMinerSectors', undefined],
  ['StateMinerActiveSectors', undefined],
  ['StateMarketStorageDeal', undefined],
  ['StateMarketDeals', undefined],
  ['MpoolPending', undefined],
  ['MpoolGetNonce', undefined],
  ['MpoolPush', undefined],
  ['GasEstimateMessageGas', undefined],
  ['Version', NONE],
  ['Discover', undefined],
  ['ID', NONE],
  ['NetPeers', NONE],
  ['NetAddrsListen', NONE],
  ['NetAgentVersion', undefined],
  ['NetPeerInfo', undefined],
  ['NetBandwidthStats', NONE],
  ['NetAutoNatStatus', NONE],
  ['SyncState', NONE],
  ['NodeStatus', () => [false]],
  ['StartTime', NONE],
  ['F3IsRunning', NONE],
  ['F3GetProgress', NONE],
  ['F3GetLatestCertificate', NONE],
];

const ETH: readonly (readonly [name: string, params: Params])[] = [
  ['eth_blockNumber', NONE],
  ['eth_chainId', NONE],
  ['eth_gasPrice', NONE],
  ['eth_syncing', NONE],
  ['net_version', NONE],
  ['web3_clientVersion', NONE],
  ['eth_getBlockByHash', undefined],
  ['eth_getTransactionReceipt', undefined],
  ['eth_getBalance', undefined],
  ['eth_call', undefined],
  ['eth_getLogs', undefined],
  ['eth_sendRawTransaction', undefined],
];

const MINER_API: readonly (readonly [name: string, params: Params])[] = [
  ['ActorAddress', NONE],
  ['Version', NONE],
  ['SectorsSummary', NONE],
  ['SectorsStatus', undefined],
];

/** Discover's name of an Ethereum method: `eth_chainId` is EthChainId (Lotus api/eth_aliases.go). */
function discoverName(name: string): string {
  return name.replace(
    /^(eth|net|web3)_(.)/,
    (_, space: string, first: string) => space[0]?.toUpperCase() + space.slice(1) + first.toUpperCase(),
  );
}

const zDiscover = z.object({ methods: z.array(z.object({ name: z.string().max(200) })).max(MAX_DISCOVERED) });

async function probeDiscover({ endpoint, known }: ProbeContext): Promise<Finding> {
  const answer = await endpoint.ask('Discover', [], { why: 'method list', schema: zDiscover });
  if (!answer.ok) {
    return notAnswered(answer.error, 'No method list. Sextant tests methods by calling them.');
  }
  known.discovered = new Set(answer.value.methods.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)));
  return {
    status: 'good',
    value: formatCount(known.discovered.size, 'method'),
    meaning: 'Listed by Discover. Methods that screens use are also tested.',
  };
}

/** Status of a method by the error of its test call. */
function statusOf(error: SextantError, isBare: boolean, context: ProbeContext): PassportMethod['status'] {
  const { endpoint, known } = context;
  switch (error.code) {
    case 'method-not-served':
      return 'missing';
    case 'endpoint-unauthorised':
      return 'denied';
    case 'endpoint-timeout':
    case 'endpoint-unreachable':
    case 'endpoint-bad-reply':
      return 'failed';
    case 'endpoint-rate-limited':
      known.isRateLimited = true;
      return 'failed';
    default: {
      if (!isBare) return 'served';
      const { nodeCode, nodeMessage = '' } = error.details ?? {};
      // Only a node that has the method counts its parameters; other errors of a bare call say nothing.
      if (nodeCode !== INVALID_PARAMS && !/param|argument/i.test(nodeMessage)) return 'untried';
      // A gateway's v0 API also counts the parameters of methods it does not serve.
      return endpoint.target.apiVersion === 'v0' && nodeCode === INVALID_PARAMS ? 'untried' : 'served';
    }
  }
}

async function callOne(context: ProbeContext, api: PassportMethod['api'], name: string, params: Params): Promise<PassportMethod> {
  const { endpoint, known } = context;
  const { head } = known;
  const alternative = methodAlternative(name)?.sentence;
  const base = { name, api, ...defined({ alternative }) };
  const letter = head?.minerAddress.startsWith('f') === true ? 'f' : 't';
  const isBare = params === undefined;
  if (!isBare && params !== NONE && head === undefined) {
    return { ...base, status: 'untried', via: 'none' };
  }
  const answer = await endpoint.ask(name, isBare || head === undefined ? [] : params(head, letter), {
    why: isBare ? `${name} served (called without parameters)` : `${name} served`,
    schema: z.unknown(),
    ...(api === 'miner' && endpoint.miner !== undefined ? { client: endpoint.miner } : {}),
  });
  const { call } = answer;
  const status = answer.ok ? 'served' : statusOf(answer.error, isBare, context);
  const needed = methodFacts(name)?.permission;
  // A bare call does not reach the permission check, so the token's known permissions decide.
  const isDenied = isBare && status === 'served' && needed !== undefined && known.permissions?.includes(needed) === false;
  return { ...base, status: isDenied ? 'denied' : status, via: 'call', ...defined({ call }) };
}

async function callAll(context: ProbeContext, api: PassportMethod['api'], rows: typeof FULL): Promise<readonly PassportMethod[]> {
  const found: PassportMethod[] = [];
  for (const [name, params] of rows) {
    const method = await callOne(context, api, name, params);
    found.push(method);
    context.known.methods.push(method);
    context.onProgress();
  }
  return found;
}

function counted(found: readonly PassportMethod[], meaning: (missing: readonly string[]) => string): Finding {
  const served = found.filter(({ status }) => status === 'served').length;
  const missing = found.filter(({ status }) => status === 'missing').map(({ name }) => name);
  return {
    status: served === 0 ? 'limited' : missing.length === 0 ? 'good' : 'limited',
    value: `${served} of ${found.length} served`,
    meaning: meaning(missing),
  };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

async function probeFull(context: ProbeContext): Promise<Finding> {
  const { known } = context;
  const found = await callAll(context, 'full', FULL);
  known.methods.push({
    name: 'ChainNotify',
    api: 'full',
    status: streamStatus(context),
    via: context.endpoint.client.hasStream ? 'call' : 'none',
  });
  const discovered = known.discovered ?? new Set();
  const tried = new Set(known.methods.map(({ name }) => name));
  for (const name of discovered) {
    const facts = methodFacts(name);
    if (facts?.api === 'full' && !tried.has(name)) {
      const isDenied = known.permissions?.includes(facts.permission) === false;
      known.methods.push({ name, api: 'full', status: isDenied ? 'denied' : 'served', via: 'discover' });
    }
  }
  const contradicted = found.filter(({ name, status }) => status === 'missing' && discovered.has(name)).length;
  const denied = found.filter(({ status }) => status === 'denied').map(({ name }) => name);
  return counted(found, (missing) =>
    missing.length + denied.length === 0
      ? 'All methods that screens use.'
      : [
          missing.length === 0 ? '' : `Not served: ${listed(missing)}.`,
          contradicted === 0 ? '' : `Discover lists ${contradicted} of them.`,
          denied.length === 0 ? '' : `Not permitted: ${listed(denied)}.`,
        ]
          .filter((part) => part !== '')
          .join(' '),
  );
}

function streamStatus({ endpoint, known }: ProbeContext): PassportMethod['status'] {
  if (known.hasStream) return 'served';
  return endpoint.client.hasStream ? 'failed' : 'untried';
}

async function probePush({ endpoint, known }: ProbeContext): Promise<Finding> {
  const push = known.methods.find(({ name }) => name === 'MpoolPush');
  const how = 'Tested without a message; nothing was sent.';
  const hasToken = endpoint.target.token !== undefined && endpoint.target.token !== '';
  const status = push?.status ?? 'untried';
  switch (status) {
    case 'served': {
      known.canPush = known.permissions?.includes('write') !== false;
      const isOpen = hasToken || known.permissions !== undefined;
      return {
        status: 'good',
        value: 'served',
        meaning: isOpen ? how : `${how} Whether a token is required is unknown until the first message.`,
      };
    }
    case 'denied':
      known.canPush = false;
      return {
        status: 'limited',
        value: 'not permitted',
        meaning: hasToken
          ? 'The token lacks the write permission, so messages cannot be sent.'
          : 'MpoolPush requires a token with the write permission. No token is set.',
      };
    case 'missing':
      known.canPush = false;
      return { status: 'limited', value: 'not served', meaning: 'Messages cannot be sent through this endpoint.' };
    case 'failed':
    case 'untried':
      return { status: 'unknown', value: 'unknown', meaning: how };
  }
  return status satisfies never;
}

async function probeEth(context: ProbeContext): Promise<Finding> {
  const found = await callAll(context, 'eth', ETH);
  const { discovered } = context.known;
  return counted(found, (missing) => {
    if (missing.length === 0) return 'All Ethereum methods that screens use.';
    const contradicted = missing.filter((name) => discovered?.has(discoverName(name))).length;
    return `Not served: ${listed(missing)}.${contradicted === 0 ? '' : ` Discover lists ${contradicted} of them.`}`;
  });
}

async function probeMiner(context: ProbeContext): Promise<Finding> {
  const found = await callAll(context, 'miner', MINER_API);
  return counted(found, (missing) => (missing.length === 0 ? 'All methods that Sealing uses.' : `Not served: ${listed(missing)}.`));
}

export const METHOD_PROBES: readonly Probe[] = [
  { id: 'discover', group: 'access', label: 'Method list', run: probeDiscover },
  { id: 'methods', group: 'access', label: 'Methods', weight: 25, run: probeFull },
  { id: 'push', group: 'access', label: 'Sending', run: probePush },
  { id: 'eth', group: 'access', label: 'Ethereum methods', weight: 5, run: probeEth },
  {
    id: 'miner',
    group: 'access',
    label: 'Storage miner',
    weight: 2,
    isIndependent: true,
    isFor: (endpoint) => endpoint.miner !== undefined,
    run: probeMiner,
  },
];
