/**
 * Market balances of clients and providers: balance tables and their totals (builtin-actors v16, market/src/state.rs and
 * balance_table.rs).
 */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { type AttoFil, attoFil } from '../../../shared/domain/amounts/amount.ts';
import type { LocalHamt } from '../state/local-hamt.ts';
import type { Market } from './market-view.ts';

type Table = LocalHamt<Address, AttoFil>;
/** Reason of a lock: the total that it counts towards. */
export type LockReason = 'totalClientLockedCollateral' | 'totalProviderLockedCollateral' | 'totalClientStorageFee';

const held = (table: Table, address: Address): bigint => table.get(address) ?? 0n;

/** Add to a row; removes it at zero. A negative balance is a bug. */
function added(table: Table, address: Address, amount: bigint): Table {
  if (amount === 0n) return table;
  const sum = attoFil(held(table, address) + amount);
  if (sum < 0n) throw new Error(`negative market balance ${sum} of ${address}`);
  return sum === 0n ? table.delete(address) : table.set(address, sum);
}

export function escrowIn(market: Market, address: Address): { readonly escrow: bigint; readonly locked: bigint } {
  return { escrow: held(market.escrowTable, address), locked: held(market.lockedTable, address) };
}

/** Add to the escrow, or subtract. The caller has checked the available balance. */
export function addEscrowIn(market: Market, address: Address, amount: bigint): Market {
  return { ...market, escrowTable: added(market.escrowTable, address, amount) };
}

export function lock(market: Market, address: Address, amount: bigint, reason: LockReason): Market {
  return { ...market, lockedTable: added(market.lockedTable, address, amount), [reason]: attoFil(market[reason] + amount) };
}

export function unlock(market: Market, address: Address, amount: bigint, reason: LockReason): Market {
  return lock(market, address, -amount, reason);
}

/** Move a locked fee of the client to the provider's available escrow. */
export function pay(market: Market, client: Address, provider: Address, amount: bigint): Market {
  const unlocked = unlock(market, client, amount, 'totalClientStorageFee');
  return addEscrowIn(addEscrowIn(unlocked, client, -amount), provider, amount);
}

/** Remove locked collateral, which the caller burns. */
export function slash(market: Market, provider: Address, amount: bigint): Market {
  return addEscrowIn(unlock(market, provider, amount, 'totalProviderLockedCollateral'), provider, -amount);
}
