import { useId } from 'react';
import styles from './paste-field.module.css';

interface PasteFieldProps {
  readonly label: string;
  readonly value: string;
  /** Lines that are shown; the field can be pulled higher. */
  readonly rows: number;
  readonly onChange: (text: string) => void;
}

/** The band above what a pasted text is read as. */
export function PasteField({ label, value, rows, onChange }: PasteFieldProps) {
  const id = useId();
  return (
    <div className={styles.band}>
      <label className="t2 s12" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.field}
        spellCheck={false}
        value={value}
        rows={rows}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
