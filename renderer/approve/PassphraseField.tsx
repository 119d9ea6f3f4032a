import { IconEye, IconEyeOff, IconLock } from '@tabler/icons-react';
import { useId, useState } from 'react';
import styles from './approve.module.css';

interface PassphraseFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'new-password' | 'current-password';
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly hasFocus?: boolean;
  /** Labels that are already said by a heading stay for screen readers only. */
  readonly isLabelHidden?: boolean;
}

export function PassphraseField({ label, value, onChange, autoComplete, help, error, hasFocus, isLabelHidden }: PassphraseFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden === true ? styles.hidden : styles.label}>
        {label}
      </label>
      <div className={`${styles.field} ${error === undefined ? '' : styles.fieldError}`}>
        <IconLock size={14} stroke={1.6} aria-hidden />
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={1024}
          ref={hasFocus === true ? focusOnce : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-about`}
        />
        <button
          type="button"
          className={styles.reveal}
          aria-pressed={isShown}
          aria-label="Show the passphrase"
          onClick={() => setIsShown(!isShown)}
        >
          <Eye size={14} stroke={1.6} aria-hidden />
        </button>
      </div>
      <div id={`${id}-about`} aria-live="polite">
        {error === undefined ? undefined : <p className={styles.error}>{error}</p>}
        {error !== undefined || help === undefined ? undefined : <p className={styles.help}>{help}</p>}
      </div>
    </div>
  );
}

function focusOnce(element: HTMLInputElement | null): void {
  element?.focus();
}
