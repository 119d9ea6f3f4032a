import type { ReactNode } from 'react';
import styles from './key-value.module.css';

export interface KeyValueRow {
  readonly label: string;
  /** Where another row has the same label. */
  readonly id?: string;
  /** Below a sum, what adds up to it: one level deeper. */
  readonly depth?: 1 | 2;
  readonly value: ReactNode;
  /** Lets a long value run over several lines. */
  readonly isWrapped?: boolean;
}

interface KeyValueProps {
  /** Rows that are undefined are left out. */
  readonly rows: readonly (KeyValueRow | undefined)[];
  readonly labelWidthPx?: number;
}

/** Between a name and its fact; part of the width that names have. */
const GAP_PX = 8;

/** Facts by name, one line each. A name longer than the width takes what it needs, and the facts stay in one line below each other. */
export function KeyValue({ rows, labelWidthPx = 128 }: KeyValueProps) {
  return (
    <dl
      className={styles.list}
      style={{ columnGap: GAP_PX, gridTemplateColumns: `minmax(${labelWidthPx - GAP_PX}px, max-content) minmax(0, 1fr)` }}
    >
      {rows
        .filter((row) => row !== undefined)
        .map((row) => (
          <div key={row.id ?? row.label} className={styles.pair}>
            <dt className={row.depth === undefined ? undefined : styles[`depth${row.depth}`]}>{row.label}</dt>
            <dd className={row.isWrapped === true ? styles.wrapped : undefined}>{row.value}</dd>
          </div>
        ))}
    </dl>
  );
}
