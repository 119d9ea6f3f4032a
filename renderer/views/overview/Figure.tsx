import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string | undefined;
  readonly detail?: ReactNode;
}

/** A key figure: label, value and detail. */
export function Figure({ label, value, unit, detail }: FigureProps) {
  return (
    <div className={styles.figure}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {value}
        {unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>}
      </span>
      <span className={styles.detail}>{detail}</span>
    </div>
  );
}
