import { IconEye } from '@tabler/icons-react';
import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { timeCell } from '../../../shared/text/table-text.ts';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';

const KIND_WORDS = { watched: 'watched', saved: 'saved', seen: 'sent to' } as const;

/** Why an address is in the address book. */
function kindOf({ isWatched, label, note }: AddressEntry): keyof typeof KIND_WORDS {
  return isWatched ? 'watched' : label !== '' || note !== '' ? 'saved' : 'seen';
}

export const addressesColumns: readonly DataColumn<AddressEntry>[] = [
  {
    id: 'label',
    head: 'Label',
    widthPx: 168,
    cell: ({ label }) => (label === '' ? <span className="t3">no label</span> : <span className="ell">{sanitiseToText(label, 60)}</span>),
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
    id: 'kind',
    head: 'Kind',
    widthPx: 96,
    cell: (entry) => (
      <span className="row g4 t2">
        {entry.isWatched ? <IconEye size={14} stroke={1.6} aria-hidden="true" /> : undefined}
        {KIND_WORDS[kindOf(entry)]}
      </span>
    ),
    sortBy: kindOf,
    text: (entry) => KIND_WORDS[kindOf(entry)],
    isWideOnly: true,
  },
  { id: 'note', head: 'Note', cell: ({ note }) => <span className="ell t2">{sanitiseToText(note, 200)}</span>, text: ({ note }) => note },
  {
    id: 'first',
    head: 'First seen',
    widthPx: 112,
    align: 'right',
    cell: ({ firstSeenAtMs }) => <TimeText timeMs={firstSeenAtMs} />,
    sortBy: ({ firstSeenAtMs }) => firstSeenAtMs,
    text: ({ firstSeenAtMs }) => timeCell(firstSeenAtMs),
    isWideOnly: true,
  },
  {
    id: 'sent',
    head: 'Last sent to',
    widthPx: 120,
    align: 'right',
    cell: ({ lastSentAtMs }) => (lastSentAtMs === undefined ? <span className="t3">never</span> : <TimeText timeMs={lastSentAtMs} />),
    sortBy: ({ lastSentAtMs }) => lastSentAtMs ?? 0,
    text: ({ lastSentAtMs }) => timeCell(lastSentAtMs),
  },
];
