import type { ReactNode } from 'react';
import styles from './key-value.module.css';

export interface KeyValueRow {
  readonly label: string;
  readonly value: ReactNode;
  /** Lets a long value run over several lines. */
  readonly isWrapped?: boolean;
}

interface KeyValueProps {
  /** Rows that are undefined are left out. */
  readonly rows: readonly (KeyValueRow | undefined)[];
  readonly labelWidthPx?: number;
}

/** Facts by name, one line each. */
export function KeyValue({ rows, labelWidthPx = 128 }: KeyValueProps) {
  return (
    <dl className={styles.list} style={{ gridTemplateColumns: `${labelWidthPx}px minmax(0, 1fr)` }}>
      {rows
        .filter((row) => row !== undefined)
        .map((row) => (
          <div key={row.label} className={styles.pair}>
            <dt>{row.label}</dt>
            <dd className={row.isWrapped === true ? styles.wrapped : undefined}>{row.value}</dd>
          </div>
        ))}
    </dl>
  );
}
