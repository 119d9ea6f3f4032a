import type { MessageRow } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import type { Origin } from '../../lib/origin.ts';

/** Origins of a message field; messages are found by CID, receipts by index. */
function messageOrigins(row: MessageRow, field: string): readonly Origin[] {
  return [`ChainGetParentMessages [Cid=${row.cid}].Message.${field}`, `ChainGetMessagesInTipset [Cid=${row.cid}].Message.${field}`];
}

/** @param placeOf returns the index of a message's receipt in the tipset; undefined if unknown */
export function messageColumns(placeOf: (row: MessageRow) => number | undefined): readonly DataColumn<MessageRow>[] {
  const receiptOrigins = (row: MessageRow, field: string): readonly Origin[] => {
    const place = placeOf(row);
    return place === undefined ? [] : [`ChainGetParentReceipts [${place}].${field}`];
  };
  return [
    { id: 'cid', head: 'Message', widthPx: 132, text: (row) => row.cid, cell: (row) => <HashText cid={row.cid} /> },
    {
      id: 'method',
      head: 'Call',
      widthPx: 170,
      text: (row) => row.methodName ?? row.method,
      sortBy: (row) => row.methodName ?? row.method,
      cell: (row) => <MethodText row={row} />,
    },
    {
      id: 'from',
      head: 'From',
      widthPx: 140,
      text: (row) => row.from,
      sortBy: (row) => row.from,
      cell: (row) => <AddressText address={row.from} />,
    },
    { id: 'to', head: 'To', widthPx: 140, text: (row) => row.to, sortBy: (row) => row.to, cell: (row) => <AddressText address={row.to} /> },
    {
      id: 'value',
      head: 'Value',
      widthPx: 124,
      align: 'right',
      isWideOnly: true,
      text: (row) => row.value,
      sortBy: (row) => BigInt(row.value),
      cell: (row) => (
        <Traced of={messageOrigins(row, 'Value')} isInCell>
          <AmountText value={row.value} places={4} />
        </Traced>
      ),
    },
    {
      id: 'gas',
      head: 'Gas used',
      widthPx: 104,
      align: 'right',
      isWideOnly: true,
      text: (row) => row.receipt?.gasUsed ?? '',
      sortBy: (row) => BigInt(row.receipt?.gasUsed ?? '0'),
      cell: (row) =>
        row.receipt === undefined ? undefined : (
          <Traced of={receiptOrigins(row, 'GasUsed')} isInCell>
            {formatInteger(row.receipt.gasUsed)}
          </Traced>
        ),
    },
    {
      id: 'exit',
      head: 'Exit',
      widthPx: 128,
      text: (row) => row.receipt?.exitCode ?? '',
      sortBy: (row) => row.receipt?.exitCode ?? -1,
      cell: (row) => (
        <Traced of={receiptOrigins(row, 'ExitCode')} isInCell>
          <Exit row={row} />
        </Traced>
      ),
    },
  ];
}

function MethodText({ row }: { readonly row: MessageRow }) {
  if (row.methodName === undefined) return <>Method {formatInteger(row.method)}</>;
  return <UntrustedText text={row.methodName} maximumLength={60} />;
}

function Exit({ row }: { readonly row: MessageRow }) {
  if (row.receipt === undefined) return <StatusText tone="pending">Not executed</StatusText>;
  return row.receipt.exitCode === 0 ? (
    <StatusText tone="success">0, OK</StatusText>
  ) : (
    <StatusText tone="danger">{row.receipt.exitCode}, failed</StatusText>
  );
}
