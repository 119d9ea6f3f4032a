import type { ReactNode } from 'react';
import styles from './split-view.module.css';

interface SplitViewProps {
  readonly children: ReactNode;
  /** The pane at the right, or undefined while nothing is selected. */
  readonly pane?: ReactNode;
}

/** A screen: its list in the middle and, where something is selected, the pane beside it. */
export function SplitView({ children, pane }: SplitViewProps) {
  return (
    <div className={styles.split}>
      <div className={styles.view}>{children}</div>
      {pane}
    </div>
  );
}
