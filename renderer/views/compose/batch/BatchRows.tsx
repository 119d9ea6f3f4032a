import { useMemo, useState } from 'react';
import { formatFil } from '../../../../shared/domain/amounts/amount.ts';
import type { BatchRow } from '../../../../shared/ipc/schemas/drafts.ts';
import { formatInteger } from '../../../../shared/text/format.ts';
import { sanitiseToText } from '../../../../shared/text/sanitise.ts';
import { StatusText } from '../../../components/feedback/StatusText.tsx';
import { type DataColumn, DataTable } from '../../../components/tables/DataTable.tsx';
import { AddressText } from '../../../components/values/AddressText.tsx';
import { AmountText } from '../../../components/values/AmountText.tsx';
import { CheckList } from '../CheckList.tsx';
import styles from './batch.module.css';

const TONES = { pass: 'success', warning: 'warning', fail: 'danger' } as const;
const SEVERITY = { fail: 0, warning: 1, pass: 2 } as const;

const columnsWith = (valuePlaces: number): readonly DataColumn<BatchRow>[] => [
  {
    id: 'line',
    head: 'Line',
    widthPx: 56,
    align: 'right',
    cell: ({ line }) => formatInteger(line),
    text: ({ line }) => line,
    sortBy: ({ line }) => line,
  },
  {
    id: 'to',
    head: 'To',
    widthPx: 230,
    cell: ({ to, recipient }) => <AddressText address={to} name={recipient?.label ?? recipient?.name} />,
    sortBy: ({ to }) => to,
    text: ({ to }) => to,
  },
  {
    id: 'method',
    head: 'Call',
    widthPx: 130,
    cell: (row) => sanitiseToText(callOf(row), 60),
    text: callOf,
    isWideOnly: true,
  },
  {
    id: 'value',
    head: 'Amount',
    widthPx: 150,
    align: 'right',
    cell: ({ message, value }) =>
      message === undefined ? sanitiseToText(value, 40) : <AmountText value={message.value} places={valuePlaces} />,
    sortBy: ({ message }) => BigInt(message?.value ?? 0),
    text: ({ message }) => message?.value ?? '',
    textName: 'amount_attofil',
  },
  {
    id: 'nonce',
    head: 'Nonce',
    widthPx: 72,
    align: 'right',
    cell: ({ message }) => (message === undefined ? '' : formatInteger(message.nonce)),
    text: ({ message }) => message?.nonce ?? '',
    isWideOnly: true,
  },
  {
    id: 'fee',
    head: 'Maximum fee',
    widthPx: 140,
    align: 'right',
    cell: ({ message }) => (message === undefined ? '' : <AmountText value={message.maximumFee} places={6} />),
    text: ({ message }) => message?.maximumFee ?? '',
    textName: 'maximum_fee_attofil',
    isWideOnly: true,
  },
  {
    id: 'result',
    head: 'Dry run',
    cell: (row) => <StatusText tone={TONES[row.result]}>{resultWords(row, 200)}</StatusText>,
    sortBy: ({ result }) => SEVERITY[result],
    text: (row) => resultWords(row, 4000),
  },
];

/** Decimal places of the longest amount, so that decimal points align and nothing is cut off. */
function valuePlaces(rows: readonly BatchRow[]): number {
  const needed = rows.map(({ message }) => formatFil(BigInt(message?.value ?? 0)).split('.')[1]?.length ?? 0);
  return Math.max(0, ...needed);
}

/** The method of the line, or its raw text if it could not be parsed. */
function callOf({ methodName, method }: BatchRow): string {
  return methodName ?? (/^\d/.test(method) ? `Method ${method}` : method);
}

function resultWords({ result, findings, comment }: BatchRow, maximumLength: number): string {
  const [worst] = findings.filter((finding) => finding.result !== 'pass');
  if (worst !== undefined) return sanitiseToText(`${worst.title}: ${worst.detail}`, maximumLength);
  return result === 'pass' ? (comment === undefined ? 'Ready' : `Ready, ${sanitiseToText(comment, 80)}`) : 'Check this line';
}

/** All lines with their dry-run results, and all findings of the selected line. */
export function BatchRows({ rows, isStale }: { readonly rows: readonly BatchRow[]; readonly isStale: boolean }) {
  const [line, setLine] = useState<number | undefined>(undefined);
  const selected = rows.find((row) => row.line === line);
  const columns = useMemo(() => columnsWith(valuePlaces(rows)), [rows]);
  return (
    <>
      <DataTable
        label="Batch lines"
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.line)}
        selectedKey={selected === undefined ? undefined : String(selected.line)}
        onSelect={(row) => setLine(row.line)}
        copyText={(row) => row.to}
        unit={['line', 'lines']}
        isStale={isStale}
        isFilling
        exportName="batch"
        empty="No lines with problems."
      />
      {selected === undefined ? undefined : (
        <section className={styles.findings} aria-label={`Checks of line ${selected.line}`}>
          <h3>Line {formatInteger(selected.line)}</h3>
          <CheckList checks={selected.findings} />
        </section>
      )}
    </>
  );
}
