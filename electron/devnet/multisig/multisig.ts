import type { Address } from '../../../shared/domain/address.ts';

/** A transaction that waits for approvals. */
export interface MultisigTransaction {
  readonly id: number;
  readonly to: Address;
  /** attoFIL. */
  readonly value: bigint;
  readonly method: bigint;
  readonly params: Uint8Array;
  /** Who approved it, the proposer first. */
  readonly approved: readonly number[];
}

export interface Multisig {
  readonly id: number;
  readonly signers: readonly number[];
  readonly threshold: number;
  readonly nextTransactionId: number;
  /** What the vesting began with; attoFIL. */
  readonly initialBalance: bigint;
  readonly startEpoch: number;
  /** Epochs; 0 where nothing vests. */
  readonly unlockDuration: number;
  /** Ascending by id. */
  readonly pending: readonly MultisigTransaction[];
}

/** What has not vested at an epoch; attoFIL, rounded up (builtin-actors, multisig `amount_locked`). */
export function lockedAt({ initialBalance, startEpoch, unlockDuration }: Multisig, epoch: number): bigint {
  const elapsed = epoch - startEpoch;
  if (elapsed >= unlockDuration) return 0n;
  if (elapsed <= 0) return initialBalance;
  const duration = BigInt(unlockDuration);
  return (initialBalance * BigInt(unlockDuration - elapsed) + duration - 1n) / duration;
}
