import { hasOwnClock } from '../lib/chain-clock.ts';
import { useNow } from './use-now.ts';
import { useTopic } from './use-topic.ts';

/**
 * The time on the chain's own clock. It is the wall clock, except on a practice chain that is known to be accelerated, or that has
 * run ahead while it was: there only its head says how far it has come. Any other head in the future is a clock that is wrong, and
 * is counted as it is.
 */
export function useChainNow(): number {
  const nowMs = useNow();
  const isAccelerated = useTopic('connections.changed', (state) => state?.capabilities.isChainAccelerated === true);
  const isOwn = useTopic('connections.changed', (state) => hasOwnClock(state?.capabilities));
  const headTimeMs = useTopic('chain.headChanged', (head) => head?.head?.timeMs);
  if (headTimeMs === undefined) return nowMs;
  return isAccelerated || (isOwn && headTimeMs > nowMs) ? headTimeMs : nowMs;
}
