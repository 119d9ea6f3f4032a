import { BURNT_ID, REWARD_ID, type State } from './state.ts';
import type { StateDraft } from './state-draft.ts';

/** 6 years of epochs: the half-life of simple minting. ln 2 as a fraction of 10^9 keeps the arithmetic whole. */
const HALF_LIFE_EPOCHS = 6_307_200n;
const LN2_BILLIONTHS = 693_147_181n;
/** 75 % of a reward vests. */
const VESTING_NUMERATOR = 75n;

/** ThisEpochReward in attoFIL: simple minting alone, from what the reward actor still holds. */
export function blockReward(state: State): bigint {
  const left = state.actors.get(REWARD_ID)?.balance ?? 0n;
  return (left * LN2_BILLIONTHS) / (HALF_LIFE_EPOCHS * 1_000_000_000n);
}

/** AwardBlockReward: reward and tips to the miner actor, three quarters of the reward locked, penalties burnt from it. */
export function payBlockReward(draft: StateDraft, minerId: number, reward: bigint, tips: bigint, penalty: bigint): void {
  const miner = draft.miner(minerId);
  if (miner === undefined) return;
  const total = reward + tips;
  const burnt = penalty < total ? penalty : total;
  draft.move(REWARD_ID, BURNT_ID, burnt);
  draft.move(REWARD_ID, minerId, total - burnt);
  const locked = ((total - burnt < reward ? total - burnt : reward) * VESTING_NUMERATOR) / 100n;
  draft.putMiner({ ...miner, lockedFunds: miner.lockedFunds + locked });
}
