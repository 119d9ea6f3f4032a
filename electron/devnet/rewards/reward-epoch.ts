/** The reward actor's clock (builtin-actors v16, actors/reward/src/{state,logic}.rs), with simple minting alone. */
import { attoFil, FIL } from '../../../shared/domain/amount.ts';
import { nextEstimate, steadyEstimate } from '../state/next-estimate.ts';
import { REWARD_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { ledgerOf, liabilityOf } from './ledger.ts';
import { hasStreams, REWARD, type Reward, type RewardOf28 } from './reward-view.ts';
/** What the reward actor holds at the start; attoFIL. */
export const MINING_SUPPLY = attoFil(1_100_000_000n * FIL);

/** 6 years of epochs: the half-life of simple minting. ln 2 as a fraction of 10^9 keeps the arithmetic whole. */
const HALF_LIFE_EPOCHS = 6_307_200n;
const LN2_BILLIONTHS = 693_147_181n;
/** Growth of the baseline in an epoch, and its first value in bytes (logic.rs BASELINE_EXPONENT, BASELINE_INITIAL_VALUE). */
const BASELINE_GROWTH = 340_282_591_298_641_078_465_964_189_926_313_473_653n;
const INITIAL_BASELINE = 2_888_888_880_000_000_000n;
const PRECISION = 128n;

/** Reward of the next epoch from what the reward actor still holds; attoFIL. */
const mintedFrom = (left: bigint): bigint => (left * LN2_BILLIONTHS) / (HALF_LIFE_EPOCHS * 1_000_000_000n);

const nextBaseline = (baseline: bigint): bigint => (baseline * BASELINE_GROWTH) >> PRECISION;

/** The state at genesis, before any power was realised. The baseline begins at its first value; the actor's rounding has one byte less. */
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

/** One epoch on: the baseline grows, and the effective time follows the power that was realised under it. */
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

/** UpdateNetworkKPI, at the end of every epoch: the reward of the next one. It catches up with epochs that had no end: the genesis has none. */
export function closeRewardEpoch(draft: StateDraft, epoch: number, realizedPower: bigint): void {
  const before = draft.read(REWARD, REWARD_ID);
  let next = before;
  while (next.epoch <= epoch) next = nextEpoch(next, realizedPower);
  // What recipients are owed is not minted again.
  const owed = hasStreams(before) ? liabilityOf(ledgerOf(before)) : 0n;
  const reward = mintedFrom((draft.actor(REWARD_ID)?.balance ?? 0n) - owed);
  draft.write(REWARD, REWARD_ID, {
    ...next,
    thisEpochReward: attoFil(reward),
    thisEpochRewardSmoothed: nextEstimate(next.thisEpochRewardSmoothed, reward, BigInt(next.epoch - before.epoch)),
  });
}
