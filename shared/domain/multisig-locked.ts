/** What a multisig was given to hold back, and until when. */
export interface MultisigVesting {
  /** attoFIL that were locked at the start. */
  readonly initialBalance: bigint;
  readonly startEpoch: number;
  /** Epochs until nothing is locked; 0 where nothing ever was. */
  readonly unlockDuration: number;
}

/** What has not vested at an epoch, in attoFIL and rounded up. Source: builtin-actors, actors/multisig/src/state.rs `amount_locked`. */
export function multisigLockedAt({ initialBalance, startEpoch, unlockDuration }: MultisigVesting, epoch: number): bigint {
  const elapsed = epoch - startEpoch;
  if (elapsed >= unlockDuration) return 0n;
  if (elapsed <= 0) return initialBalance;
  const duration = BigInt(unlockDuration);
  return (initialBalance * BigInt(unlockDuration - elapsed) + duration - 1n) / duration;
}
