import { useMemo } from 'react';
import type { AddressBalances, AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { type QueryState, useQuery } from '../../hooks/use-query.ts';
import { type AccountRow, accountRows, BALANCES_AT_MOST } from './account-rows.ts';

/** Keys and watched addresses with what they hold, all read at one tipset, anew with the head. */
export function useAccountRows(
  accounts: readonly Account[] | undefined,
  entries: readonly AddressEntry[] | undefined,
): { readonly rows: readonly AccountRow[] | undefined; readonly query: QueryState<AddressBalances> } {
  const bare = useMemo(
    () => (accounts === undefined || entries === undefined ? undefined : accountRows(accounts, entries, [])),
    [accounts, entries],
  );
  const addresses = (bare ?? []).slice(0, BALANCES_AT_MOST).map(({ address }) => address);
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
