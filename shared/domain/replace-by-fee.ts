/**
 * What a message must offer to take the place of another one of the same sender and nonce. Prices in attoFIL for a unit of gas.
 *
 * Sources: Lotus v1.36 chain/messagepool/messagepool.go (`ComputeMinRBF`, `ComputeRBF`, `msgSet.add`): the new premium is at least
 * 110 % of the old one, rounded down, and 1 attoFIL. 125 % is the ratio of a node's own replacements (chain/types/mpool.go,
 * `ReplaceByFeePercentageDefault`), and was what nodes before v1.20.4 asked of everybody.
 */
import { type AttoFil, attoFil } from './amount.ts';
import type { GasFields } from './gas.ts';

const LEAST_PERCENT = 110n;
const SAFE_PERCENT = 125n;

/** The prices that a message offers. */
export type GasPrices = Pick<GasFields, 'gasFeeCap' | 'gasPremium'>;

/** The lowest premium that nodes since Lotus v1.20.4 take. */
export function leastReplacementPremium(oldPremium: bigint): AttoFil {
  return raised(oldPremium, LEAST_PERCENT);
}

/** The lowest premium that every node takes. */
export function safeReplacementPremium(oldPremium: bigint): AttoFil {
  return raised(oldPremium, SAFE_PERCENT);
}

function raised(premium: bigint, percent: bigint): AttoFil {
  return attoFil((premium * percent) / 100n + 1n);
}

/**
 * Prices with which a message takes the place of `old` and is mined soon: the premium is what every node takes, or the present one where
 * that is higher; the cap is never below the old one, nor below the highest base fee that is to be outlasted and the premium together.
 * What is asked for now counts up to `mostFeeCap` only; what the old message demands counts in any case.
 */
export function replacementPrices(
  old: GasPrices,
  now: { readonly premium: bigint; readonly highestBaseFee: bigint; readonly mostFeeCap: bigint },
): { readonly gasFeeCap: AttoFil; readonly gasPremium: AttoFil } {
  const safe = safeReplacementPremium(old.gasPremium);
  const most = largest(now.mostFeeCap, safe, old.gasFeeCap);
  const gasPremium = smallest(largest(now.premium, safe), most);
  const gasFeeCap = smallest(largest(now.highestBaseFee + gasPremium, old.gasFeeCap), most);
  return { gasPremium: attoFil(gasPremium), gasFeeCap: attoFil(gasFeeCap) };
}

function largest(...amounts: readonly [bigint, ...bigint[]]): bigint {
  return amounts.reduce((most, amount) => (amount > most ? amount : most));
}

function smallest(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
