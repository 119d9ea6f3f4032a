/**
 * What a faulty sector costs. Source: builtin-actors `actors/miner/src/monies.rs`, `pledge_penalty_for_continued_fault` with
 * `CONTINUED_FAULT_PROJECTION_PERIOD`: the reward that its power is expected to earn in 3.51 days, for each proving period that it
 * stays faulty. Becoming faulty costs nothing by itself: the fee is due at each later deadline at which the sector still is
 * (`actors/miner/src/deadline_state.rs`, `process_deadline_end`: power that was faulty before is penalized, new faults are not).
 */
import { type AttoFil, attoFil } from './amount.ts';

const EPOCHS_A_DAY = 2880n;
/** Hundredths of a day. */
const PROJECTION_DAYS = 351n;
/** Whole epochs, as the actor cuts them: 10,108. */
const PROJECTION_EPOCHS = (EPOCHS_A_DAY * PROJECTION_DAYS) / 100n;

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

/**
 * How many days of its income a miner pays for one faulty day: 3.51 where the reward of the epoch is all the miners', more since network
 * version 29. The fee follows the whole reward, income only the miner's part of it (FIP-0118).
 *
 * @param epochReward the reward of the epoch, attoFIL
 * @param minerPart what of that is the miners', attoFIL
 * @returns days, rounded to hundredths; undefined where miners earn nothing
 */
export function faultFeeIncomeDays(epochReward: bigint, minerPart: bigint): number | undefined {
  if (minerPart <= 0n) return undefined;
  return Number((2n * PROJECTION_DAYS * epochReward + minerPart) / (2n * minerPart)) / 100;
}
