import { EPOCHS } from '../../../shared/domain/epoch.ts';

/** Proving periods as on mainnet, shifted per miner. */
export const PROVING_PERIOD_EPOCHS = EPOCHS.provingPeriod;
export const WINDOW_EPOCHS = EPOCHS.deadlineWindow;
export const DEADLINES = EPOCHS.deadlinesPerPeriod;
export const CHALLENGE_LOOKBACK_EPOCHS = EPOCHS.challengeLookback;
export const FAULT_CUTOFF_EPOCHS = EPOCHS.faultCutoff;

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
