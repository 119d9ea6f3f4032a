/**
 * Replace-by-fee: minimum prices to replace a message with the same sender and nonce. Prices in attoFIL per unit of gas.
 *
 * Sources: Lotus v1.36 chain/messagepool/messagepool.go (`ComputeMinRBF`, `ComputeRBF`, `msgSet.add`): the new premium is at least
 * 110 % of the old one, rounded down, plus 1 attoFIL. 125 % is the default ratio of a node's own replacements (chain/types/mpool.go,
 * `ReplaceByFeePercentageDefault`), and the minimum of nodes before v1.20.4.
 */
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import type { GasFields } from './gas.ts';

const MIN_PERCENT = 110n;
const SAFE_PERCENT = 125n;

/** Gas prices of a message. */
export type GasPrices = Pick<GasFields, 'gasFeeCap' | 'gasPremium'>;

/** Return the minimum premium that nodes since Lotus v1.20.4 accept. */
export function leastReplacementPremium(oldPremium: bigint): AttoFil {
  return raised(oldPremium, MIN_PERCENT);
}

/** Return the minimum premium that every node accepts. */
export function safeReplacementPremium(oldPremium: bigint): AttoFil {
  return raised(oldPremium, SAFE_PERCENT);
}

function raised(premium: bigint, percent: bigint): AttoFil {
  return attoFil((premium * percent) / 100n + 1n);
}

/**
 * Return prices that replace `old` and are mined soon: the premium is the minimum every node accepts, or the current estimate if it is
 * higher; the fee cap is not below the old one, nor below the base fee to cover plus the premium. Current estimates are limited by
 * `maxFeeCap`; what the replacement requires is not.
 */
export function replacementPrices(
  old: GasPrices,
  now: { readonly premium: bigint; readonly highestBaseFee: bigint; readonly maxFeeCap: bigint },
): { readonly gasFeeCap: AttoFil; readonly gasPremium: AttoFil } {
  const safe = safeReplacementPremium(old.gasPremium);
  const most = largest(now.maxFeeCap, safe, old.gasFeeCap);
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
