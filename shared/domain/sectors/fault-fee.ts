/**
 * The fault fee of a sector. Source: builtin-actors `actors/miner/src/monies.rs`, `pledge_penalty_for_continued_fault` with
 * `CONTINUED_FAULT_PROJECTION_PERIOD`: the expected reward of its power in 3.51 days, for each proving period in which it
 * stays faulty. A new fault has no fee; it is charged at each later deadline at which the sector is still faulty
 * (`actors/miner/src/deadline_state.rs`, `process_deadline_end`: power that was already faulty is penalized).
 */
import { type AttoFil, attoFil } from '../amounts/amount.ts';

const EPOCHS_A_DAY = 2880n;
/** Hundredths of a day. */
const PROJECTION_DAYS = 351n;
/** Truncated to whole epochs, as in the actor: 10,108. */
const PROJECTION_EPOCHS = (EPOCHS_A_DAY * PROJECTION_DAYS) / 100n;

/** Inputs of the fee. */
export interface FaultFeeFacts {
  /** Quality-adjusted power of the faulty sectors, in bytes. */
  readonly qualityAdjusted: bigint;
  /** Quality-adjusted power of the network, in bytes. */
  readonly networkQualityAdjusted: bigint;
  /** Block reward of an epoch, in attoFIL (ThisEpochReward of the reward actor). */
  readonly epochReward: bigint;
}

/**
 * Return the fee of one proving period (a day) in attoFIL. The actor projects reward and power over the 3.51 days; this keeps both
 * constant, which differs by far less than 1%.
 */
export function faultFeeADay({ qualityAdjusted, networkQualityAdjusted, epochReward }: FaultFeeFacts): AttoFil {
  if (networkQualityAdjusted <= 0n || qualityAdjusted <= 0n) return attoFil(0n);
  return attoFil((epochReward * PROJECTION_EPOCHS * qualityAdjusted) / networkQualityAdjusted);
}

/**
 * Return the fault fee of a day in days of income: 3.51 if miners receive the whole block reward, more since network
 * version 29. The fee is based on the whole reward, income on the miner's share (FIP-0118).
 *
 * @param epochReward block reward of the epoch, in attoFIL
 * @param minerPart the miners' share of it, in attoFIL
 * @returns days, rounded to hundredths; undefined if miners earn nothing
 */
export function faultFeeIncomeDays(epochReward: bigint, minerPart: bigint): number | undefined {
  if (minerPart <= 0n) return undefined;
  return Number((2n * PROJECTION_DAYS * epochReward + minerPart) / (2n * minerPart)) / 100;
}

/**
 * A fault fee compared with income; empty if income is the whole epoch reward, as before network version 29.
 *
 * @param days of `faultFeeIncomeDays`
 */
export function incomeDaysWords(days: number | undefined): string {
  if (days === undefined || days <= Number(PROJECTION_DAYS) / 100) return '';
  return ` Fault fee per day: ${days.toFixed(2)} days of income. The fee is based on the whole epoch reward; income is the miner’s part of it.`;
}
