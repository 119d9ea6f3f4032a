import { IconFilter, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './filter-frame.module.css';

interface FilterFrameProps {
  /** Where the filter is written. */
  readonly children: ReactNode;
  readonly isWrong?: boolean;
  /** Right end: how many of how many. */
  readonly count?: ReactNode;
  readonly actions?: ReactNode;
  /** Undefined while the filter is empty. */
  readonly onClear: (() => void) | undefined;
}

/** What stands around a field that narrows a list. */
export function FilterFrame({ children, isWrong = false, count, actions, onClear }: FilterFrameProps) {
  return (
    <div className={styles.field} data-wrong={isWrong || undefined}>
      <IconFilter size={14} stroke={1.6} aria-hidden="true" />
      {children}
      {count === undefined ? undefined : <span className={styles.count}>{count}</span>}
      {actions}
      {onClear === undefined ? undefined : (
        <button type="button" className={styles.clear} aria-label="Clear filter" onClick={onClear}>
          <IconX size={12} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
