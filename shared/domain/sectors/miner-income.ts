/** Expected income of a miner's power, and of additional power. */
import { EPOCHS } from '../chain/epoch.ts';
import { WHOLE_WEIGHT } from '../chain/reward-split.ts';

/** Quality-adjusted bytes. */
export interface PowerShare {
  readonly own: bigint;
  readonly network: bigint;
}

/** Return a miner's expected income per day in attoFIL. `minerWeight` in units of 10^-18. */
export function expectedDayIncome(epochReward: bigint, power: PowerShare, minerWeight: bigint): bigint {
  if (power.network <= 0n) return 0n;
  return (epochReward * BigInt(EPOCHS.perDay) * power.own * minerWeight) / (power.network * WHOLE_WEIGHT);
}

/** Return the same after the miner adds power, which also increases the network's; attoFIL per day. */
export function raisedDayIncome(epochReward: bigint, { own, network }: PowerShare, added: bigint, minerWeight: bigint): bigint {
  return expectedDayIncome(epochReward, { own: own + added, network: network + added }, minerWeight);
}
