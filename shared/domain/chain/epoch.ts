/**
 * Epochs and wall-clock time, proving periods and deadlines (go-state-types dline/deadline.go, builtin/network.go and
 * builtin/v18/miner/policy.go). Pure arithmetic: the caller provides the time.
 */

declare const epochBrand: unique symbol;
/** A chain height: an integer, 0 at genesis. Created by `epoch` and `timeMsToEpoch`. */
export type Epoch = number & { readonly [epochBrand]: true };

/** Network parameters for converting epochs to time: known in advance (networks.ts) or read from the node. */
export interface EpochClock {
  /** Time of epoch 0, in milliseconds since 1970. */
  readonly genesisTimeMs: number;
  readonly blockDelaySeconds: number;
}

/** Durations in epochs of 30 seconds, and proving parameters. */
export const EPOCHS = {
  perHour: 120,
  perDay: 2880,
  perYear: 1_051_200,
  /** Expected-consensus finality. */
  finality: 900,
  provingPeriod: 2880,
  deadlinesPerPeriod: 48,
  deadlineWindow: 60,
  challengeLookback: 20,
  /** Faults can be declared until this many epochs before a deadline opens. */
  faultCutoff: 70,
  disputeWindow: 1800,
  /** A sector that is faulty for longer is terminated. */
  faultMaxAge: 120_960,
  workerKeyChangeDelay: 900,
} as const;

/** Brand an integer. Throws `RangeError` for numbers that are not safe integers. */
export function epoch(value: number): Epoch {
  if (!Number.isSafeInteger(value)) throw new RangeError('An epoch must be an integer.');
  return value as Epoch;
}

/** Start time of an epoch, in milliseconds since 1970; equals the timestamp of its blocks. */
export function epochToTimeMs(height: number, clock: EpochClock): number {
  return clock.genesisTimeMs + height * clock.blockDelaySeconds * 1000;
}

/** Epoch of a time; negative before genesis. */
export function timeMsToEpoch(timeMs: number, clock: EpochClock): Epoch {
  return epoch(Math.floor((timeMs - clock.genesisTimeMs) / (clock.blockDelaySeconds * 1000)));
}

/**
 * Return the number of null rounds (epochs without blocks) between the requested height and the returned tipset:
 * ChainGetTipSetByHeight returns the tipset before, ChainGetTipSetAfterHeight the one after. If it is not 0, the requested epoch
 * is a null round.
 */
export function nullRoundsBetween(askedHeight: number, answeredHeight: number): number {
  return Math.abs(askedHeight - answeredHeight);
}

/** The epochs of one deadline in one proving period. */
export interface DeadlineWindow {
  /** 0 to 47. */
  readonly index: number;
  /** First epoch in which proofs are accepted. */
  readonly open: number;
  /** First epoch in which proofs are no longer accepted. */
  readonly close: number;
  /** Epoch whose randomness the proof must use. */
  readonly challenge: number;
  /** From this epoch on faults can no longer be declared. */
  readonly faultCutoff: number;
}

/** Return the window of a deadline in the proving period that starts at `periodStart`. Throws `RangeError` outside 0 to 47. */
export function deadlineWindow(periodStart: number, index: number): DeadlineWindow {
  if (!Number.isInteger(index) || index < 0 || index >= EPOCHS.deadlinesPerPeriod)
    throw new RangeError('A deadline index must be 0 to 47.');
  const open = periodStart + index * EPOCHS.deadlineWindow;
  return {
    index,
    open,
    close: open + EPOCHS.deadlineWindow,
    challenge: open - EPOCHS.challengeLookback,
    faultCutoff: open - EPOCHS.faultCutoff,
  };
}

/** Return the start of the current proving period, given the start of any period (past or future). */
export function provingPeriodStart(anyPeriodStart: number, now: number): number {
  return now - modulo(now - anyPeriodStart, EPOCHS.provingPeriod);
}

/** Return the deadline that is open at `now`, given the start of any proving period (past or future). */
export function deadlineAt(anyPeriodStart: number, now: number): DeadlineWindow & { readonly periodStart: number } {
  const periodStart = provingPeriodStart(anyPeriodStart, now);
  return { periodStart, ...deadlineWindow(periodStart, Math.floor((now - periodStart) / EPOCHS.deadlineWindow)) };
}

/** Return the next window of a deadline that has not closed at `now`: in this period or the next (dline NextNotElapsed). */
export function nextDeadlineWindow(periodStart: number, index: number, now: number): DeadlineWindow {
  const window = deadlineWindow(periodStart, index);
  if (now < window.close) return window;
  const periods = Math.floor((now - window.close) / EPOCHS.provingPeriod) + 1;
  return deadlineWindow(periodStart + periods * EPOCHS.provingPeriod, index);
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
