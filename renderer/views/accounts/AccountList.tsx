import { IconKey } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AddressBalances } from '../../../shared/ipc/schemas/addresses.ts';
import type { Phrase } from '../../../shared/ipc/schemas/wallet.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { FilterField } from '../../components/filters/FilterField.tsx';
import { Toolbar } from '../../components/layout/Toolbar.tsx';
import { DataTable } from '../../components/tables/DataTable.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { CallsContext } from '../../components/values/calls-context.ts';
import type { QueryState } from '../../hooks/use-query.ts';
import { type AccountRow, ownTotal } from './account-rows.ts';
import { accountsColumns } from './accounts-columns.tsx';

interface AccountListProps {
  readonly rows: readonly AccountRow[];
  readonly query: QueryState<AddressBalances>;
  readonly phrases: readonly Phrase[];
  readonly genesisCid: string | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (address: string) => void;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** Keys and watched addresses with their balances at one tipset, and the total in keys. */
export function AccountList({ rows, query, phrases, genesisCid, selected, onSelect, filter, onFilter }: AccountListProps) {
  const columns = useMemo(() => accountsColumns(phrases, genesisCid), [phrases, genesisCid]);
  const wanted = filter.trim().toLowerCase();
  const shown = rows.filter(({ label, address }) => label.toLowerCase().includes(wanted) || address.includes(wanted));
  const { amount, unknownCount } = ownTotal(rows);
  const calls = query.data?.calls ?? [];
  return (
    <CallsContext value={calls}>
      <Toolbar>
        <FilterField label="Filter the accounts" value={filter} onChange={onFilter} placeholder="Label or address" />
        <StaleBadge query={query} />
        {rows.every(({ kind }) => kind !== 'key') ? undefined : (
          <span className="row g6 end" data-testid="own-total">
            <span className="t3">Total in keys</span>
            {query.data === undefined ? (
              <span className="t3">unknown</span>
            ) : (
              <span className="b">
                <AmountText value={amount.toString()} places={4} />
              </span>
            )}
            {query.data !== undefined && unknownCount > 0 ? (
              <span className="t3">without {formatCount(unknownCount, 'key')} of unknown balance</span>
            ) : undefined}
          </span>
        )}
      </Toolbar>
      <DataTable
        label="Accounts"
        unit={['account', 'accounts']}
        columns={columns}
        rows={shown}
        rowKey={({ address }) => address}
        selectedKey={selected}
        onSelect={({ address }) => onSelect(address)}
        copyText={({ address }) => address}
        total={rows.length}
        isFilling
        exportName="accounts"
        isStale={query.error !== undefined}
        footer={
          query.data === undefined ? undefined : (
            <span className="row g12">
              as of epoch {formatInteger(query.data.pinned.height)}
              <CallLink calls={calls} />
            </span>
          )
        }
        empty={
          <PanelState icon={IconKey} title={rows.length === 0 ? 'No keys in the vault' : 'No account matches'}>
            {rows.length === 0 ? 'Add a key, or watch an address.' : 'The filter searches labels and addresses.'}
          </PanelState>
        }
      />
    </CallsContext>
  );
}
