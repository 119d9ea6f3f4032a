/**
 * What a faulty sector costs. Source: builtin-actors `actors/miner/src/monies.rs`, `pledge_penalty_for_continued_fault` with
 * `CONTINUED_FAULT_PROJECTION_PERIOD`: the reward that its power is expected to earn in 3.51 days, for each proving period that it
 * stays faulty.
 */
import { type AttoFil, attoFil } from './amount.ts';

const EPOCHS_A_DAY = 2880n;
/** Whole epochs, as the actor cuts them: 10,108. */
const PROJECTION_EPOCHS = (EPOCHS_A_DAY * 351n) / 100n;

/** What the fee depends on. */
export interface FaultFeeFacts {
  /** Quality-adjusted power of the faulty sectors, bytes. */
  readonly qualityAdjusted: bigint;
  /** Of the whole network, bytes. */
  readonly networkQualityAdjusted: bigint;
  /** What the network mints in an epoch, attoFIL (ThisEpochReward of the reward actor). */
  readonly epochReward: bigint;
}

/**
 * The fee of one proving period, which is a day, in attoFIL. The actor projects how reward and power move in those 3.51 days; here both
 * stay as they are, which differs by far less than a percent.
 */
export function faultFeeADay({ qualityAdjusted, networkQualityAdjusted, epochReward }: FaultFeeFacts): AttoFil {
  if (networkQualityAdjusted <= 0n || qualityAdjusted <= 0n) return attoFil(0n);
  return attoFil((epochReward * PROJECTION_EPOCHS * qualityAdjusted) / networkQualityAdjusted);
}
