import type { ReactNode } from 'react';
import { FilterFrame } from './FilterFrame.tsx';
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
    <FilterFrame count={count} onClear={value === '' ? undefined : () => onChange('')}>
      <input
        className={styles.input}
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
    </FilterFrame>
  );
}
