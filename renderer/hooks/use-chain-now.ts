import { useNow } from './use-now.ts';
import { useTopic } from './use-topic.ts';

/**
 * The time on the chain's own clock, to count down to epochs with. On a real network that is the time on the wall; an
 * accelerated chain has left it, and its head says what time it is there.
 */
export function useChainNow(): number {
  const nowMs = useNow();
  const isAccelerated = useTopic('connections.changed', (state) => state?.capabilities.isChainAccelerated === true);
  const headTimeMs = useTopic('chain.headChanged', (state) => state?.head?.timeMs);
  return isAccelerated && headTimeMs !== undefined ? headTimeMs : nowMs;
}
