import type { NodeClient } from '../../rpc/node-client.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { RecordedCall } from './call-source.ts';
import { maskUrl } from './mask-recording.ts';

export type CallTarget = 'node' | 'miner';

/**
 * Which API of the active connection a call of this run went to: by its address, since either may serve any method. Undefined where
 * it went to another connection, to an address that the connection no longer has, or to neither of the two.
 */
export function recordedTarget({ summary, url }: RecordedCall, active: ActiveConnection | undefined): CallTarget | undefined {
  if (active === undefined || active.id !== summary.connectionId) {
    return undefined;
  }
  // The recording holds addresses masked.
  const isAt = (client: NodeClient | undefined): boolean => client?.urls.some((own) => maskUrl(own) === url) === true;
  return isAt(active.client) ? 'node' : isAt(active.miner) ? 'miner' : undefined;
}
