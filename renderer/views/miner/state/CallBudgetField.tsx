import { useId, useState } from 'react';
import { formatInteger } from '../../../../shared/text/format.ts';
import styles from './state.module.css';

/** As the contract allows. */
const MOST_CALLS = 200_000;

interface CallBudgetFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (calls: number) => void;
}

/** How many calls a read may make. Text that is no such number changes nothing, and says so. */
export function CallBudgetField({ label, value, onChange }: CallBudgetFieldProps) {
  const id = useId();
  const [text, setText] = useState(String(value));
  const calls = callsOf(text);
  return (
    <span className={styles.budget}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.number}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={calls === undefined}
        title={calls === undefined ? `A number from 1 to ${formatInteger(MOST_CALLS)}` : undefined}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          const next = callsOf(typed);
          setText(typed);
          if (next !== undefined) onChange(next);
        }}
        onBlur={() => setText(String(value))}
      />
    </span>
  );
}

function callsOf(text: string): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, '');
  const calls = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return calls >= 1 && calls <= MOST_CALLS ? calls : undefined;
}
