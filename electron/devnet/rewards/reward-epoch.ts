/** Updates of the reward actor per epoch (builtin-actors v16, actors/reward/src/{state,logic}.rs), with simple minting only. */
import { attoFil, FIL } from '../../../shared/domain/amounts/amount.ts';
import { nextEstimate, steadyEstimate } from '../state/next-estimate.ts';
import { REWARD_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { ledgerOf, liabilityOf } from './ledger.ts';
import { hasStreams, REWARD, type Reward, type RewardOf28 } from './reward-view.ts';
/** Initial balance of the reward actor, in attoFIL. */
export const MINING_SUPPLY = attoFil(1_100_000_000n * FIL);

/** Half-life of simple minting: 6 years of epochs. ln 2 as a fraction of 10^9, for integer arithmetic. */
const HALF_LIFE_EPOCHS = 6_307_200n;
const LN2_BILLIONTHS = 693_147_181n;
/** Baseline growth per epoch, and its initial value in bytes (logic.rs BASELINE_EXPONENT, BASELINE_INITIAL_VALUE). */
const BASELINE_GROWTH = 340_282_591_298_641_078_465_964_189_926_313_473_653n;
const INITIAL_BASELINE = 2_888_888_880_000_000_000n;
const PRECISION = 128n;

/** Return the next epoch's reward from the remaining balance, in attoFIL. */
const mintedFrom = (left: bigint): bigint => (left * LN2_BILLIONTHS) / (HALF_LIFE_EPOCHS * 1_000_000_000n);

const nextBaseline = (baseline: bigint): bigint => (baseline * BASELINE_GROWTH) >> PRECISION;

/** Genesis state, without realized power. The baseline starts at its initial value; the actor's rounding has one byte less. */
export function initialReward(): RewardOf28 {
  const reward = mintedFrom(MINING_SUPPLY);
  return {
    cumsumBaseline: 0n,
    cumsumRealized: 0n,
    effectiveNetworkTime: 0,
    effectiveBaselinePower: INITIAL_BASELINE,
    thisEpochReward: attoFil(reward),
    thisEpochRewardSmoothed: steadyEstimate(reward),
    thisEpochBaselinePower: INITIAL_BASELINE,
    epoch: 0,
    totalStoragePowerReward: attoFil(0n),
    simpleTotal: MINING_SUPPLY,
    baselineTotal: attoFil(0n),
  };
}

/** Advance one epoch: grow the baseline and the effective network time. */
function nextEpoch(reward: Reward, realizedPower: bigint): Reward {
  const thisEpochBaselinePower = nextBaseline(reward.thisEpochBaselinePower);
  const cumsumRealized = reward.cumsumRealized + (realizedPower < thisEpochBaselinePower ? realizedPower : thisEpochBaselinePower);
  let { effectiveNetworkTime, effectiveBaselinePower, cumsumBaseline } = reward;
  while (cumsumRealized > cumsumBaseline) {
    effectiveNetworkTime += 1;
    effectiveBaselinePower = nextBaseline(effectiveBaselinePower);
    cumsumBaseline += effectiveBaselinePower;
  }
  const epoch = reward.epoch + 1;
  return { ...reward, thisEpochBaselinePower, cumsumRealized, effectiveNetworkTime, effectiveBaselinePower, cumsumBaseline, epoch };
}

/** UpdateNetworkKPI, at the end of every epoch: computes the next reward. Catches up on epochs without cron, such as genesis. */
export function closeRewardEpoch(draft: StateDraft, epoch: number, realizedPower: bigint): void {
  const before = draft.read(REWARD, REWARD_ID);
  let next = before;
  while (next.epoch <= epoch) next = nextEpoch(next, realizedPower);
  // Amounts owed to recipients are not minted again.
  const owed = hasStreams(before) ? liabilityOf(ledgerOf(before)) : 0n;
  const reward = mintedFrom((draft.actor(REWARD_ID)?.balance ?? 0n) - owed);
  draft.write(REWARD, REWARD_ID, {
    ...next,
    thisEpochReward: attoFil(reward),
    thisEpochRewardSmoothed: nextEstimate(next.thisEpochRewardSmoothed, reward, BigInt(next.epoch - before.epoch)),
  });
}
