/**
 * The termination fee of a sector. Source: builtin-actors `actors/miner/src/monies.rs`, `pledge_penalty_for_termination`
 * with its constants (FIP-0098).
 */
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import { EPOCHS } from '../chain/epoch.ts';

/** From this age on the full share of the pledge is charged. */
const FULL_AGE_DAYS = 140n;

/** Inputs of the fee; amounts in attoFIL. */
export interface TerminationFacts {
  readonly initialPledge: bigint;
  /** Epochs since activation. */
  readonly ageEpochs: number;
  /** Fault fee of a proving period (`faultFeeADay`). */
  readonly faultFee: bigint;
}

/** Return 8.5 % of the pledge, less for a young sector, at least 2 % of it and at least 1.05 times the fault fee; attoFIL. */
export function terminationFee({ initialPledge, ageEpochs, faultFee }: TerminationFacts): AttoFil {
  const whole = (initialPledge * 85n) / 1000n;
  const byAge = (BigInt(Math.max(0, ageEpochs)) * whole) / (FULL_AGE_DAYS * BigInt(EPOCHS.perDay));
  const base = byAge < whole ? byAge : whole;
  const ofPledge = (initialPledge * 2n) / 100n;
  const ofFault = (faultFee * 105n) / 100n;
  const least = ofPledge > ofFault ? ofPledge : ofFault;
  return attoFil(base > least ? base : least);
}
