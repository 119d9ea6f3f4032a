import { type ReactNode, useId } from 'react';
import styles from './signatures.module.css';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly maximumLength: number;
  readonly placeholder?: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Right of the label. */
  readonly actions?: ReactNode;
}

/** Multi-line text field with a label above. */
export function TextArea({ label, value, onChange, rows, maximumLength, placeholder, help, error, actions }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.area}>
      <div className={styles.areaHead}>
        <label htmlFor={id}>{label}</label>
        {actions}
      </div>
      <textarea
        id={id}
        rows={rows}
        value={value}
        maxLength={maximumLength}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div id={`${id}-about`} aria-live="polite">
        {error === undefined ? (
          help === undefined ? undefined : (
            <p className={styles.help}>{help}</p>
          )
        ) : (
          <p className={styles.problem}>{error}</p>
        )}
      </div>
    </div>
  );
}
