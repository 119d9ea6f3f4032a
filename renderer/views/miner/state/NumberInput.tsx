import { type KeyboardEvent, useId } from 'react';
import styles from './state.module.css';

interface NumberInputProps {
  readonly label: string;
  readonly text: string;
  /** The accepted range, shown for invalid input. */
  readonly problem: string | undefined;
  /** The accepted range, shown beforehand. */
  readonly range?: string;
  readonly placeholder?: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A short number field. Invalid input is marked, with the accepted range. */
export function NumberInput({ label, text, problem, range, onType, ...rest }: NumberInputProps) {
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
        aria-describedby={`${id}-range`}
        onChange={(event) => onType(event.currentTarget.value)}
        {...rest}
      />
      <span id={`${id}-range`} className={problem === undefined ? 't3' : 'bad'} aria-live="polite">
        {problem ?? range}
      </span>
    </span>
  );
}
