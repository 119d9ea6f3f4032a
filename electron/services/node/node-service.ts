/**
 * Status of the connected node, with the data of Lotus' read commands.
 *
 * Each part makes its own calls and fails alone. Owns no topic; the screen queries it. The node's answers are untrusted.
 */
import { z } from 'zod';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { networkByName } from '../../../shared/domain/chain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef, Panel } from '../../../shared/ipc/schemas/common.ts';
import type { NodePeer, NodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { apiVersionText, compatibilityOf } from '../../../shared/rpc/api-version.ts';
import {
  zGoTime,
  zNodeAddrInfo,
  zNodeBandwidth,
  zNodeF3Certificate,
  zNodeF3Progress,
  zNodeNatInfo,
  zNodeNetworkParams,
  zNodePeerId,
  zNodePeersAnswer,
  zNodeStatusAnswer,
  zNodeSyncState,
  zNodeVersionAnswer,
} from '../../../shared/validation/node/node-status.ts';
import { zUnixSeconds } from '../../../shared/validation/node/primitives.ts';
import type { Clock } from '../../platform/ports.ts';
import type { NodeAnswer, NodeClient } from '../../rpc/node-client.ts';
import { mapBounded } from '../bounded.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import { panelOf } from '../pinned/pinned-node.ts';
import { readBackends } from './backends.ts';
import { f3PhaseName, readSyncWorker, upgradesOf } from './node-words.ts';

const MAX_PEERS = 2000;
/** Agents of the earliest queried peers are evicted. */
const MAX_AGENTS = 5000;
const CONCURRENT_AGENT_CALLS = 6;
const AGENT_TIMEOUT_MS = 8000;
const REACHABILITY = ['unknown', 'public', 'private'] as const;

const zHead = z.object({
  Cids: z
    .array(z.object({ '/': z.string().min(8).max(200) }))
    .min(1)
    .max(64),
  Blocks: z
    .array(z.object({ Timestamp: zUnixSeconds }))
    .min(1)
    .max(64),
  Height: z.number().int(),
});

export interface NodeServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly clock: Clock;
  /** Refusals since the endpoint was connected; a refused method is called again only on a manual refresh. */
  readonly missing?: { refusalOf(connectionId: string, method: string): SextantError | undefined };
}

/** Makes a call of one panel, validated and with the panel as its cause. */
type Read = <S extends z.ZodType>(method: string, params: readonly unknown[], schema: S) => Promise<z.output<S>>;

export class NodeService {
  readonly #connections: ActiveConnectionSource;
  readonly #clock: Clock;
  readonly #missing: NodeServiceOptions['missing'];
  /** Agents by peer, for the current connection. */
  readonly #agents = new LruMap<string, string>({ maxEntries: MAX_AGENTS });
  #agentsOf: NodeClient | undefined;

  constructor({ connections, clock, missing }: NodeServiceOptions) {
    this.#connections = connections;
    this.#clock = clock;
    this.#missing = missing;
  }

  /** @throws SextantError `not-connected`, or the failure of the connection; failures of single parts are returned in them */
  async getStatus({ isByHand = false }: { readonly isByHand?: boolean | undefined } = {}): Promise<NodeStatus> {
    const connection = await this.#connections.requireActive();
    const { client, facts, apiVersion, capabilities } = connection;
    const agents = this.#agentsFor(client);
    const failures: SextantError[] = [];
    const panel = <T>(title: string, fill: (read: Read) => Promise<T>): Promise<Panel<T>> =>
      panelWith(
        client,
        title,
        (method) => (isByHand ? undefined : this.#missing?.refusalOf(connection.id, method)),
        (read) =>
          fill(read).catch((error: unknown) => {
            if (error instanceof SextantError) failures.push(error);
            throw error;
          }),
      );
    const [version, peerId, network, listening, natStatus, peers, sync, chain, nodeStatus, bandwidth, f3, startTime] = await Promise.all([
      panel('version', async (read) => readVersion(await read('Version', [], zNodeVersionAnswer), apiVersion)),
      panel('id', async (read) => ({ peerId: await read('ID', [], zNodePeerId) })),
      panel('network', (read) => readNetwork(read, connection)),
      panel('listen addresses', (read) => read('NetAddrsListen', [], zNodeAddrInfo)),
      panel('reachability', async (read) => {
        const { Reachability, PublicAddr, PublicAddrs } = await read('NetAutoNatStatus', [], zNodeNatInfo);
        const publicAddresses = PublicAddrs.length === 0 && PublicAddr !== undefined && PublicAddr !== '' ? [PublicAddr] : PublicAddrs;
        return { reachability: REACHABILITY[Reachability] ?? 'unknown', publicAddresses: publicAddresses.slice(0, 64) };
      }),
      panel('peers', async (read) => {
        const all = await read('NetPeers', [], zNodePeersAnswer);
        return { peers: all.slice(0, MAX_PEERS).map((peer) => withAgent(peer, agents)), total: all.length };
      }),
      panel('sync', async (read) => {
        const { ActiveSyncs, VMApplied } = await read('SyncState', [], zNodeSyncState);
        const nowNs = BigInt(Math.round(this.#clock.nowMs())) * 1_000_000n;
        return {
          workers: (ActiveSyncs ?? []).map((worker) => readSyncWorker(worker, nowNs)),
          ...(VMApplied === undefined ? {} : { vmApplied: VMApplied.toString() }),
        };
      }),
      panel('chain head', async (read) => {
        const { Cids, Blocks, Height } = await read('ChainHead', [], zHead);
        const timeMs = (Blocks[0]?.Timestamp ?? 0) * 1000;
        const behind = Math.max(0, Math.floor((this.#clock.nowMs() - timeMs) / (facts.blockDelaySeconds * 1000)));
        return {
          height: Height,
          key: Cids.map((link) => link['/']),
          timeMs,
          // An accelerated chain runs ahead of the clock.
          ...(capabilities.isChainAccelerated ? {} : { epochsBehind: behind }),
        };
      }),
      panel('status', async (read) => {
        const { SyncStatus, PeerStatus, ChainStatus } = await read('NodeStatus', [true], zNodeStatusAnswer);
        return {
          epoch: SyncStatus.Epoch,
          epochsBehind: SyncStatus.Behind,
          peersToPublishMessages: PeerStatus.PeersToPublishMsgs,
          peersToPublishBlocks: PeerStatus.PeersToPublishBlocks,
          ...(ChainStatus === undefined
            ? {}
            : {
                blocksPerTipsetLast100: ChainStatus.BlocksPerTipsetLast100,
                blocksPerTipsetLastFinality: ChainStatus.BlocksPerTipsetLastFinality,
              }),
        };
      }),
      panel('bandwidth', async (read) => {
        const { TotalIn, TotalOut, RateIn, RateOut } = await read('NetBandwidthStats', [], zNodeBandwidth);
        return { totalIn: TotalIn, totalOut: TotalOut, rateIn: RateIn, rateOut: RateOut };
      }),
      panel('F3', readF3),
      panel('start time', async (read) => {
        const atNs = await read('StartTime', [], zGoTime);
        if (atNs === undefined) {
          throw new SextantError('not-found', 'The node does not report its start time.');
        }
        return { timeMs: Number(atNs / 1_000_000n) };
      }),
    ]);
    const { id: connectionId } = connection;
    const parts = { version, peerId, network, listening, natStatus, peers, sync, chain, nodeStatus, bandwidth, f3, startTime };
    // If every part failed, the failure is reported once. A part without calls is from an earlier refusal.
    const failure = failures.find(({ code }) => code !== 'method-not-served' && code !== 'not-found');
    if (failure !== undefined && Object.values(parts).every((part) => 'error' in part || part.calls.length === 0)) {
      throw failure;
    }
    const backends = await readBackends(connection);
    return { connectionId, ...parts, ...(backends === undefined ? {} : { backends }) };
  }

  /**
   * The agents of peers. Peers that report none are returned without an agent.
   *
   * @throws SextantError `method-not-served` if the node does not serve NetAgentVersion
   */
  async getPeerAgents(peerIds: readonly string[]): Promise<NodePeer[]> {
    const { client } = await this.#connections.requireActive();
    const agents = this.#agentsFor(client);
    const options = { cause: 'node: agents of peers', timeoutMs: AGENT_TIMEOUT_MS, schema: z.string().max(2000) };
    return mapBounded(peerIds, CONCURRENT_AGENT_CALLS, async (peerId) => {
      if (!agents.has(peerId)) {
        try {
          agents.set(peerId, (await client.call('NetAgentVersion', [peerId], options)).value);
        } catch (error) {
          // The peer may have left. Only a missing method ends the query.
          if (!(error instanceof SextantError) || error.code === 'method-not-served') {
            throw error;
          }
        }
      }
      return withAgent({ peerId, addresses: [] }, agents);
    });
  }

  #agentsFor(client: NodeClient): Map<string, string> {
    if (this.#agentsOf !== client) {
      this.#agentsOf = client;
      this.#agents.clear();
    }
    return this.#agents;
  }
}

/** Fills a panel, with its title as the cause of its calls; a failure becomes the panel's error. */
function panelWith<T>(
  client: NodeClient,
  title: string,
  refusalOf: (method: string) => SextantError | undefined,
  fill: (read: Read) => Promise<T>,
): Promise<Panel<T>> {
  return panelOf(async () => {
    const calls: CallRef[] = [];
    const read: Read = async (method, params, schema) => {
      const refusal = refusalOf(method);
      if (refusal !== undefined) {
        throw refusal;
      }
      const answer: NodeAnswer<z.output<typeof schema>> = await client.call(method, params, { cause: `node: ${title}`, schema });
      calls.push(answer.call);
      return answer.value;
    };
    return { value: await fill(read), calls };
  });
}

function withAgent(peer: NodePeer, agents: ReadonlyMap<string, string>): NodePeer {
  const agent = agents.get(peer.peerId);
  return agent === undefined ? peer : { ...peer, agent };
}

type PanelValue<K extends keyof NodeStatus> = Extract<NodeStatus[K], { value: unknown }>['value'];

function readVersion(
  { Version, APIVersion, BlockDelay, Agent }: z.output<typeof zNodeVersionAnswer>,
  path: 'v0' | 'v1',
): PanelValue<'version'> {
  return {
    software: Version,
    ...(Agent === undefined || Agent === '' ? {} : { agent: Agent }),
    ...(APIVersion === undefined ? {} : { apiVersion: apiVersionText(APIVersion), compatibility: compatibilityOf(APIVersion, path) }),
    ...(BlockDelay === undefined ? {} : { blockDelaySeconds: BlockDelay }),
  };
}

async function readNetwork(read: Read, { facts }: ActiveConnection): Promise<PanelValue<'network'>> {
  try {
    const params = await read('StateGetNetworkParams', [], zNodeNetworkParams);
    return {
      networkName: params.NetworkName,
      ...(params.BlockDelaySecs === undefined ? {} : { blockDelaySeconds: params.BlockDelaySecs }),
      ...(params.ConsensusMinerMinPower === undefined ? {} : { consensusMinerMinPower: params.ConsensusMinerMinPower.toString() }),
      ...(params.PreCommitChallengeDelay === undefined ? {} : { preCommitChallengeDelay: params.PreCommitChallengeDelay }),
      ...(params.Eip155ChainID === undefined ? {} : { eip155ChainId: params.Eip155ChainID.toString() }),
      ...(params.GenesisTimestamp === undefined ? {} : { genesisTimeMs: Number(params.GenesisTimestamp) * 1000 }),
      upgrades: upgradesOf(params.ForkUpgradeParams ?? {}),
    };
  } catch (error) {
    if (!(error instanceof SextantError) || error.code !== 'method-not-served') {
      throw error;
    }
    const networkName = (await optional(() => read('StateNetworkName', [], z.string().max(2000)))) ?? facts.networkName;
    return {
      networkName,
      blockDelaySeconds: facts.blockDelaySeconds,
      genesisTimeMs: facts.genesisTimeMs,
      // From the built-in schedule of a known network.
      upgrades: networkByName(networkName)?.upgrades.map(({ name, height }) => ({ name, height })) ?? [],
    };
  }
}

const F3_DISABLED = 4;

async function readF3(read: Read): Promise<PanelValue<'f3'>> {
  let isRunning: boolean | undefined;
  try {
    isRunning = await read('F3IsRunning', [], z.boolean());
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    if (error.details?.nodeCode === F3_DISABLED) return { isRunning: false };
    // A gateway serves only the certificates.
    if (error.code !== 'method-not-served') throw error;
  }
  const progress = isRunning === false ? undefined : await optional(() => read('F3GetProgress', [], zNodeF3Progress));
  const readCertificate = () => read('F3GetLatestCertificate', [], zNodeF3Certificate);
  const certificate = isRunning === undefined ? await readCertificate() : await optional(readCertificate);
  const final = certificate?.ECChain.at(-1);
  const instance = progress?.ID ?? certificate?.GPBFTInstance;
  return {
    isRunning: isRunning ?? true,
    ...(instance === undefined ? {} : { instance: instance.toString() }),
    ...(progress === undefined ? {} : { round: progress.Round.toString(), phase: f3PhaseName(progress.Phase) }),
    ...(final === undefined ? {} : { finalizedHeight: final.Epoch }),
    ...(final?.Key === undefined || final.Key === null ? {} : { finalizedKey: final.Key.map((link) => link['/']) }),
  };
}
