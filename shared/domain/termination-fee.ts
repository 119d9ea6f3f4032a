/**
 * What ending a sector before its time costs. Source: builtin-actors `actors/miner/src/monies.rs`, `pledge_penalty_for_termination`
 * with its constants (FIP-0098).
 */
import { type AttoFil, attoFil } from './amount.ts';
import { EPOCHS } from './epoch.ts';

/** From this age on a sector pays the whole share of its pledge. */
const FULL_AGE_DAYS = 140n;

/** What the fee depends on; amounts in attoFIL. */
export interface TerminationFacts {
  readonly initialPledge: bigint;
  /** Epochs since it was activated. */
  readonly ageEpochs: number;
  /** What a proving period as faulty would cost (`faultFeeADay`). */
  readonly faultFee: bigint;
}

/** 8.5 % of the pledge, less for a young sector, and never less than 2 % of it or 1.05 times the fault fee. In attoFIL. */
export function terminationFee({ initialPledge, ageEpochs, faultFee }: TerminationFacts): AttoFil {
  const whole = (initialPledge * 85n) / 1000n;
  const byAge = (BigInt(Math.max(0, ageEpochs)) * whole) / (FULL_AGE_DAYS * BigInt(EPOCHS.perDay));
  const base = byAge < whole ? byAge : whole;
  const ofPledge = (initialPledge * 2n) / 100n;
  const ofFault = (faultFee * 105n) / 100n;
  const least = ofPledge > ofFault ? ofPledge : ofFault;
  return attoFil(base > least ? base : least);
}
