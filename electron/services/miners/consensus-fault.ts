/** Until when a consensus fault bars a miner from mining. Pure. */

/** The last epoch of a fault that still lasts, and its time. */
export interface ConsensusFault {
  readonly untilEpoch: number;
  readonly untilTimeMs: number;
}

/**
 * @param elapsed as the state has it (`ConsensusFaultElapsed`); -1 where there never was a fault
 * @param height of the state; the fault lasts until the epoch is above `elapsed` (builtin-actors, miner/src/lib.rs, `consensus_fault_active`)
 */
export function consensusFaultAt(
  elapsed: number | null | undefined,
  height: number,
  timeMsOf: (epoch: number) => number,
): ConsensusFault | undefined {
  return typeof elapsed === 'number' && elapsed >= height && elapsed >= 0
    ? { untilEpoch: elapsed, untilTimeMs: timeMsOf(elapsed) }
    : undefined;
}
