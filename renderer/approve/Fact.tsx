import type { ReactNode } from 'react';
import styles from './approve.module.css';

/** One line of what will be signed: its name and what it is. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
