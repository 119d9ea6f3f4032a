import type { State } from '../state/state.ts';
import type { Miner } from './miner.ts';

/** What the owner could withdraw: balance without vesting funds, pledge and deposits; attoFIL, never negative. */
export function availableBalance(state: State, miner: Miner): bigint {
  const balance = state.actors.get(miner.id)?.balance ?? 0n;
  const free = balance - miner.lockedFunds - miner.initialPledge - miner.preCommitDeposits;
  return free > 0n ? free : 0n;
}
