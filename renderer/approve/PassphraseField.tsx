import { IconEye, IconEyeOff, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './field.module.css';
import { firstSecretField, secretField } from './secret-field.ts';
import { TrustedField } from './TrustedField.tsx';

interface PassphraseFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `off` for anything but a passphrase of this vault. */
  readonly autoComplete: 'new-password' | 'current-password' | 'off';
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly hasFocus?: boolean | undefined;
  readonly isLabelHidden?: boolean | undefined;
}

export function PassphraseField({ label, value, onChange, autoComplete, help, error, hasFocus, isLabelHidden }: PassphraseFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <TrustedField label={label} isLabelHidden={isLabelHidden} help={help} error={error}>
      {(input) => (
        <>
          <IconLock size={14} stroke={1.6} aria-hidden />
          <input
            {...input}
            type={isShown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            autoComplete={autoComplete}
            autoCapitalize="off"
            spellCheck={false}
            maxLength={1024}
            ref={hasFocus === true ? firstSecretField : secretField}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-pressed={isShown}
            aria-label="Show passphrase"
            onClick={() => setIsShown(!isShown)}
          >
            <Eye size={14} stroke={1.6} aria-hidden />
          </button>
        </>
      )}
    </TrustedField>
  );
}
