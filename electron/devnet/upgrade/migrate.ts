import type { DevnetKeys } from '../chain/keys.ts';
import { MARKET } from '../deals/market-view.ts';
import { rewardWithStreams } from '../rewards/bootstrap.ts';
import { hasStreams, REWARD } from '../rewards/reward-view.ts';
import { MARKET_ID, REWARD_ID, SYSTEM_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { NetworkRules } from './network-rules.ts';

/**
 * Migrates a state from network version 28 to 29: every actor gets its new code, the reward actor its streams, and the market drops
 * its pending allocations. Sectors, allocations, claims and DataCap are unchanged.
 */
export function upgrade(draft: StateDraft, rules: NetworkRules, keys: DevnetKeys): void {
  draft.putActorsVersion(19);
  for (const actor of draft.state.allActors()) if (actor.id !== SYSTEM_ID) draft.putActor(actor);
  const reward = draft.read(REWARD, REWARD_ID);
  if (!hasStreams(reward)) draft.write(REWARD, REWARD_ID, rewardWithStreams(reward, draft, keys, rules));
  draft.write(MARKET, MARKET_ID, { ...draft.read(MARKET, MARKET_ID), pendingDealAllocationIds: undefined });
}
