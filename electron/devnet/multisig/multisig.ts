import type { MultisigTransaction } from '../../../shared/domain/actors/multisig-state.ts';
import type { Multisig } from './multisig-view.ts';

/** What waits for approvals, ascending by id. */
export function pendingTransactionsOf({ pendingTransactions }: Multisig): (readonly [id: number, transaction: MultisigTransaction])[] {
  return pendingTransactions.entries().sort(([left], [right]) => left - right);
}

/** What has not vested at an epoch; attoFIL, rounded up (builtin-actors, multisig `amount_locked`). */
export function lockedAt(
  { initialBalance, startEpoch, unlockDuration }: Pick<Multisig, 'initialBalance' | 'startEpoch' | 'unlockDuration'>,
  epoch: number,
): bigint {
  const elapsed = epoch - startEpoch;
  if (elapsed >= unlockDuration) return 0n;
  if (elapsed <= 0) return initialBalance;
  const duration = BigInt(unlockDuration);
  return (initialBalance * BigInt(unlockDuration - elapsed) + duration - 1n) / duration;
}
