/** Recent response times of endpoints: the last calls of each in this session, even if they are no longer recorded. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { EndpointReplies } from '../../../shared/ipc/schemas/inspector.ts';
import { quantile } from './quantile.ts';

/** Number of calls per endpoint. */
const CALLS_KEPT = 200;
/** The contract's maximum. */
const MAX_ENDPOINTS = 100;

export class ReplyTimes {
  readonly #endpoints = new LruMap<string, { readonly url: string; readonly tookMs: number[] }>({ maxEntries: MAX_ENDPOINTS });

  /**
   * @param url an endpoint with another URL counts as a different one
   * @param tookMs time since sending, without queueing
   */
  note(connectionId: string, url: string, tookMs: number): void {
    const known = this.#endpoints.get(connectionId);
    const times = known?.url === url ? known : { url, tookMs: [] };
    times.tookMs.push(tookMs);
    if (times.tookMs.length > CALLS_KEPT) times.tookMs.shift();
    this.#endpoints.set(connectionId, times);
  }

  list(): EndpointReplies[] {
    return [...this.#endpoints].map(([connectionId, { tookMs }]) => {
      const sorted = Float64Array.from(tookMs).sort();
      return { connectionId, count: sorted.length, p50Ms: quantile(sorted, 0.5) ?? 0, p95Ms: quantile(sorted, 0.95) ?? 0 };
    });
  }
}
