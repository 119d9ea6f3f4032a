import type { SendTarget } from '../../../shared/ipc/schemas/inspector.ts';
import type { ApiUrls } from '../connections/active-connection.ts';
import type { RecordedCall } from './call-source.ts';
import { maskUrl } from './mask-recording.ts';

/**
 * The endpoint and its API that a call of this run went to: by its URL, since any API may serve any method. Undefined where the
 * connection was removed, or has this URL no longer.
 */
export function recordedTarget(
  { summary, url }: RecordedCall,
  urlsOf: (connectionId: string) => ApiUrls | undefined,
): SendTarget | undefined {
  const { connectionId } = summary;
  const urls = urlsOf(connectionId);
  // The recording holds URLs masked.
  const to = (['node', 'v2', 'miner'] as const).find((api) => urls?.[api].some((own) => maskUrl(own) === url));
  return to === undefined ? undefined : { to, connectionId };
}
