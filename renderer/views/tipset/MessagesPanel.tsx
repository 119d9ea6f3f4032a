import { IconMail } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { MessageRow, Tipset } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { HashText } from '../../components/HashText.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { callsOf, PanelContent } from '../../components/QueryContent.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import type { Origin } from '../../lib/origin.ts';
import styles from './tipset.module.css';

/** Messages are found by their CIDs, receipts by the place of their message. */
function messageOrigins(row: MessageRow, field: string): readonly Origin[] {
  return [`ChainGetParentMessages [Cid=${row.cid}].Message.${field}`, `ChainGetMessagesInTipset [Cid=${row.cid}].Message.${field}`];
}

const columnsOf = (rows: readonly MessageRow[]): readonly DataColumn<MessageRow>[] => [
  { id: 'cid', head: 'Message', widthPx: 132, cell: (row) => <HashText cid={row.cid} /> },
  { id: 'method', head: 'Call', sortBy: (row) => row.methodName ?? row.method, cell: (row) => <MethodText row={row} /> },
  { id: 'from', head: 'From', widthPx: 140, cell: (row) => <AddressText address={row.from} /> },
  { id: 'to', head: 'To', widthPx: 140, cell: (row) => <AddressText address={row.to} /> },
  {
    id: 'value',
    head: 'Value',
    widthPx: 124,
    align: 'right',
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
    sortBy: (row) => BigInt(row.receipt?.gasUsed ?? '0'),
    cell: (row) =>
      row.receipt === undefined ? undefined : (
        <Traced of={`ChainGetParentReceipts [${rows.indexOf(row)}].GasUsed`} isInCell>
          {formatInteger(row.receipt.gasUsed)}
        </Traced>
      ),
  },
  {
    id: 'exit',
    head: 'Exit',
    widthPx: 128,
    sortBy: (row) => row.receipt?.exitCode ?? -1,
    cell: (row) => (
      <Traced of={`ChainGetParentReceipts [${rows.indexOf(row)}].ExitCode`} isInCell>
        <Exit row={row} />
      </Traced>
    ),
  },
];

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

/** The unique messages of a tipset with what became of them in its child. */
export function MessagesPanel({ tipset, onRetry }: { readonly tipset: Tipset; readonly onRetry: () => void }) {
  const [, navigate] = useLocation();
  const rows = 'error' in tipset.messages ? undefined : tipset.messages.value;
  const columns = useMemo(() => columnsOf(rows ?? []), [rows]);
  const failedCount = rows?.filter((row) => (row.receipt?.exitCode ?? 0) !== 0).length ?? 0;
  return (
    <Panel
      title="Messages"
      sub={
        rows === undefined
          ? undefined
          : `${formatInteger(rows.length)} in all blocks${failedCount === 0 ? '' : `, ${formatInteger(failedCount)} failed`}`
      }
      calls={callsOf(tipset.messages)}
    >
      <PanelContent panel={tipset.messages} onRetry={onRetry}>
        {(messages) => (
          <div className={messages.length > 10 ? styles.messages : undefined}>
            <DataTable
              label="Messages"
              unit={['message', 'messages']}
              columns={columns}
              rows={messages}
              rowKey={(row) => row.cid}
              onSelect={(row) => navigate(`/messages/${encodeURIComponent(row.cid)}`)}
              copyText={(row) => row.cid}
              isFilling={messages.length > 10}
              empty={
                <PanelState icon={IconMail} title="No messages">
                  The blocks of this tipset carry none.
                </PanelState>
              }
            />
          </div>
        )}
      </PanelContent>
    </Panel>
  );
}
