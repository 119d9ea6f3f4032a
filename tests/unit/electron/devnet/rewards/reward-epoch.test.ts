import { beforeEach, expect, it } from 'vitest';
import { planAward } from '../../../../../electron/devnet/rewards/plan-award.ts';
import { closeRewardEpoch, initialReward, MINING_SUPPLY } from '../../../../../electron/devnet/rewards/reward-epoch.ts';
import { REWARD } from '../../../../../electron/devnet/rewards/reward-view.ts';
import { MemoryBlocks } from '../../../../../electron/devnet/state/blocks.ts';
import { REWARD_ID, State } from '../../../../../electron/devnet/state/state.ts';
import { StateDraft } from '../../../../../electron/devnet/state/state-draft.ts';
import { attoFil, FIL } from '../../../../../shared/domain/amounts/amount.ts';

/** The baseline of mainnet's first epoch: 2.88888888 EB (builtin-actors, actors/reward/src/logic.rs). */
const FIRST_BASELINE = 2_888_888_880_000_000_000n;

let draft: StateDraft;
beforeEach(() => {
  draft = new StateDraft(State.empty(new MemoryBlocks()));
  draft.putActorsVersion(18);
  const actor = draft.addActor(REWARD_ID, 'reward', undefined);
  draft.putActor({ ...actor, balance: MINING_SUPPLY });
});

it('pays a fifth of the epoch’s reward for each win: about 24 FIL of 1.1 billion', () => {
  draft.write(REWARD, REWARD_ID, initialReward());
  const reward = initialReward().thisEpochReward / 5n;
  expect(Number((reward * 1000n) / FIL) / 1000).toBeCloseTo((1_100_000_000 * Math.LN2) / 6_307_200 / 5, 2);
  const award = planAward(initialReward(), { epoch: 1, balance: MINING_SUPPLY, gasReward: 7n, wins: 1n });
  expect(award).toMatchObject({ split: { minted: reward, miner: reward, burned: 0n, explicit: 0n } });
  expect(award?.reward).toMatchObject({ totalStoragePowerReward: reward });
});

it('becomes less with what is left, half of it after half of the supply', () => {
  draft.write(REWARD, REWARD_ID, initialReward());
  const first = draft.read(REWARD, REWARD_ID).thisEpochReward;
  const actor = draft.actor(REWARD_ID);
  if (actor !== undefined) draft.putActor({ ...actor, balance: attoFil(MINING_SUPPLY / 2n) });
  closeRewardEpoch(draft, 0, 0n);
  expect(draft.read(REWARD, REWARD_ID).thisEpochReward).toBe(first / 2n);
});

it('starts at the baseline of mainnet, which doubles in a year', () => {
  const power = 10n ** 15n;
  draft.write(REWARD, REWARD_ID, initialReward());
  const first = draft.read(REWARD, REWARD_ID);
  expect(first.epoch).toBe(0);
  expect(first.thisEpochBaselinePower).toBe(FIRST_BASELINE);
  closeRewardEpoch(draft, 0, power);
  const { effectiveBaselinePower: effective, thisEpochBaselinePower: baseline } = draft.read(REWARD, REWARD_ID);
  expect(effective).toBeLessThanOrEqual(baseline);
  for (let epoch = 1; epoch < 2880; epoch += 1) closeRewardEpoch(draft, epoch, power);
  const { epoch, thisEpochBaselinePower, cumsumRealized, cumsumBaseline, effectiveNetworkTime, effectiveBaselinePower } = draft.read(
    REWARD,
    REWARD_ID,
  );
  expect(epoch).toBe(2880);
  expect(Number(thisEpochBaselinePower) / Number(FIRST_BASELINE)).toBeCloseTo(2 ** (1 / 365), 6);
  expect(cumsumRealized).toBe(2880n * power);
  // What go-state-types builtin/v18/reward/invariants.go asks for.
  expect(cumsumRealized).toBeLessThanOrEqual(cumsumBaseline);
  expect(effectiveNetworkTime).toBe(1);
  expect(effectiveBaselinePower).toBeLessThanOrEqual(thisEpochBaselinePower);
});

it('lets time pass at full speed where the power is above the baseline', () => {
  draft.write(REWARD, REWARD_ID, initialReward());
  for (let epoch = 0; epoch < 10; epoch += 1) closeRewardEpoch(draft, epoch, 10n * FIRST_BASELINE);
  const { epoch, effectiveNetworkTime, cumsumRealized, cumsumBaseline } = draft.read(REWARD, REWARD_ID);
  expect(effectiveNetworkTime).toBeLessThanOrEqual(epoch);
  expect(effectiveNetworkTime).toBeGreaterThanOrEqual(epoch - 1);
  expect(cumsumRealized).toBeLessThanOrEqual(cumsumBaseline);
});

it('catches up with the genesis, at whose end nothing is called', () => {
  draft.write(REWARD, REWARD_ID, initialReward());
  closeRewardEpoch(draft, 1, 10n);
  const { epoch, cumsumRealized } = draft.read(REWARD, REWARD_ID);
  expect([epoch, cumsumRealized]).toEqual([2, 20n]);
});
