/** What a miner's power is expected to earn, and what more of it would. */
import { EPOCHS } from './epoch.ts';
import { WHOLE_WEIGHT } from './reward-split.ts';

/** Quality-adjusted bytes. */
export interface PowerShare {
  readonly own: bigint;
  readonly network: bigint;
}

/** What a miner earns a day at its present power; attoFIL. `minerWeight` of 10^18. */
export function expectedDayIncome(epochReward: bigint, power: PowerShare, minerWeight: bigint): bigint {
  if (power.network <= 0n) return 0n;
  return (epochReward * BigInt(EPOCHS.perDay) * power.own * minerWeight) / (power.network * WHOLE_WEIGHT);
}

/** The same after the miner adds power, which makes the network's grow too; attoFIL a day. */
export function raisedDayIncome(epochReward: bigint, { own, network }: PowerShare, added: bigint, minerWeight: bigint): bigint {
  return expectedDayIncome(epochReward, { own: own + added, network: network + added }, minerWeight);
}
