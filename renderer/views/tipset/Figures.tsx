import type { ReactNode } from 'react';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { AmountText } from '../../components/values/AmountText.tsx';
import { FeeText } from '../../components/values/FeeText.tsx';
import styles from './tipset.module.css';

/** One figure of both tipsets; undefined if the endpoint does not return it. */
export interface FigureRow {
  readonly label: string;
  readonly kind: 'fee' | 'bytes' | 'count' | 'amount';
  readonly before: string | undefined;
  readonly after: string | undefined;
}

interface FiguresProps {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly rows: readonly FigureRow[];
}

/** Figures before and after, with their differences. */
export function Figures({ label, before, after, rows }: FiguresProps) {
  return (
    <table className={styles.figures} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{figure(row.kind, row.before)}</td>
            <td>{figure(row.kind, row.after)}</td>
            <td>
              {row.before === undefined || row.after === undefined ? undefined : change(row.kind, BigInt(row.after) - BigInt(row.before))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function figure(kind: FigureRow['kind'], value: string | undefined): ReactNode {
  if (value === undefined) return <span className="t3">unknown</span>;
  switch (kind) {
    case 'fee':
      return <FeeText value={value} />;
    case 'bytes':
      return <span title={`${formatInteger(value)} bytes`}>{formatBytes(value)}</span>;
    case 'count':
      return formatInteger(value);
    case 'amount':
      return <AmountText value={value} places={4} />;
  }
}

function change(kind: FigureRow['kind'], by: bigint): ReactNode {
  if (by === 0n) return <span className="t3">none</span>;
  if (kind === 'amount') return <AmountText value={by.toString()} places={4} isSigned />;
  const size = by < 0n ? -by : by;
  return (
    <>
      {by < 0n ? '−' : '+'}
      {figure(kind, size.toString())}
    </>
  );
}
