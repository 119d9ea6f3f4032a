import type { PoolRow } from '../../../shared/ipc/schemas/mempool.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { FeeText } from '../../components/values/FeeText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { holdWords } from './pool-words.ts';

/** Origin of a figure: the node lists messages by CID. */
function origin({ cid }: PoolRow, field: string): string {
  return `MpoolPending [CID=${cid}].Message.${field}`;
}

export const POOL_COLUMNS: readonly DataColumn<PoolRow>[] = [
  { id: 'cid', head: 'Message', widthPx: 116, text: ({ cid }) => cid, cell: ({ cid }) => <HashText cid={cid} /> },
  {
    id: 'method',
    head: 'Call',
    leastPx: 110,
    text: ({ methodName, method }) => methodName ?? method,
    cell: ({ methodName, method }) =>
      methodName === undefined ? `Method ${formatInteger(method)}` : <UntrustedText text={methodName} maximumLength={60} />,
  },
  {
    id: 'from',
    head: 'From',
    widthPx: 136,
    text: ({ from }) => from,
    cell: ({ from }) => <AddressText address={from} />,
  },
  {
    id: 'nonce',
    head: 'Nonce',
    widthPx: 64,
    align: 'right',
    text: ({ nonce }) => nonce,
    cell: (row) => (
      <Traced of={origin(row, 'Nonce')} isInCell>
        {formatInteger(row.nonce)}
      </Traced>
    ),
  },
  { id: 'to', head: 'To', widthPx: 136, text: ({ to }) => to, cell: ({ to }) => <AddressText address={to} /> },
  {
    id: 'value',
    head: 'Value',
    widthPx: 108,
    align: 'right',
    text: ({ value }) => value,
    textName: 'value_attofil',
    cell: (row) => (
      <Traced of={origin(row, 'Value')} isInCell>
        <AmountText value={row.value} places={4} />
      </Traced>
    ),
  },
  {
    id: 'cap',
    head: 'Fee cap',
    widthPx: 132,
    align: 'right',
    text: ({ gasFeeCap }) => gasFeeCap,
    textName: 'fee_cap_attofil',
    cell: (row) => (
      <Traced of={origin(row, 'GasFeeCap')} isInCell>
        <FeeText value={row.gasFeeCap} />
      </Traced>
    ),
  },
  {
    id: 'premium',
    head: 'Premium',
    widthPx: 132,
    align: 'right',
    isWideOnly: true,
    text: ({ gasPremium }) => gasPremium,
    textName: 'premium_attofil',
    cell: (row) => (
      <Traced of={origin(row, 'GasPremium')} isInCell>
        <FeeText value={row.gasPremium} beside={row.gasFeeCap} />
      </Traced>
    ),
  },
  {
    id: 'gas',
    head: 'Gas limit',
    widthPx: 108,
    align: 'right',
    isWideOnly: true,
    text: ({ gasLimit }) => gasLimit,
    cell: (row) => (
      <Traced of={origin(row, 'GasLimit')} isInCell>
        {formatInteger(row.gasLimit)}
      </Traced>
    ),
  },
  {
    id: 'hold',
    head: 'State',
    widthPx: 152,
    text: ({ hold }) => holdWords(hold).words,
    cell: ({ hold }) => {
      const { tone, words, hint } = holdWords(hold);
      return (
        <span title={hint}>
          <StatusText tone={tone}>{words}</StatusText>
        </span>
      );
    },
  },
  {
    id: 'seen',
    head: 'Seen',
    widthPx: 92,
    align: 'right',
    cell: ({ seenAtMs }) => (
      <span className="t3">
        <TimeText timeMs={seenAtMs} />
      </span>
    ),
  },
];
