import { FIL } from '../../../shared/domain/amounts/amount.ts';
import { POWER } from './power-view.ts';
import { BURNT_ID, POWER_ID, RESERVE_ID, REWARD_ID, type State } from './state.ts';

/** Total supply, in attoFIL. */
export const TOTAL_SUPPLY = 2_000_000_000n * FIL;

/** Return the circulating supply: total minus unmined, reserved, burnt, pledged and vesting funds; attoFIL. */
export function circulatingSupply(state: State): bigint {
  const balance = (id: number): bigint => state.actor(id)?.balance ?? 0n;
  const { totalPledgeCollateral } = state.read(POWER, POWER_ID);
  return TOTAL_SUPPLY - balance(REWARD_ID) - balance(RESERVE_ID) - balance(BURNT_ID) - totalPledgeCollateral;
}
