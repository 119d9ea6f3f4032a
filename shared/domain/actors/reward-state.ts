import { address, amount, bigInteger, integer, link, struct, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { filterEstimate } from './filter-estimate.ts';
import { streamAccruals } from './reward-streams.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

/** What all layouts begin with. */
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
 * `builtin/v16/reward/reward_state.go`, specs-actors v0.9 `actors/builtin/reward/reward_state.go`; `v19` is FIP-0118 in the on-chain field order,
 * as in go-state-types' published vectors of `builtin/v19/reward`.
 */
export const rewardState = inEachLayout({
  v0: struct({ ...thisEpoch, totalMined: ['TotalMined', amount] }),
  v2: struct({
    ...thisEpoch,
    totalStoragePowerReward: ['TotalStoragePowerReward', amount],
    simpleTotal: ['SimpleTotal', amount],
    baselineTotal: ['BaselineTotal', amount],
  }),
  v19: struct({
    ...thisEpoch,
    /** All streams, since genesis. */
    totalMintedReward: ['TotalMintedReward', amount],
    /** Burned when minted, since network version 29. */
    totalBurnMinted: ['TotalBurnMinted', amount],
    /** Minted for recipients, claimed or not, since network version 29. */
    totalExplicitMinted: ['TotalExplicitMinted', amount],
    /** Epochs between a write of the stream weights actor and its effect. */
    swaTimelockEpochs: ['SWATimelockEpochs', integer],
    /** The stream weights actor, which alone can change streams. */
    swaActor: ['SWAActor', address],
    accrued: ['Accrued', streamAccruals],
    /** A `rewardStreams`. */
    streamsRoot: ['StreamsRoot', link],
  }),
});
/** Of one layout, or of any. */
export type RewardState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof rewardState)[L]>>;

/** Total block rewards since genesis, in attoFIL: `minted` is the total of miners, recipients and the burnt funds actor. */
export interface RewardTotals {
  readonly minted: bigint;
  readonly burned: bigint;
  /** For recipients, claimed or not. */
  readonly explicit: bigint;
}

/** Return the totals of a state in any layout. Before network version 29 everything went to miners. */
export function rewardTotals(state: RewardState): RewardTotals {
  return {
    minted: state.totalMintedReward ?? state.totalStoragePowerReward ?? state.totalMined ?? 0n,
    burned: state.totalBurnMinted ?? 0n,
    explicit: state.totalExplicitMinted ?? 0n,
  };
}
