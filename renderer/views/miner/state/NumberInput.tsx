import { type KeyboardEvent, useId } from 'react';
import styles from './state.module.css';

interface NumberInputProps {
  readonly label: string;
  readonly text: string;
  /** Why the text is not taken. */
  readonly problem: string | undefined;
  readonly placeholder?: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onBlur?: () => void;
}

/** A short field for a number as people write it; what is none is marked. */
export function NumberInput({ label, text, problem, onType, ...rest }: NumberInputProps) {
  const id = useId();
  return (
    <span className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.number}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={problem !== undefined}
        title={problem}
        onChange={(event) => onType(event.currentTarget.value)}
        {...rest}
      />
    </span>
  );
}
