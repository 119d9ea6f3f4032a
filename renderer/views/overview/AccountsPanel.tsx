import { IconKey } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { WAITING_STAGES } from '../../lib/waiting-stages.ts';
import { useRefresh } from './use-refresh.ts';

/** Own messages refresh the balances; this interval picks up transfers from others. */
const REFRESH_MS = 10 * 60_000;
const SHOWN = 8;

interface AccountRow {
  readonly account: Account;
  readonly balance: string | undefined;
  readonly nonce: string | undefined;
  readonly pendingCount: number;
}

const COLUMNS: readonly DataColumn<AccountRow>[] = [
  {
    id: 'label',
    head: 'Account',
    widthPx: 150,
    cell: ({ account }) => <UntrustedText text={account.label} maximumLength={60} />,
    text: ({ account }) => account.label,
  },
  {
    id: 'address',
    head: 'Address',
    cell: ({ account }) => <AddressText address={account.address} isLabelled={false} />,
    text: ({ account }) => account.address,
  },
  { id: 'nonce', head: 'Nonce', widthPx: 70, align: 'right', cell: (row) => <Nonce row={row} />, text: ({ nonce }) => nonce ?? '' },
  {
    id: 'pending',
    head: 'Not final',
    widthPx: 74,
    align: 'right',
    cell: ({ pendingCount }) => (pendingCount === 0 ? <span className="t3">0</span> : formatInteger(pendingCount)),
    text: ({ pendingCount }) => pendingCount,
  },
  {
    id: 'balance',
    head: 'Balance',
    widthPx: 140,
    align: 'right',
    cell: (row) => <Balance row={row} />,
    text: ({ balance }) => balance ?? '',
    textName: 'balance_attofil',
  },
];

function Nonce({ row: { nonce, account } }: { readonly row: AccountRow }) {
  if (nonce === undefined) return undefined;
  return (
    <Traced of="StateGetActor Nonce" about={account.address} isInCell>
      {formatInteger(nonce)}
    </Traced>
  );
}

function Balance({ row: { balance, account } }: { readonly row: AccountRow }) {
  if (balance === undefined) return <span className="t3">unknown</span>;
  return (
    <Traced of="StateGetActor Balance" about={account.address} isInCell>
      <AmountText value={balance} places={4} />
    </Traced>
  );
}

/** Keys on this machine: their balances and the number of messages that are not final. */
export function AccountsPanel() {
  const [, navigate] = useLocation();
  const wallet = useTopic('wallet.changed');
  const journal = useTopic('messages.journalChanged');
  const accounts = useMemo(() => wallet?.accounts ?? [], [wallet]);
  const addresses = accounts.slice(0, SHOWN).map(({ address }) => address);
  const query = useQuery(`own-balances ${addresses.join(' ')}`, (client) => client.addresses.listBalances({ addresses }), {
    isEnabled: addresses.length > 0,
  });
  const { data, refresh } = query;
  useRefresh(refresh, executedCount(journal), REFRESH_MS);
  const rows = accounts.slice(0, SHOWN).map((account): AccountRow => {
    const found = data?.balances.find(({ address }) => address === account.address);
    return { account, balance: found?.balance, nonce: found?.nonce, pendingCount: pendingCount(journal, account.address) };
  });
  return (
    <Panel
      title="My accounts"
      calls={data?.calls}
      actions={
        <Link href="/accounts" className="link s12">
          Accounts
        </Link>
      }
    >
      {wallet === undefined ? (
        <SkeletonRows rows={2} columns={5} />
      ) : rows.length === 0 ? (
        <PanelState icon={IconKey} title="No keys on this machine">
          Create or import a key under Accounts to send messages.
        </PanelState>
      ) : (
        <DataTable
          label="My accounts"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ account }) => account.address}
          onSelect={({ account }) => navigate(`/accounts/${encodeURIComponent(account.address)}`)}
          copyText={({ account }) => account.address}
          isStale={query.error !== undefined && data !== undefined}
          unit={['key', 'keys']}
          total={accounts.length}
          hasFooter
          exportName="my-accounts"
        />
      )}
    </Panel>
  );
}

function executedCount(journal: readonly JournalEntry[] | undefined): number {
  return (journal ?? []).filter(({ stage }) => stage === 'executed' || stage === 'final').length;
}

function pendingCount(journal: readonly JournalEntry[] | undefined, address: string): number {
  return (journal ?? []).filter(({ from, stage }) => from === address && WAITING_STAGES.has(stage)).length;
}
