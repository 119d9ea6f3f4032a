import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import type { DataColumn } from '../../components/DataTable.tsx';
import { HashText } from '../../components/HashText.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { stageLabel } from './message-life.ts';

export const sentColumns: readonly DataColumn<JournalEntry>[] = [
  {
    id: 'what',
    head: 'Message',
    cell: (entry) => <UntrustedText text={entry.methodName} maximumLength={60} />,
    sortBy: (entry) => entry.methodName,
  },
  { id: 'to', head: 'To', widthPx: 160, cell: (entry) => <AddressText address={entry.to} /> },
  {
    id: 'value',
    head: 'Amount',
    widthPx: 148,
    align: 'right',
    cell: (entry) => <AmountText value={entry.value} places={4} />,
    sortBy: (entry) => BigInt(entry.value),
  },
  {
    id: 'nonce',
    head: 'Nonce',
    widthPx: 72,
    align: 'right',
    cell: (entry) => formatInteger(entry.nonce),
    sortBy: (entry) => BigInt(entry.nonce),
    isWideOnly: true,
  },
  { id: 'from', head: 'From', widthPx: 160, cell: (entry) => <AddressText address={entry.from} />, isWideOnly: true },
  {
    id: 'cid',
    head: 'CID',
    widthPx: 132,
    cell: (entry) => <HashText cid={entry.signedCid ?? entry.unsignedCid} />,
    isWideOnly: true,
  },
  {
    id: 'stage',
    head: 'Stage',
    widthPx: 140,
    cell: (entry) => {
      const { label, tone } = stageLabel(entry);
      return <StatusText tone={tone}>{label}</StatusText>;
    },
    sortBy: (entry) => entry.stage,
  },
  {
    id: 'updated',
    head: 'Changed',
    widthPx: 92,
    align: 'right',
    cell: (entry) => (
      <span className="t3">
        <TimeText timeMs={entry.updatedAtMs} />
      </span>
    ),
    sortBy: (entry) => entry.updatedAtMs,
  },
];
