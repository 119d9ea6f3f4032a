import type { State } from '../state/state.ts';
import type { Miner } from './miner-view.ts';

/** What the owner could withdraw: balance without vesting funds, pledge and deposits; attoFIL, never negative. */
export function availableBalance(state: State, minerId: number, { lockedFunds, initialPledge, preCommitDeposits }: Miner): bigint {
  const free = (state.actor(minerId)?.balance ?? 0n) - lockedFunds - initialPledge - preCommitDeposits;
  return free > 0n ? free : 0n;
}
