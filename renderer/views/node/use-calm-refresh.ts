import { useEffect, useRef } from 'react';
import type { QueryState } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** The node's own state changes slowly, and asking for it is a dozen calls. */
const PAUSE_MS = 10_000;

/** Asks again when there is a new head, not more often than every ten seconds; a node that answers again after it failed is asked at once. */
export function useCalmRefresh({ dataAtMs, error, refresh }: Pick<QueryState<unknown>, 'dataAtMs' | 'error' | 'refresh'>): void {
  const headKey = useTopic('chain.headChanged', (head) => head?.head?.key.join(' '));
  const isSettled = dataAtMs !== undefined || error !== undefined;
  const lastTryMs = useRef(0);
  useEffect(() => {
    if (headKey === undefined || !isSettled || document.visibilityState === 'hidden') return;
    const dueMs = Math.max(dataAtMs ?? 0, lastTryMs.current) + PAUSE_MS;
    if (Date.now() < dueMs) return;
    lastTryMs.current = Date.now();
    refresh();
  }, [headKey, isSettled, dataAtMs, refresh]);
}
