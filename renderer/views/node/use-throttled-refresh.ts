import { useEffect, useRef } from 'react';
import type { QueryState } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** A refresh costs about 12 calls, and the node's state changes slowly. */
const MIN_INTERVAL_MS = 10_000;

/** Refreshes the query at a new head, at most every ten seconds, and at once when a failed node answers again. */
export function useThrottledRefresh({ dataAtMs, error, refresh }: Pick<QueryState<unknown>, 'dataAtMs' | 'error' | 'refresh'>): void {
  const headKey = useTopic('chain.headChanged', (head) => head?.head?.key.join(' '));
  const isSettled = dataAtMs !== undefined || error !== undefined;
  const lastTryMs = useRef(0);
  useEffect(() => {
    if (headKey === undefined || !isSettled || document.visibilityState === 'hidden') return;
    const dueMs = Math.max(dataAtMs ?? 0, lastTryMs.current) + MIN_INTERVAL_MS;
    if (Date.now() < dueMs) return;
    lastTryMs.current = Date.now();
    refresh();
  }, [headKey, isSettled, dataAtMs, refresh]);
}
