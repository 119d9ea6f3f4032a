import { useNow } from './use-now.ts';
import { useTopic } from './use-topic.ts';

/**
 * The time on the chain's own clock. It is the wall clock, except on an accelerated practice chain: its epochs run ahead of the
 * wall clock, and only its head says how far it has come.
 */
export function useChainNow(): number {
  const nowMs = useNow();
  const isAccelerated = useTopic('connections.changed', (state) => state?.capabilities.isChainAccelerated === true);
  const headTimeMs = useTopic('chain.headChanged', (head) => head?.head?.timeMs);
  return isAccelerated && headTimeMs !== undefined ? headTimeMs : nowMs;
}
