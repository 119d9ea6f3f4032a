import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/** What the element that is typed into takes over. */
interface FieldInput {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface TrustedFieldProps {
  readonly label: string;
  /** Labels that are already said by a heading stay for screen readers only. */
  readonly isLabelHidden?: boolean | undefined;
  readonly help?: ReactNode;
  /** Takes the place of the help. */
  readonly error?: string | undefined;
  /** For a field of several lines. */
  readonly isTall?: boolean;
  readonly children: (input: FieldInput) => ReactNode;
}

/** A labelled field with its help or what is wrong with it. */
export function TrustedField({ label, isLabelHidden, help, error, isTall, children }: TrustedFieldProps) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden === true ? styles.labelHidden : styles.label}>
        {label}
      </label>
      <div className={styles.field} data-invalid={error !== undefined} data-tall={isTall}>
        {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': about })}
      </div>
      <div id={about} aria-live="polite">
        {error === undefined ? undefined : <p className={styles.error}>{error}</p>}
        {error !== undefined || help === undefined ? undefined : <p className={styles.help}>{help}</p>}
      </div>
    </div>
  );
}
