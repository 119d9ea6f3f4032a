import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import { formatLatency } from '../../shared/text/format.ts';

/** How an answer was obtained: cached, pushed, or how long the call took. */
export function originWords({ isCached, isFrame, tookMs }: CallRef): string {
  if (isCached) return 'cached';
  return isFrame === true ? 'pushed by the node' : formatLatency(tookMs);
}
