import { type ChangeEvent, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Right end of the field: a unit, a small link. */
  readonly suffix?: ReactNode;
  readonly isMono?: boolean;
  /** Label beside the field, or above it. */
  readonly layout?: 'beside' | 'above';
  /** Choices offered below the field while typing. */
  readonly suggestions?: readonly { readonly value: string; readonly label: string }[];
  readonly type?: 'text' | 'password' | 'url';
  readonly autoComplete?: string;
  readonly isReadOnly?: boolean;
  /** Several lines of a secret, which are hidden while the field has no focus. */
  readonly secretRows?: number;
}

/** One labelled field of text with its help or its error below. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, placeholder, help, error, suffix, isMono, layout = 'beside', suggestions, type = 'text' } = props;
  const id = useId();
  const common = {
    id,
    value,
    placeholder,
    readOnly: props.isReadOnly === true,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.currentTarget.value),
    autoComplete: props.autoComplete ?? 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-about`,
  };
  return (
    <div className={layout === 'beside' ? styles.beside : styles.above}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.column}>
        <div className={`${styles.field} ${error === undefined ? '' : styles.wrong}`}>
          {props.secretRows === undefined ? (
            <input
              {...common}
              className={isMono === true ? styles.mono : undefined}
              type={type}
              list={suggestions === undefined ? undefined : `${id}-list`}
            />
          ) : (
            <textarea {...common} className={styles.secret} rows={props.secretRows} />
          )}
          {suffix === undefined ? undefined : <span className={styles.suffix}>{suffix}</span>}
        </div>
        {suggestions === undefined ? undefined : (
          <datalist id={`${id}-list`}>
            {suggestions.map((suggestion) => (
              <option key={suggestion.value} value={suggestion.value} label={suggestion.label} />
            ))}
          </datalist>
        )}
        <div id={`${id}-about`} aria-live="polite">
          {error === undefined ? undefined : <p className={styles.error}>{error}</p>}
          {error !== undefined || help === undefined ? undefined : <p className={styles.help}>{help}</p>}
        </div>
      </div>
    </div>
  );
}
