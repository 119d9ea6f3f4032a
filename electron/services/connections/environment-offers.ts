/** Connections that FULLNODE_API_INFO and MINER_API_INFO describe, offered and never used unasked. */
import type { ConnectionDraft, ConnectionOffer } from '../../../shared/ipc/schemas/connections.ts';
import type { CorePorts, Logger } from '../../platform/ports.ts';
import { type ApiInfo, parseApiInfo } from './api-info.ts';

export interface EnvironmentOffer {
  readonly id: string;
  /** What is saved when the offer is accepted, with its tokens. */
  readonly draft: ConnectionDraft;
  /** What is shown. */
  readonly offer: ConnectionOffer;
}

/** Every entry of FULLNODE_API_INFO; the first one with the miner of MINER_API_INFO. */
export function readOffers(environment: CorePorts['environment'], logger: Logger): EnvironmentOffer[] {
  const nodes = read('FULLNODE_API_INFO', environment.FULLNODE_API_INFO, 'v1', logger);
  const [miner] = read('MINER_API_INFO', environment.MINER_API_INFO, 'v0', logger);
  if (nodes.length === 0 && miner !== undefined) {
    logger.warn('MINER_API_INFO alone describes no node: FULLNODE_API_INFO is needed too');
  }
  return nodes.map((node, index) => makeOffer(node, index === 0 ? miner : undefined, index));
}

function makeOffer(node: ApiInfo, miner: ApiInfo | undefined, index: number): EnvironmentOffer {
  const id = `environment-${index + 1}`;
  const name = node.host.slice(0, 50);
  const addresses = {
    name,
    httpUrl: node.httpUrl,
    ...(node.wsUrl === undefined ? {} : { wsUrl: node.wsUrl }),
    ...(miner === undefined ? {} : { minerUrl: miner.httpUrl }),
  };
  return {
    id,
    draft: {
      ...addresses,
      apiVersion: node.httpUrl.includes('/rpc/v0') ? 'v0' : 'v1',
      namespace: 'Filecoin',
      ...(node.token === undefined ? {} : { token: node.token }),
      ...(miner?.token === undefined ? {} : { minerToken: miner.token }),
    },
    offer: { id, variable: 'FULLNODE_API_INFO', hasToken: node.token !== undefined, ...addresses },
  };
}

function read(variable: string, text: string | undefined, version: 'v0' | 'v1', logger: Logger): ApiInfo[] {
  return parseApiInfo(text ?? '', version).flatMap((result) => {
    if (result.ok) {
      return [result.info];
    }
    logger.warn('A variable of the environment was not understood', { variable, reason: result.reason });
    return [];
  });
}
