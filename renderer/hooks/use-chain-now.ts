import { chainNowMs } from '../../shared/domain/chain/chain-clock.ts';
import { useNow } from './use-now.ts';
import { useTopic } from './use-topic.ts';

/** The time on the chain's own clock: see `chainNowMs`. */
export function useChainNow(): number {
  const nowMs = useNow();
  const capabilities = useTopic('connections.changed', (state) => state?.capabilities);
  const headTimeMs = useTopic('chain.headChanged', (head) => head?.head?.timeMs);
  return chainNowMs(headTimeMs, nowMs, capabilities);
}
