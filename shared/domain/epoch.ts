/** Epochs and wall-clock time, proving periods and deadlines (protocol.md 9). Pure arithmetic: the clock belongs to the caller. */

declare const epochBrand: unique symbol;
/** A chain height: a whole number, 0 at genesis. Made by `epoch` and `timeMsToEpoch`. */
export type Epoch = number & { readonly [epochBrand]: true };

/** What an epoch-to-time conversion needs to know of a network. */
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

export interface DeadlineWindow {
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

/** The window of a deadline (0 to 47) in the proving period that starts at `periodStart`. */
export function deadlineWindow(periodStart: number, index: number): DeadlineWindow {
  const open = periodStart + index * EPOCHS.deadlineWindow;
  return {
    index,
    open,
    close: open + EPOCHS.deadlineWindow,
    challenge: open - EPOCHS.challengeLookback,
    faultCutoff: open - EPOCHS.faultCutoff,
  };
}

/** The next window of a deadline that has not closed at `now`: this period's, or the following one's. */
export function nextDeadlineWindow(periodStart: number, index: number, now: number): DeadlineWindow {
  const window = deadlineWindow(periodStart, index);
  if (now < window.close) return window;
  const periods = Math.floor((now - window.close) / EPOCHS.provingPeriod) + 1;
  return deadlineWindow(periodStart + periods * EPOCHS.provingPeriod, index);
}
