import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import { formatLatency } from '../../shared/text/format.ts';

/** How an answer came to be here: how long it took, where somebody waited for it. */
export function originWords({ isCached, isFrame, tookMs }: CallRef): string {
  if (isCached) return 'known already';
  return isFrame === true ? 'pushed by the node' : formatLatency(tookMs);
}
