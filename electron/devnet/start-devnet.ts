/**
 * The embedded node: a chain of its own behind the JSON-RPC of a Filecoin node, on loopback only.
 * Callers are Sextant's worker, the command line and tests; whoever connects is untrusted and has `read` without a token.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isInGateway } from '../../shared/rpc/gateway-methods.ts';
import type { DevnetChain } from './chain/devnet-chain.ts';
import { networkNameOf } from './chain/network-name.ts';
import { answerControl, type ControlOptions } from './control/control-endpoint.ts';
import { ProducerClock } from './control/producer-clock.ts';
import {
  type ChainOpening,
  DEFAULT_BLOCK_TIME_MS,
  type DevnetAddresses,
  type DevnetOptions,
  type RunningDevnet,
} from './devnet-options.ts';
import { openChain } from './open-chain.ts';
import { addAuthMethods } from './rpc/auth-methods.ts';
import { addChainMethods } from './rpc/chain-methods.ts';
import { addDealMethods } from './rpc/deal-methods.ts';
import type { MethodTable } from './rpc/dispatcher.ts';
import { addEthMethods } from './rpc/eth/eth-methods.ts';
import { addEventMethods } from './rpc/event-methods.ts';
import { addGasMethods } from './rpc/gas-methods.ts';
import { addMessageMethods } from './rpc/message-methods.ts';
import { MethodTableBuilder } from './rpc/method-table.ts';
import { addMinerMethods } from './rpc/miner-methods.ts';
import { addMpoolMethods } from './rpc/mpool-methods.ts';
import { addMultisigMethods } from './rpc/multisig-methods.ts';
import { addNodeMethods, type NodeFacts } from './rpc/node-methods.ts';
import { addObjectMethods } from './rpc/object-methods.ts';
import { addPledgeMethods } from './rpc/pledge-methods.ts';
import { addRegistryMethods } from './rpc/registry-methods.ts';
import { addReplayMethods } from './rpc/replay-methods.ts';
import { LOOPBACK, RpcServer } from './rpc/rpc-server.ts';
import { addStateMethods } from './rpc/state-methods.ts';
import { addStorageMinerMethods } from './rpc/storage-miner-methods.ts';
import { TokenIssuer } from './rpc/tokens.ts';
import { addV2Methods } from './rpc/v2-methods.ts';
import { addWalletMethods } from './rpc/wallet-methods.ts';
import { lockFolder } from './store/folder-lock.ts';
import { keptTokenSecret } from './store/token-secret.ts';

export interface StartedDevnet extends RunningDevnet {
  readonly opening: ChainOpening;
  /** That a chain was replaced is known: it is not said at the next start. */
  dismissReplaced(): void;
}

/** Told what happens on the way, from within the same turn: what takes seconds comes after it. */
export interface StartListener {
  readonly onListening?: (addresses: DevnetAddresses) => void;
  /** A new chain is made: there is none, or none that can be gone on with. */
  readonly onMaking?: () => void;
}

/**
 * Starts the node in this thread and resolves once it answers. `onListening` is told the addresses before the chain is
 * opened, which may take seconds: what is asked meanwhile waits and is answered then.
 * Rejects when the port is taken or the data folder cannot be used, or is another node's.
 */
export async function startDevnet(options: DevnetOptions = {}, told: StartListener = {}): Promise<StartedDevnet> {
  const { dataFolder } = options;
  const unlock = dataFolder === undefined ? () => {} : lockFolder(dataFolder);
  try {
    const node = await startNode(options, told);
    return { ...node, stop: () => node.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startNode(options: DevnetOptions, told: StartListener): Promise<StartedDevnet> {
  const { dataFolder } = options;
  const secret = dataFolder === undefined || options.areTokensKept !== true ? randomBytes(32) : keptTokenSecret(dataFolder);
  const issuer = new TokenIssuer(secret);
  // Nobody can guess it, and it lasts as long as the tokens. No token is signed over this text: they begin with a header.
  const controlPath = `/control/${createHmac('sha256', secret).update('control').digest('base64url')}`;
  const node = new RpcServer(issuer);
  const miner = new RpcServer(issuer);
  try {
    await node.listen(options.port ?? 0);
    await miner.listen(options.minerPort ?? 0);
    const base = `${LOOPBACK}:${node.port}`;
    const addresses: DevnetAddresses = {
      httpUrl: `http://${base}/rpc/v1`,
      wsUrl: `ws://${base}/rpc/v1`,
      minerUrl: `http://${LOOPBACK}:${miner.port}/rpc/v0`,
      controlUrl: `http://${base}${controlPath}`,
      tokens: {
        read: issuer.issue(['read']),
        write: issuer.issue(['read', 'write']),
        sign: issuer.issue(['read', 'write', 'sign']),
        admin: issuer.issue(['read', 'write', 'sign', 'admin']),
      },
    };
    told.onListening?.(addresses);
    const { chain, log, folder } = openChain(options, told.onMaking);
    const { replaced, lostEpochs } = folder ?? {};
    const networkName = networkNameOf(chain);
    const clock = new ProducerClock(chain, options.blockTimeMs ?? DEFAULT_BLOCK_TIME_MS, (error) => {
      process.stderr.write(`The embedded node stopped producing: ${error instanceof Error ? error.stack : String(error)}\n`);
    });
    const facts: NodeFacts = { networkName, port: node.port };
    const minerTable = new MethodTableBuilder();
    addStorageMinerMethods(minerTable, chain);
    miner.serve(new Map([['/rpc/v0', minerTable]]), () => false);
    const control: ControlOptions = { chain, clock, networkName };
    const nodePaths = new Map([
      ['/rpc/v1', nodeTable(chain, 'v1', facts, issuer, options)],
      ['/rpc/v0', nodeTable(chain, 'v0', facts, issuer, options)],
      ['/rpc/v2', tableOfV2(chain, options)],
    ]);
    node.serve(nodePaths, (request, response, path) => {
      if (!path.startsWith(`${controlPath}/`)) return false;
      answerControl(request, response, path.slice(controlPath.length + 1), control).catch(() => response.destroy());
      return true;
    });
    if (options.isPaused !== true) clock.start();
    return {
      ...addresses,
      opening: {
        genesisCid: chain.store.genesis.keyText,
        ...(replaced === undefined ? {} : { replaced }),
        ...(lostEpochs === undefined ? {} : { lostEpochs }),
      },
      dismissReplaced: () => folder?.dismissReplaced(),
      async stop() {
        clock.stop();
        await Promise.all([node.close(), miner.close()]);
        log.close();
      },
    };
  } catch (error) {
    await Promise.all([node.close(), miner.close()]);
    throw error;
  }
}

/** All of it is on gateways too. */
function tableOfV2(chain: DevnetChain, { withoutMethods = [] }: DevnetOptions): MethodTable {
  const table = new MethodTableBuilder();
  addV2Methods(table, chain);
  return table.keepOnly((name) => !withoutMethods.includes(name));
}

function nodeTable(chain: DevnetChain, version: 'v0' | 'v1', facts: NodeFacts, issuer: TokenIssuer, options: DevnetOptions): MethodTable {
  const { isGateway = false, withoutMethods = [] } = options;
  const table = new MethodTableBuilder();
  addNodeMethods(table, chain, version, facts);
  addChainMethods(table, chain);
  addObjectMethods(table, chain);
  addMessageMethods(table, chain, version);
  addMpoolMethods(table, chain, isGateway);
  addEthMethods(table, chain, isGateway);
  addWalletMethods(table);
  addAuthMethods(table, issuer);
  addMultisigMethods(table, chain);
  addRegistryMethods(table, chain);
  addGasMethods(table, chain);
  addReplayMethods(table, chain);
  addEventMethods(table, chain, version);
  addStateMethods(table, chain);
  addMinerMethods(table, chain);
  addPledgeMethods(table, chain, version);
  addDealMethods(table, chain);
  return table.keepOnly((name) => !withoutMethods.includes(name) && (!isGateway || isInGateway(name, version)));
}
