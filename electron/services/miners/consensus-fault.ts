/** Until when a consensus fault excludes a miner from mining. Pure. */

/** The last epoch of an active fault, and its time. */
export interface ConsensusFault {
  readonly untilEpoch: number;
  readonly untilTimeMs: number;
}

/**
 * @param elapsed `ConsensusFaultElapsed` of the state; -1 if there never was a fault
 * @param height height of the state; the fault lasts until the epoch is above `elapsed` (builtin-actors, miner/src/lib.rs, `consensus_fault_active`)
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
