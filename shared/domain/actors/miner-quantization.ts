/**
 * Epochs by which a miner's queues are kept: rounded up to few, so that a queue stays short. Sources: builtin-actors
 * `actors/miner/src/quantize.rs` and `deadlines.rs` (`quant_spec_for_deadline`), go-state-types `builtin/quantize.go`.
 */
import { deadlineWindow, EPOCHS } from '../epoch.ts';

/** The first epoch not before `epoch` that lies a whole number of `unit` from `offset`, which may be before or after it. */
export function quantizeUp(epoch: number, unit: number, offset: number): number {
  const ahead = (offset - epoch) % unit;
  return epoch + (ahead < 0 ? ahead + unit : ahead);
}

/**
 * The key in the queues of a deadline and its partitions for what happens at `epoch`: the last epoch of the deadline, in the first
 * proving period in which that is not before. Throws `RangeError` for a deadline beyond 0 to 47.
 */
export function quantizeToDeadline(epoch: number, anyPeriodStart: number, deadlineIndex: number): number {
  return quantizeUp(epoch, EPOCHS.provingPeriod, deadlineWindow(anyPeriodStart, deadlineIndex).close - 1);
}

/** The key in the queue of pre-commits that ran out: the start of a deadline, the first one not before `epoch`. */
export function quantizeToEveryDeadline(epoch: number, anyPeriodStart: number): number {
  return quantizeUp(epoch, EPOCHS.deadlineWindow, anyPeriodStart);
}
