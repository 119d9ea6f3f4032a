import { useMemo } from 'react';
import type { AddressBalances, AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { type QueryState, useQuery } from '../../hooks/use-query.ts';
import { type AccountRow, accountRows, MAX_BALANCES } from './account-rows.ts';

/** Keys and watched addresses with balances at one tipset, refreshed at every head. */
export function useAccountRows(
  accounts: readonly Account[] | undefined,
  entries: readonly AddressEntry[] | undefined,
): { readonly rows: readonly AccountRow[] | undefined; readonly query: QueryState<AddressBalances> } {
  const bare = useMemo(
    () => (accounts === undefined || entries === undefined ? undefined : accountRows(accounts, entries, [])),
    [accounts, entries],
  );
  const addresses = (bare ?? []).slice(0, MAX_BALANCES).map(({ address }) => address);
  const query = useQuery(`balances ${addresses.join(' ')}`, (client) => client.addresses.listBalances({ addresses }), {
    refreshOn: 'head',
    isEnabled: addresses.length > 0,
  });
  const balances = query.data?.balances;
  const rows = useMemo(
    () => (accounts === undefined || entries === undefined ? undefined : accountRows(accounts, entries, balances ?? [])),
    [accounts, entries, balances],
  );
  return { rows, query };
}
