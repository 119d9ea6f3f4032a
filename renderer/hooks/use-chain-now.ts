import { useNow } from './use-now.ts';
import { useTopic } from './use-topic.ts';

/** Clocks of nodes differ by seconds; a head this far ahead means that the chain itself runs ahead. */
const TOLERANCE_MS = 60_000;

/**
 * The time on the chain's own clock. It is the wall clock, except where the chain has run ahead of it, as an accelerated
 * practice chain does: then only its head says how far it has come.
 */
export function useChainNow(): number {
  const nowMs = useNow();
  const isAccelerated = useTopic('connections.changed', (state) => state?.capabilities.isChainAccelerated === true);
  const headTimeMs = useTopic('chain.headChanged', (head) => head?.head?.timeMs);
  if (headTimeMs === undefined) return nowMs;
  return isAccelerated || headTimeMs > nowMs + TOLERANCE_MS ? headTimeMs : nowMs;
}
