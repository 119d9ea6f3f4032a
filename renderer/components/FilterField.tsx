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
  /** Why part of the text is not understood. */
  readonly problem?: string | undefined;
  /** Words offered while typing. */
  readonly suggestions?: readonly { readonly value: string; readonly label: string }[];
  readonly listId?: string;
}

/** The field that narrows a list. Esc empties it. */
export function FilterField({ label, value, onChange, placeholder, count, problem, suggestions, listId }: FilterFieldProps) {
  return (
    <div className={styles.field} data-wrong={problem === undefined ? undefined : true} title={problem}>
      <IconFilter size={14} stroke={1.6} aria-hidden="true" />
      <input
        value={value}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-description={problem}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        list={listId}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      {suggestions === undefined ? undefined : (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion.value} value={suggestion.value} label={suggestion.label} />
          ))}
        </datalist>
      )}
      {problem === undefined ? undefined : <span className={styles.problem}>{problem}</span>}
      {count === undefined ? undefined : <span className={styles.count}>{count}</span>}
      {value === '' ? undefined : (
        <button type="button" className={styles.clear} aria-label="Clear the filter" onClick={() => onChange('')}>
          <IconX size={12} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
