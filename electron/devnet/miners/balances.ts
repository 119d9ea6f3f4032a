import type { State } from '../state/state.ts';
import type { Miner } from './miner-view.ts';

/** Return the available balance: balance minus vesting funds, pledge and deposits; attoFIL, at least 0. */
export function availableBalance(state: State, minerId: number, { lockedFunds, initialPledge, preCommitDeposits }: Miner): bigint {
  const free = (state.actor(minerId)?.balance ?? 0n) - lockedFunds - initialPledge - preCommitDeposits;
  return free > 0n ? free : 0n;
}
