import type { CallTarget } from '../../../shared/ipc/schemas/inspector.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { ChosenConnection } from '../connections/active-connection.ts';
import type { RecordedCall } from './call-source.ts';
import { maskUrl } from './mask-recording.ts';

/**
 * Which API of the chosen connection a call of this run went to: by its address, since either may serve any method. Undefined where
 * it went to another connection, to an address that the connection no longer has, or to none of them.
 */
export function recordedTarget({ summary, url }: RecordedCall, chosen: ChosenConnection | undefined): CallTarget | undefined {
  if (chosen === undefined || chosen.id !== summary.connectionId) {
    return undefined;
  }
  // The recording holds addresses masked.
  const isAt = (client: NodeClient | undefined): boolean => client?.urls.some((own) => maskUrl(own) === url) === true;
  return isAt(chosen.client) ? 'node' : isAt(chosen.v2?.client) ? 'v2' : isAt(chosen.miner) ? 'miner' : undefined;
}
