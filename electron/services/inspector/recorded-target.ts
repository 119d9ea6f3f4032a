import type { SendTarget } from '../../../shared/ipc/schemas/inspector.ts';
import type { ApiUrls } from '../connections/active-connection.ts';
import type { RecordedCall } from './call-source.ts';
import { maskUrl } from './mask-recording.ts';

/**
 * Find the endpoint and API of a recorded call by its URL, since any API may serve any method. Undefined if the connection was removed or no
 * longer has this URL.
 */
export function recordedTarget(
  { summary, url }: RecordedCall,
  urlsOf: (connectionId: string) => ApiUrls | undefined,
): SendTarget | undefined {
  const { connectionId } = summary;
  const urls = urlsOf(connectionId);
  // Recorded URLs are masked.
  const to = (['node', 'v2', 'miner'] as const).find((api) => urls?.[api].some((own) => maskUrl(own) === url));
  return to === undefined ? undefined : { to, connectionId };
}
