/**
 * Quantization of epochs in a miner's queues: rounded up, to keep the queues short. Sources: builtin-actors
 * `actors/miner/src/quantize.rs` and `deadlines.rs` (`quant_spec_for_deadline`), go-state-types `builtin/quantize.go`.
 */
import { deadlineWindow, EPOCHS } from '../chain/epoch.ts';

/** Round an epoch up to the next multiple of `unit` from `offset`, which may be before or after it. */
export function quantizeUp(epoch: number, unit: number, offset: number): number {
  const ahead = (offset - epoch) % unit;
  return epoch + (ahead < 0 ? ahead + unit : ahead);
}

/**
 * Return the queue key of a deadline and its partitions for an event at `epoch`: the next last epoch of the deadline.
 * Throws `RangeError` for a deadline outside 0 to 47.
 */
export function quantizeToDeadline(epoch: number, anyPeriodStart: number, deadlineIndex: number): number {
  return quantizeUp(epoch, EPOCHS.provingPeriod, deadlineWindow(anyPeriodStart, deadlineIndex).close - 1);
}

/** Return the queue key of expired pre-commits: the start of the next deadline. */
export function quantizeToEveryDeadline(epoch: number, anyPeriodStart: number): number {
  return quantizeUp(epoch, EPOCHS.deadlineWindow, anyPeriodStart);
}
