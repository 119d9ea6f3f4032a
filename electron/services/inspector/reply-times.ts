/** How long endpoints took to answer lately: the last calls of each, of this run, whether or not the recording still has them. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { EndpointReplies } from '../../../shared/ipc/schemas/inspector.ts';
import { quantile } from './quantile.ts';

/** Calls of an endpoint that count. */
const CALLS_KEPT = 200;
/** The contract's maximum. */
const MAX_ENDPOINTS = 100;

export class ReplyTimes {
  readonly #endpoints = new LruMap<string, { readonly url: string; readonly tookMs: number[] }>({ maxEntries: MAX_ENDPOINTS });

  /**
   * @param url an endpoint whose address was changed is another one
   * @param tookMs from sending on, without waiting for a place
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
