/**
 * Operations on the DataCap token's state: FRC-0046, as in builtin-actors v16 (actors/datacap) and its library frc46_token.
 * Amounts are bytes times 10^18.
 */
import { actorText } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import type { DataCap } from './data-cap-view.ts';

/** Token units per byte, the smallest amount. */
export const UNITS_PER_BYTE = 10n ** 18n;
/** The market's allowance from each client: effectively unlimited. */
export const INFINITE_ALLOWANCE = 10n ** 21n * UNITS_PER_BYTE;

export function balanceOf({ balances }: DataCap, holder: number): bigint {
  return balances.get(holder) ?? 0n;
}

export function allowanceOf({ allowances }: DataCap, owner: number, operator: number): bigint {
  return allowances.get(owner).get(operator) ?? 0n;
}

export function withAllowance(token: DataCap, owner: number, operator: number, amount: bigint): DataCap {
  const spenders = token.allowances.get(owner);
  const changed = amount > 0n ? spenders.set(operator, amount) : spenders.delete(operator);
  return { ...token, allowances: token.allowances.set(owner, changed) };
}

/** Mint tokens. */
export function minted(token: DataCap, holder: number, amount: bigint): DataCap {
  return { ...credited(token, holder, whole(amount, 'mint')), supply: token.supply + amount };
}

/** Burn tokens. */
export function burnt(token: DataCap, holder: number, amount: bigint): DataCap {
  return { ...debited(token, holder, whole(amount, 'burn')), supply: token.supply - amount };
}

export function transferred(token: DataCap, from: number, to: number, amount: bigint): DataCap {
  return credited(debited(token, from, whole(amount, 'transfer')), to, amount);
}

/** Use an operator's allowance; the owner itself needs none. */
export function spent(token: DataCap, owner: number, operator: number, amount: bigint): DataCap {
  if (owner === operator) return token;
  const allowed = allowanceOf(token, owner, operator);
  if (allowed < amount) {
    throw new MethodFailure(
      EXIT.actorInsufficientFunds,
      `actor ${actorText(operator)} allowance ${allowed} insufficient to spend ${amount} of actor ${actorText(owner)}`,
    );
  }
  return withAllowance(token, owner, operator, allowed - amount);
}

function whole(amount: bigint, what: string): bigint {
  if (amount < 0n) throw new MethodFailure(EXIT.illegalArgument, `value ${amount} for ${what} must be non-negative`);
  if (amount % UNITS_PER_BYTE !== 0n) {
    throw new MethodFailure(EXIT.illegalArgument, `amount ${amount} for ${what} must be a multiple of ${UNITS_PER_BYTE}`);
  }
  return amount;
}

function credited(token: DataCap, holder: number, amount: bigint): DataCap {
  return { ...token, balances: withBalance(token, holder, balanceOf(token, holder) + amount) };
}

function debited(token: DataCap, holder: number, amount: bigint): DataCap {
  const balance = balanceOf(token, holder);
  if (balance < amount) {
    throw new MethodFailure(EXIT.actorInsufficientFunds, `actor ${actorText(holder)} balance ${balance} insufficient to debit ${amount}`);
  }
  return { ...token, balances: withBalance(token, holder, balance - amount) };
}

/** Zero balances are removed. */
function withBalance({ balances }: DataCap, holder: number, balance: bigint): DataCap['balances'] {
  return balance === 0n ? balances.delete(holder) : balances.set(holder, balance);
}
