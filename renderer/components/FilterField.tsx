import { IconFilter, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './filter-field.module.css';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** Right end: how many of how many. */
  readonly count?: ReactNode;
}

/** The field that narrows a list. Esc empties it. */
export function FilterField({ label, value, onChange, placeholder, count }: FilterFieldProps) {
  return (
    <div className={styles.field}>
      <IconFilter size={14} stroke={1.6} aria-hidden="true" />
      <input
        value={value}
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      {count === undefined ? undefined : <span className={styles.count}>{count}</span>}
      {value === '' ? undefined : (
        <button type="button" className={styles.clear} aria-label="Clear the filter" onClick={() => onChange('')}>
          <IconX size={12} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
