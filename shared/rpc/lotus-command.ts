/**
 * The lotus or lotus-miner command equivalent to a call.
 *
 * Parameters are untrusted. Only parsed values become arguments (addresses, CIDs, integers, plain names); each is quoted for a POSIX
 * shell, and none can start with a dash. Sources: Lotus cli/ and documentation/en/cli-lotus.md, cli-lotus-miner.md. A command may make
 * further calls and print only part of the result.
 */
import { tryParseAddress } from '../domain/addresses/address.ts';
import { base64ToBytes } from '../domain/encoding/bytes.ts';
import { shellArgument } from '../text/shell-argument.ts';
import { methodFacts } from './methods.ts';
import { listOf } from './repair.ts';
import { linkOf } from './repair-shapes.ts';
import { isRecord } from './repair-values.ts';

export interface LotusCommand {
  /** One shell line. */
  readonly command: string;
}

/** Reads a parameter as an argument; undefined if it does not fit. */
type Read = (value: unknown) => string | undefined;

const address: Read = (value) => (typeof value === 'string' && tryParseAddress(value) !== undefined ? value : undefined);
const number: Read = (value) =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
    ? value >= 0
      ? String(value)
      : undefined
    : undefined;
const cid: Read = (value) => {
  const text = isRecord(value) ? value['/'] : undefined;
  return typeof text === 'string' ? linkOf(text)?.['/'] : undefined;
};
/** Peer IDs, scopes and paths, without characters special to a shell or options. */
const word: Read = (value) => (typeof value === 'string' && /^[A-Za-z0-9/][A-Za-z0-9._:/@-]{0,299}$/.test(value) ? value : undefined);
const bytes: Read = (value) => {
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    base64ToBytes(value);
    return value;
  } catch {
    // Not base64.
    return undefined;
  }
};

/** Access to the parameters of a call by name. */
interface Given {
  readonly arg: (name: string, read: Read) => string;
  /** Whether the parameter is null, an empty key or absent. */
  readonly isOpen: (name: string) => boolean;
  readonly value: (name: string) => unknown;
  /** `--tipset …`; empty for the head. */
  readonly tipset: (name?: string) => readonly string[];
}

/** A parameter that does not fit the command. */
class Unfit extends Error {}

type Build = (given: Given) => readonly string[];

/** A `lotus state` command; the tipset option comes before it. */
function state(command: readonly string[], ...args: readonly (readonly [name: string, read: Read])[]): Build {
  return ({ arg, tipset }) => ['lotus', 'state', ...tipset(), ...command, ...args.map(([name, read]) => arg(name, read))];
}

function plain(command: readonly string[], ...args: readonly (readonly [name: string, read: Read])[]): Build {
  return ({ arg }) => ['lotus', ...command, ...args.map(([name, read]) => arg(name, read))];
}

function miner(...command: readonly string[]): Build {
  return () => ['lotus-miner', ...command];
}

/** Commands that only work at the head. */
function atHead(build: Build): Build {
  return (given) => {
    if (!given.isOpen('tipsetKey')) throw new Unfit();
    return build(given);
  };
}

const COMMANDS: Readonly<Record<string, Build>> = {
  ChainHead: plain(['chain', 'head']),
  ChainGetBlock: plain(['chain', 'get-block'], ['cid', cid]),
  ChainGetMessage: plain(['chain', 'getmessage'], ['cid', cid]),
  ChainReadObj: plain(['chain', 'read-obj'], ['cid', cid]),
  ChainStatObj: ({ arg, isOpen }) => [
    'lotus',
    'chain',
    'stat-obj',
    ...(isOpen('baseCid') ? [] : ['--base', arg('baseCid', cid)]),
    arg('cid', cid),
  ],
  ChainGetNode: plain(['chain', 'get'], ['path', word]),
  ChainGetTipSetByHeight: atHead(({ arg }) => ['lotus', 'chain', 'list', '--epoch', arg('epoch', number), '--count', '1']),
  StateNetworkVersion: state(['network-version']),
  StateActorCodeCIDs: plain(['state', 'actor-cids', '--network-version'], ['networkVersion', number]),
  StateActorManifestCID: plain(['state', 'actor-cids', '--network-version'], ['networkVersion', number]),
  StateGetActor: state(['get-actor'], ['address', address]),
  StateReadState: state(['read-state'], ['address', address]),
  StateLookupID: state(['lookup'], ['address', address]),
  StateAccountKey: state(['lookup', '--reverse'], ['address', address]),
  StateListActors: state(['list-actors']),
  StateListMiners: state(['list-miners']),
  StateListMessages: ({ arg, tipset, value }) => {
    const match = value('match');
    if (!isRecord(match)) throw new Unfit();
    const side = (flag: string, field: string) => {
      if (match[field] === undefined || match[field] === null) return [];
      const text = address(match[field]);
      if (text === undefined) throw new Unfit();
      return [flag, text];
    };
    return [
      'lotus',
      'state',
      ...tipset(),
      'list-messages',
      ...side('--to', 'To'),
      ...side('--from', 'From'),
      '--toheight',
      arg('toHeight', number),
      '--cids',
    ];
  },
  StateSearchMsg: (given) => ['lotus', 'state', 'search-msg', given.arg('cid', cid)],
  StateWaitMsg: (given) => ['lotus', 'state', 'wait-msg', given.arg('cid', cid)],
  StateReplay: plain(['state', 'replay', '--show-trace'], ['cid', cid]),
  StateDecodeParams: ({ arg, tipset }) => [
    'lotus',
    'chain',
    'decode',
    'params',
    ...tipset(),
    arg('to', address),
    arg('method', number),
    arg('params', bytes),
  ],
  StateCirculatingSupply: state(['circulating-supply']),
  StateVMCirculatingSupplyInternal: state(['circulating-supply', '--vm-supply']),
  StateMinerInfo: state(['miner-info'], ['address', address]),
  StateMinerPower: ({ arg, isOpen, tipset }) => [
    'lotus',
    'state',
    ...tipset(),
    'power',
    ...(isOpen('address') ? [] : [arg('address', address)]),
  ],
  StateMinerProvingDeadline: state(['miner-proving-deadline'], ['address', address]),
  StateMinerActiveSectors: state(['sectors'], ['address', address]),
  StateMinerSectors: ({ arg, isOpen, tipset }) => {
    if (!isOpen('sectors')) throw new Unfit();
    return ['lotus', 'state', ...tipset(), 'sectors', '--all', arg('address', address)];
  },
  StateSectorGetInfo: state(['sector'], ['address', address], ['sector', number]),
  StateSectorPartition: state(['sector'], ['address', address], ['sector', number]),
  StateMarketBalance: state(['market', 'balance'], ['address', address]),
  StateMarketStorageDeal: state(['get-deal'], ['dealId', number]),
  StateMarketProposalPending: state(['market', 'proposal-pending'], ['proposalCid', cid]),
  StateVerifiedClientStatus: atHead(plain(['filplus', 'check-client-datacap'], ['addr', address])),
  StateVerifierStatus: atHead(plain(['filplus', 'check-notary-datacap'], ['addr', address])),
  StateGetAllocations: atHead(plain(['filplus', 'list-allocations'], ['client', address])),
  StateGetAllAllocations: atHead(plain(['filplus', 'list-allocations'])),
  StateGetClaims: atHead(plain(['filplus', 'list-claims'], ['provider', address])),
  StateGetAllClaims: atHead(plain(['filplus', 'list-claims'])),
  MsigGetAvailableBalance: atHead(plain(['msig', 'inspect'], ['address', address])),
  MsigGetPending: atHead(plain(['msig', 'inspect'], ['address', address])),
  MsigGetVestingSchedule: atHead(plain(['msig', 'inspect', '--vesting'], ['address', address])),
  MpoolPending: atHead(plain(['mpool', 'pending'])),
  MpoolSub: plain(['mpool', 'sub']),
  MpoolGetConfig: plain(['mpool', 'config']),
  GasEstimateGasPremium: plain(['chain', 'gas-price']),
  WalletBalance: plain(['wallet', 'balance'], ['address', address]),
  WalletList: plain(['wallet', 'list']),
  WalletDefaultAddress: plain(['wallet', 'default']),
  Version: plain(['version']),
  NodeStatus: ({ value }) => ['lotus', 'status', ...(value('includeChain') === true ? ['--chain'] : [])],
  SyncState: plain(['sync', 'status']),
  SyncCheckBad: plain(['sync', 'check-bad'], ['cid', cid]),
  ID: plain(['net', 'id']),
  NetPeers: plain(['net', 'peers']),
  NetPeerInfo: plain(['net', 'peers', '--extended']),
  NetAddrsListen: plain(['net', 'listen']),
  NetFindPeer: plain(['net', 'find-peer'], ['peerId', word]),
  NetBandwidthStats: plain(['net', 'bandwidth']),
  NetBandwidthStatsByPeer: plain(['net', 'bandwidth', '--by-peer']),
  NetBandwidthStatsByProtocol: plain(['net', 'bandwidth', '--by-protocol']),
  NetPubsubScores: plain(['net', 'scores']),
  NetAutoNatStatus: plain(['net', 'reachability']),
  NetBlockList: plain(['net', 'block', 'list']),
  NetProtectList: plain(['net', 'list-protected']),
  NetStat: plain(['net', 'stat'], ['scope', word]),
  NetLimit: plain(['net', 'limit'], ['scope', word]),
  LogList: plain(['log', 'list']),
  LogAlerts: plain(['log', 'alerts']),
  PaychList: plain(['paych', 'list']),
  PaychAvailableFunds: plain(['paych', 'status'], ['channel', address]),
  PaychVoucherList: plain(['paych', 'voucher', 'list'], ['channel', address]),
  F3GetLatestCertificate: plain(['f3', 'certs', 'get']),
  F3GetCertificate: plain(['f3', 'certs', 'get'], ['instance', number]),
  F3GetManifest: plain(['f3', 'manifest']),
  F3GetProgress: plain(['f3', 'status']),
  F3ListParticipants: plain(['f3', 'list-miners']),
  F3GetPowerTableByInstance: plain(['f3', 'powertable', 'get'], ['instance', number]),
  ActorAddressConfig: miner('actor', 'control', 'list'),
  SectorsList: miner('sectors', 'list', '--fast', '--show-removed'),
  SectorsSummary: miner('info'),
  SectorsStatus: ({ arg, value }) => [
    'lotus-miner',
    'sectors',
    'status',
    '--log',
    ...(value('showOnChainInfo') === true ? ['--on-chain-info'] : []),
    arg('sector', number),
  ],
  SectorsRefs: miner('sectors', 'refs'),
  SectorNumAssignerMeta: miner('sectors', 'numbers', 'info'),
  SectorNumReservations: miner('sectors', 'numbers', 'reservations'),
  SectorPreCommitPending: miner('sectors', 'batching', 'precommit'),
  SectorCommitPending: miner('sectors', 'batching', 'commit'),
  SealingSchedDiag: ({ value }) => ['lotus-miner', 'sealing', 'sched-diag', ...(value('isScheduling') === true ? ['--force-sched'] : [])],
  StorageList: miner('storage', 'list', 'sectors'),
  StorageLocal: miner('storage', 'list'),
  WorkerStats: miner('sealing', 'workers'),
  WorkerJobs: miner('sealing', 'jobs'),
};

const MAX_TIPSET_BLOCKS = 64;

/**
 * The Lotus command for a call.
 *
 * @param method with or without the namespace
 * @param params as sent, integers beyond 2^53 as bigint
 * @returns undefined if Lotus has no such command, or the parameters do not fit
 */
export function lotusCommand(method: string, params: unknown): LotusCommand | undefined {
  const facts = methodFacts(method);
  const build = facts !== undefined && Object.hasOwn(COMMANDS, facts.name) ? COMMANDS[facts.name] : undefined;
  if (facts === undefined || build === undefined) return undefined;
  try {
    const list = listOf(params);
    if (list === undefined || list.length > facts.params.length) return undefined;
    return { command: build(givenOf(facts.params, list)).map(shellArgument).join(' ') };
  } catch {
    // Unfit, or a value that throws when read.
    return undefined;
  }
}

function givenOf(names: readonly string[], params: readonly unknown[]): Given {
  const value = (name: string): unknown => params[names.indexOf(name)];
  const isOpen = (name: string): boolean => {
    const given = value(name);
    return given === undefined || given === null || (Array.isArray(given) && given.length === 0 && name === 'tipsetKey');
  };
  return {
    value,
    isOpen,
    arg: (name, read) => {
      const text = read(value(name));
      if (text === undefined) throw new Unfit();
      return text;
    },
    tipset: (name = 'tipsetKey') => {
      if (isOpen(name)) return [];
      const key = value(name);
      if (!Array.isArray(key) || key.length > MAX_TIPSET_BLOCKS) throw new Unfit();
      const cids = key.map(cid);
      if (!cids.every((text) => text !== undefined)) throw new Unfit();
      return ['--tipset', cids.join(',')];
    },
  };
}
