/** Vesting of a multisig's locked balance. */
export interface MultisigVesting {
  /** attoFIL locked initially. */
  readonly initialBalance: bigint;
  readonly startEpoch: number;
  /** Unlock duration in epochs; 0 if nothing was locked. */
  readonly unlockDuration: number;
}

/** Return the locked amount at an epoch, in attoFIL, rounded up. Source: builtin-actors, actors/multisig/src/state.rs `amount_locked`. */
export function multisigLockedAt({ initialBalance, startEpoch, unlockDuration }: MultisigVesting, epoch: number): bigint {
  const elapsed = epoch - startEpoch;
  if (elapsed >= unlockDuration) return 0n;
  if (elapsed <= 0) return initialBalance;
  const duration = BigInt(unlockDuration);
  return (initialBalance * BigInt(unlockDuration - elapsed) + duration - 1n) / duration;
}
