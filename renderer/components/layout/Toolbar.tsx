import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

/** The line of filters and switches between a page head and its list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>;
}
