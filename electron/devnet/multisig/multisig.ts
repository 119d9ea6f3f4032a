import type { MultisigTransaction } from '../../../shared/domain/actors/multisig-state.ts';
import type { Multisig } from './multisig-view.ts';

/** Pending transactions by ascending ID. */
export function pendingTransactionsOf({ pendingTransactions }: Multisig): (readonly [id: number, transaction: MultisigTransaction])[] {
  return pendingTransactions.entries().sort(([left], [right]) => left - right);
}
