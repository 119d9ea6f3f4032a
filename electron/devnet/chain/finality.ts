import type { ChainStore } from './chain-store.ts';
import type { TipsetNode } from './chain-types.ts';

/** Depth of finality on this chain: about the result of the EC finality calculator on a healthy network. */
export const FINALITY_EPOCHS = 30;

/** Return the newest finalized tipset; genesis on a young chain. */
export function finalizedTipset(store: ChainStore): TipsetNode {
  return store.atOrBefore(Math.max(0, store.head.height - FINALITY_EPOCHS), store.head) ?? store.genesis;
}
