import { addPledge } from '../state/power.ts';
import { BURNT_ID, REWARD_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { minerOfDraft, putMiner } from './miners.ts';
import { lockReward } from './vesting.ts';

/**
 * AwardBlockReward: reward and tips to the miner, whose vesting share is locked (builtin-actors v16, `actors/reward/src/lib.rs`,
 * `actors/miner/src/lib.rs` `apply_rewards`). A penalty is burnt from them; the real one triples it. attoFIL.
 */
export function addReward(draft: StateDraft, minerId: number, reward: bigint, tips: bigint, penalty: bigint, epoch: number): void {
  const miner = minerOfDraft(draft, minerId);
  if (miner === undefined) return;
  const total = reward + tips;
  const burnt = penalty < total ? penalty : total;
  draft.move(REWARD_ID, BURNT_ID, burnt);
  draft.move(REWARD_ID, minerId, total - burnt);
  const { miner: next, lockedDelta } = lockReward(miner, draft.state.blocks, epoch, total - burnt);
  putMiner(draft, minerId, next);
  addPledge(draft, lockedDelta);
}
