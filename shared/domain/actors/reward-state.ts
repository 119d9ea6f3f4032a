import { amount, bigInteger, integer, struct, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { filterEstimate } from './filter-estimate.ts';
import type { StateLayout } from './state-layout.ts';

/** What both layouts begin with. */
const thisEpoch = {
  cumsumBaseline: ['CumsumBaseline', bigInteger],
  cumsumRealized: ['CumsumRealized', bigInteger],
  effectiveNetworkTime: ['EffectiveNetworkTime', integer],
  effectiveBaselinePower: ['EffectiveBaselinePower', bigInteger],
  thisEpochReward: ['ThisEpochReward', amount],
  thisEpochRewardSmoothed: ['ThisEpochRewardSmoothed', filterEstimate],
  thisEpochBaselinePower: ['ThisEpochBaselinePower', bigInteger],
  epoch: ['Epoch', integer],
} as const;

/**
 * The state of the reward actor. Baselines and sums of power in bytes and byte-epochs. Sources: go-state-types
 * `builtin/v16/reward/reward_state.go`, specs-actors v0.9 `actors/builtin/reward/reward_state.go`.
 */
export const rewardState = {
  v0: struct({ ...thisEpoch, totalMined: ['TotalMined', amount] }),
  v16: struct({
    ...thisEpoch,
    totalStoragePowerReward: ['TotalStoragePowerReward', amount],
    simpleTotal: ['SimpleTotal', amount],
    baselineTotal: ['BaselineTotal', amount],
  }),
};
/** Of one layout, or of any. */
export type RewardState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof rewardState)[L]>>;
