/**
 * Epochs and wall-clock time, proving periods and deadlines (go-state-types dline/deadline.go, builtin/network.go and
 * builtin/v18/miner/policy.go). Pure arithmetic: the clock belongs to the caller.
 */

declare const epochBrand: unique symbol;
/** A chain height: a whole number, 0 at genesis. Made by `epoch` and `timeMsToEpoch`. */
export type Epoch = number & { readonly [epochBrand]: true };

/** What an epoch-to-time conversion needs to know of a network: known in advance (networks.ts) or learned from the node. */
export interface EpochClock {
  /** Milliseconds since 1970 of epoch 0. */
  readonly genesisTimeMs: number;
  readonly blockDelaySeconds: number;
}

/** Lengths in epochs at 30 seconds each, and the rules of proving. */
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
  /** A sector faulty for longer is terminated. */
  faultMaxAge: 120_960,
  workerKeyChangeDelay: 900,
} as const;

/** Brands a whole number. Throws `RangeError` for fractions and for numbers that are not exact. */
export function epoch(value: number): Epoch {
  if (!Number.isSafeInteger(value)) throw new RangeError('An epoch is a whole number.');
  return value as Epoch;
}

/** When an epoch begins, in milliseconds since 1970; a block's timestamp is exactly this. */
export function epochToTimeMs(height: number, clock: EpochClock): number {
  return clock.genesisTimeMs + height * clock.blockDelaySeconds * 1000;
}

/** The epoch that a moment falls into; negative before genesis. */
export function timeMsToEpoch(timeMs: number, clock: EpochClock): Epoch {
  return epoch(Math.floor((timeMs - clock.genesisTimeMs) / (clock.blockDelaySeconds * 1000)));
}

/**
 * How many null rounds (epochs without a block) a node went over between the height that it was asked for and the tipset that it
 * answered with: ChainGetTipSetByHeight answers with the tipset before, ChainGetTipSetAfterHeight with the one after. Where this
 * is not 0, the epoch that was asked for is a null round itself.
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
  /** First epoch in which they no longer are. */
  readonly close: number;
  /** Epoch whose randomness the proof must use. */
  readonly challenge: number;
  /** From this epoch on faults can no longer be declared. */
  readonly faultCutoff: number;
}

/** The window of a deadline in the proving period that starts at `periodStart`. Throws `RangeError` for an index beyond 0 to 47. */
export function deadlineWindow(periodStart: number, index: number): DeadlineWindow {
  if (!Number.isInteger(index) || index < 0 || index >= EPOCHS.deadlinesPerPeriod) throw new RangeError('A deadline is 0 to 47.');
  const open = periodStart + index * EPOCHS.deadlineWindow;
  return {
    index,
    open,
    close: open + EPOCHS.deadlineWindow,
    challenge: open - EPOCHS.challengeLookback,
    faultCutoff: open - EPOCHS.faultCutoff,
  };
}

/** The first epoch of the proving period that `now` falls into, where one period (past or to come) starts at `anyPeriodStart`. */
export function provingPeriodStart(anyPeriodStart: number, now: number): number {
  return now - modulo(now - anyPeriodStart, EPOCHS.provingPeriod);
}

/** The deadline that is open at `now`, where one proving period (past or to come) starts at `anyPeriodStart`. */
export function deadlineAt(anyPeriodStart: number, now: number): DeadlineWindow & { readonly periodStart: number } {
  const periodStart = provingPeriodStart(anyPeriodStart, now);
  return { periodStart, ...deadlineWindow(periodStart, Math.floor((now - periodStart) / EPOCHS.deadlineWindow)) };
}

/** The next window of a deadline that has not closed at `now`: this period's, or the following one's (dline NextNotElapsed). */
export function nextDeadlineWindow(periodStart: number, index: number, now: number): DeadlineWindow {
  const window = deadlineWindow(periodStart, index);
  if (now < window.close) return window;
  const periods = Math.floor((now - window.close) / EPOCHS.provingPeriod) + 1;
  return deadlineWindow(periodStart + periods * EPOCHS.provingPeriod, index);
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
