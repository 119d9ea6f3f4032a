/**
 * The embedded node: its own chain behind the JSON-RPC API of a Filecoin node, on loopback only.
 * Started by Sextant's worker, the command line and tests; clients are untrusted and have `read` without a token.
 */

import { createHmac, randomBytes } from 'node:crypto';
import { defined } from '../../shared/collections/defined.ts';
import { isInGateway } from '../../shared/rpc/gateway-methods.ts';
import type { RpcVersion } from '../../shared/rpc/methods.ts';
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
import { HostedService } from './hosted/start-hosted.ts';
import { nodeTable, tableOfV2 } from './node-table.ts';
import { openChain } from './open-chain.ts';
import { MethodTableBuilder } from './rpc/method-table.ts';
import type { NodeFacts } from './rpc/node-methods.ts';
import { nodePath, type RpcPath } from './rpc/rpc-path.ts';
import { LOOPBACK, RpcServer } from './rpc/rpc-server.ts';
import { addStorageMinerMethods } from './rpc/storage-miner-methods.ts';
import { TokenIssuer } from './rpc/tokens.ts';
import { lockFolder } from './store/folder-lock.ts';
import { keptTokenSecret } from './store/token-secret.ts';

export interface StartedDevnet extends RunningDevnet {
  readonly opening: ChainOpening;
  /** Dismiss the notice about a replaced chain. */
  dismissReplaced(): void;
}

/** Progress callbacks, called synchronously before slow steps. */
export interface StartListener {
  readonly onListening?: (addresses: DevnetAddresses) => void;
  /** A new chain is created: there is none, or it cannot be continued. */
  readonly onMaking?: () => void;
}

/**
 * Start the node in this thread; resolves once it serves requests. `onListening` receives the addresses before the chain is
 * opened, which may take seconds: requests wait meanwhile.
 * Rejects if the port is in use or the data folder cannot be used or is locked by another node.
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
  // Unguessable, and valid as long as the tokens. Not a signature of any token, because tokens start with a header.
  const controlPath = `/control/${createHmac('sha256', secret).update('control').digest('base64url')}`;
  const node = new RpcServer();
  const miner = new RpcServer();
  const blockTimeMs = options.blockTimeMs ?? DEFAULT_BLOCK_TIME_MS;
  let hosted: HostedService | undefined;
  try {
    await node.listen(options.port ?? 0);
    await miner.listen(options.minerPort ?? 0);
    if (options.hosted !== undefined) hosted = await HostedService.listen({ hosted: options.hosted, node: options, blockTimeMs });
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
      ...defined({ hosted: hosted?.addresses }),
    };
    told.onListening?.(addresses);
    const { chain, log, folder } = openChain(options, told.onMaking);
    const { replaced, lostEpochs } = folder ?? {};
    const networkName = networkNameOf(chain);
    const clock = new ProducerClock(chain, blockTimeMs, (error) => {
      process.stderr.write(`The embedded node stopped producing: ${error instanceof Error ? error.stack : String(error)}\n`);
    });
    const facts: NodeFacts = { networkName, port: node.port };
    const minerTable = new MethodTableBuilder();
    addStorageMinerMethods(minerTable, chain);
    const minerPath = nodePath(minerTable, issuer);
    miner.serve(
      (path) => (path === '/rpc/v0' ? minerPath : undefined),
      () => false,
    );
    const { isGateway = false, withoutMethods = [] } = options;
    const pathOf = (version: RpcVersion): RpcPath => {
      const table = version === 'v2' ? tableOfV2(chain, isGateway) : nodeTable(chain, version, { facts, issuer, isOpenToAll: isGateway });
      const isServed = (name: string): boolean => !isGateway || isInGateway(name, version);
      return nodePath(
        table.keepOnly((name) => !withoutMethods.includes(name) && isServed(name)),
        issuer,
      );
    };
    const paths = new Map([
      ['/rpc/v1', pathOf('v1')],
      ['/rpc/v0', pathOf('v0')],
      ['/rpc/v2', pathOf('v2')],
    ]);
    const control: ControlOptions = { chain, clock, networkName, hosted };
    node.serve(
      (path) => paths.get(path),
      (request, response, path) => {
        if (!path.startsWith(`${controlPath}/`)) return false;
        answerControl(request, response, path.slice(controlPath.length + 1), control).catch(() => response.destroy());
        return true;
      },
    );
    hosted?.serve(chain);
    if (options.isPaused !== true) clock.start();
    return {
      ...addresses,
      opening: {
        genesisCid: chain.store.genesis.keyText,
        ...defined({ replaced, lostEpochs }),
      },
      dismissReplaced: () => folder?.dismissReplaced(),
      async stop() {
        clock.stop();
        await Promise.all([node.close(), miner.close(), hosted?.close()]);
        log.close();
      },
    };
  } catch (error) {
    await Promise.all([node.close(), miner.close(), hosted?.close()]);
    throw error;
  }
}
