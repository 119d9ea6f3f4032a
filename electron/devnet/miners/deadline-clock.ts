/** Proving periods: 48 windows of 60 epochs, shifted per miner. */
export const PROVING_PERIOD_EPOCHS = 2880;
export const WINDOW_EPOCHS = 60;
export const DEADLINES = 48;
export const CHALLENGE_LOOKBACK_EPOCHS = 20;
export const FAULT_CUTOFF_EPOCHS = 70;

export interface DeadlineClock {
  readonly periodStart: number;
  /** Deadline that is open at this epoch. */
  readonly index: number;
  readonly open: number;
  /** First epoch after the window. */
  readonly close: number;
}

export function deadlineAt(periodOffset: number, epoch: number): DeadlineClock {
  const since = (((epoch - periodOffset) % PROVING_PERIOD_EPOCHS) + PROVING_PERIOD_EPOCHS) % PROVING_PERIOD_EPOCHS;
  const periodStart = epoch - since;
  const index = Math.floor(since / WINDOW_EPOCHS);
  const open = periodStart + index * WINDOW_EPOCHS;
  return { periodStart, index, open, close: open + WINDOW_EPOCHS };
}
