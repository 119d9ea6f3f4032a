import { IconEye, IconKey } from '@tabler/icons-react';
import type { Phrase } from '../../../shared/ipc/schemas/wallet.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { type AccountRow, originWords } from './account-rows.ts';

const KEY_TYPE_WORDS = { secp256k1: 'secp256k1', bls: 'BLS', delegated: 'delegated' } as const;

/** @param genesisCid of the connected network; undefined until known */
export function accountsColumns(phrases: readonly Phrase[], genesisCid: string | undefined): readonly DataColumn<AccountRow>[] {
  return [
    {
      id: 'label',
      head: 'Label',
      cell: (row) => (
        <span className="row g6">
          {row.kind === 'key' ? (
            <IconKey size={14} stroke={1.6} className="t3" aria-label="key" />
          ) : (
            <IconEye size={14} stroke={1.6} className="t3" aria-label="watched" />
          )}
          {row.label === '' ? <span className="t3">no label</span> : <span className="ell">{sanitiseToText(row.label, 60)}</span>}
        </span>
      ),
      sortBy: ({ label }) => label.toLowerCase(),
      text: ({ label }) => label,
    },
    {
      id: 'address',
      head: 'Address',
      widthPx: 160,
      cell: ({ address }) => <AddressText address={address} isLabelled={false} />,
      sortBy: ({ address }) => address,
      text: ({ address }) => address,
    },
    {
      id: 'type',
      head: 'Type',
      widthPx: 128,
      cell: (row) => (row.kind === 'key' ? KEY_TYPE_WORDS[row.account.keyType] : <span className="t2">{row.balance?.actorType}</span>),
      sortBy: typeOf,
      text: typeOf,
      isWideOnly: true,
    },
    {
      id: 'origin',
      head: 'Origin',
      widthPx: 168,
      cell: (row) => <span className="ell t2">{row.kind === 'key' ? originWords(row.account.origin, phrases) : 'watched'}</span>,
      text: (row) => (row.kind === 'key' ? originWords(row.account.origin, phrases) : 'watched'),
      isWideOnly: true,
    },
    {
      id: 'state',
      head: 'State',
      widthPx: 128,
      cell: (row) => <RowState row={row} genesisCid={genesisCid} />,
    },
    {
      id: 'balance',
      head: 'Balance',
      widthPx: 144,
      align: 'right',
      cell: ({ address, balance }) =>
        balance?.balance === undefined ? (
          <span className="t3">unknown</span>
        ) : (
          <Traced of="StateGetActor Balance" about={address} isInCell>
            <AmountText value={balance.balance} places={4} />
          </Traced>
        ),
      sortBy: ({ balance }) => BigInt(balance?.balance ?? '-1'),
      text: ({ balance }) => balance?.balance ?? '',
      textName: 'balance_attofil',
    },
  ];
}

function typeOf(row: AccountRow): string {
  return row.kind === 'key' ? row.account.keyType : (row.balance?.actorType ?? '');
}

function RowState({ row, genesisCid }: { readonly row: AccountRow; readonly genesisCid: string | undefined }) {
  if (row.kind === 'watched') {
    return row.balance?.balance !== undefined && !row.balance.exists ? <span className="t3">not on chain</span> : undefined;
  }
  if (!row.account.isBackedUp) return <StatusText tone="warning">not backed up</StatusText>;
  if (row.account.genesisCids.length === 0) return <span className="t2">not used yet</span>;
  if (genesisCid !== undefined && !row.account.genesisCids.includes(genesisCid)) return <span className="t2">other network</span>;
  return <StatusText tone="success">backed up</StatusText>;
}
