import { formatPeerId } from '../../../shared/domain/keys/peer-id.ts';
import { BLOCK_DELAY_SECONDS } from '../chain/block-builder.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { EIP155_CHAIN_ID } from '../chain/genesis.ts';
import { peerIdBytes } from '../miners/add-miner.ts';
import { PRE_COMMIT_CHALLENGE_DELAY } from '../miners/miner-methods.ts';
import { codesOf } from '../state/actor-codes.ts';
import { MINIMUM_POWER } from '../state/power.ts';
import { cidJson, tipsetJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { booleanParameter, tipsetKeyParameter, versionParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { tipsetAt } from './tipset-lookup.ts';
import { upgradeHeights } from './upgrade-heights.ts';

const API_VERSIONS = { v1: 131_840, v0: 66_816 } as const;
const SYNC_COMPLETE = 4;
const REACHABILITY_UNKNOWN = 0;
const F3_DISABLED = 4;
export const SOFTWARE = 'sextant-devnet-0.1.0+localnet';

export interface NodeFacts {
  readonly networkName: string;
  readonly port: number;
}

/** Version, network, peers and sync state. */
export function addNodeMethods(table: MethodTableBuilder, chain: ChainView, apiVersion: 'v0' | 'v1', facts: NodeFacts): void {
  const peerId = formatPeerId(peerIdBytes(chain.random.bytes('node-peer')));
  const address = (port: number): string => `/ip4/127.0.0.1/tcp/${port}`;

  table
    .read('Version', [], () => ({
      Version: SOFTWARE,
      APIVersion: API_VERSIONS[apiVersion],
      BlockDelay: BLOCK_DELAY_SECONDS,
      Agent: 'sextant-devnet',
    }))
    .read('ID', [], () => peerId)
    // The chain has one node and no peers.
    .read('NetPeers', [], () => [])
    .read('NetAddrsListen', [], () => ({ ID: peerId, Addrs: [address(facts.port)] }))
    // No libp2p traffic and no AutoNAT.
    .read('NetBandwidthStats', [], () => ({ TotalIn: 0, TotalOut: 0, RateIn: 0, RateOut: 0 }))
    .read('NetAutoNatStatus', [], () => ({ Reachability: REACHABILITY_UNKNOWN, PublicAddrs: null }))
    // It has no log and no alerts.
    .add('LogList', 'write', [], () => [])
    .add('LogAlerts', 'admin', [], () => [])
    .read('F3IsRunning', [], refuseF3)
    .read('F3GetManifest', [], refuseF3)
    .read('F3GetProgress', [], refuseF3)
    .read('F3GetLatestCertificate', [], refuseF3)
    .read('SyncState', [], () => {
      const { head } = chain;
      const at = new Date((chain.genesisTime + head.height * BLOCK_DELAY_SECONDS) * 1000).toISOString();
      const active: JsonValue = {
        WorkerID: 0,
        Base: head.parent === undefined ? null : tipsetJson(head.parent),
        Target: tipsetJson(head),
        Stage: SYNC_COMPLETE,
        Height: head.height,
        Start: at,
        End: at,
        Message: '',
      };
      return { ActiveSyncs: [active], VMApplied: head.height };
    })
    .read('NodeStatus', [booleanParameter], ([hasChain]) => ({
      SyncStatus: { Epoch: chain.head.height, Behind: 0 },
      PeerStatus: { PeersToPublishMsgs: 0, PeersToPublishBlocks: 0 },
      ChainStatus: {
        BlocksPerTipsetLast100: hasChain ? averageBlocks(chain, 100) : 0,
        BlocksPerTipsetLastFinality: hasChain ? averageBlocks(chain, 900) : 0,
      },
    }))
    .read('StartTime', [], () => new Date(chain.genesisTime * 1000).toISOString())
    .read('StateNetworkName', [], () => facts.networkName)
    .read('StateNetworkVersion', [tipsetKeyParameter], ([key]) => chain.networkVersionAt(tipsetAt(chain, key).height))
    .read('StateGetNetworkParams', [], () => ({
      NetworkName: facts.networkName,
      BlockDelaySecs: BLOCK_DELAY_SECONDS,
      ConsensusMinerMinPower: MINIMUM_POWER.toString(),
      PreCommitChallengeDelay: PRE_COMMIT_CHALLENGE_DELAY,
      ForkUpgradeParams: upgradeHeights(chain.rules),
      Eip155ChainID: EIP155_CHAIN_ID,
      GenesisTimestamp: chain.genesisTime,
    }))
    .read('StateActorCodeCIDs', [versionParameter], ([version]) => {
      if (version !== 28 && version !== 29) throw new RpcError(`unsupported network version ${version}`);
      return Object.fromEntries(Object.entries(codesOf(version === 28 ? 18 : 19)).map(([name, cid]) => [name, cidJson(cid)]));
    })
    .read('Discover', [], () => ({
      openrpc: '1.2.6',
      info: { title: 'Sextant embedded node', version: SOFTWARE },
      methods: [...table.methods.entries()]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, method]) => ({
          name: `Filecoin.${name}`,
          summary: '',
          params: method.parameters.map((parameter, index) => ({
            name: `p${index + 1}`,
            description: parameter.goType.replace(/^\*/, ''),
            summary: '',
            schema: {},
            required: true,
            deprecated: false,
          })),
          result: { name: '', description: '', summary: '', schema: {}, required: true, deprecated: false },
          deprecated: false,
        })),
    }));
}

/** As a Lotus node with F3 disabled: finality is that of Expected Consensus. */
function refuseF3(): never {
  throw new RpcError('f3 is disabled', F3_DISABLED);
}

function averageBlocks(chain: ChainView, tipsets: number): number {
  let blocks = 0;
  let count = 0;
  for (let at = chain.head; count < tipsets && at.parent !== undefined; at = at.parent) {
    blocks += at.blocks.length;
    count += 1;
  }
  return count === 0 ? 0 : blocks / count;
}
