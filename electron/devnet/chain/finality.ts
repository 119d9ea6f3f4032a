import type { ChainStore } from './chain-store.ts';
import type { TipsetNode } from './chain-types.ts';

/** Depth at which this chain counts as final: about what the EC finality calculator gives on a healthy network. */
export const FINALITY_EPOCHS = 30;

/** The newest tipset that counts as final; the genesis while the chain is young. */
export function finalizedTipset(store: ChainStore): TipsetNode {
  return store.atOrBefore(Math.max(0, store.head.height - FINALITY_EPOCHS), store.head) ?? store.genesis;
}
