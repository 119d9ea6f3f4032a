import { PassphraseField } from '../PassphraseField.tsx';
import { assessPassphrase } from '../passphrase-strength.ts';
import styles from './keys.module.css';

export interface NewPassphrase {
  readonly passphrase: string;
  readonly repeated: string;
}

export const NO_PASSPHRASE: NewPassphrase = { passphrase: '', repeated: '' };

export function isPassphraseReady({ passphrase, repeated }: NewPassphrase): boolean {
  return passphrase !== '' && passphrase === repeated;
}

interface NewPassphraseFieldsProps {
  readonly value: NewPassphrase;
  readonly onChange: (value: NewPassphrase) => void;
  readonly isTried: boolean;
  /** The reason why the privileged side rejected the passphrase. */
  readonly error?: string | undefined;
  readonly label?: string;
  readonly help?: string;
  readonly hasFocus?: boolean;
}

/** A new passphrase, entered twice, with its strength. */
export function NewPassphraseFields(props: NewPassphraseFieldsProps) {
  const { value, onChange, isTried, error, label = 'Passphrase', help, hasFocus } = props;
  const { passphrase, repeated } = value;
  const strength = assessPassphrase(passphrase);
  const isDifferent = repeated !== '' && passphrase !== repeated && (isTried || repeated.length >= passphrase.length);
  return (
    <>
      <div>
        <PassphraseField
          label={label}
          value={passphrase}
          onChange={(text) => onChange({ passphrase: text, repeated })}
          autoComplete="new-password"
          error={error ?? (isTried && passphrase === '' ? 'Enter a passphrase.' : undefined)}
          help={help}
          hasFocus={hasFocus}
        />
        <div className={styles.meter} data-score={strength.score} aria-hidden>
          <i />
          <i />
          <i />
          <i />
        </div>
        <ul className={styles.reasons} aria-live="polite" aria-label="Passphrase strength">
          {passphrase === '' ? undefined : <li>Strength: {strength.level}</li>}
          {passphrase === '' ? undefined : strength.reasons.map((reason) => <li key={reason}>{reason}</li>)}
        </ul>
      </div>
      <PassphraseField
        label="Confirm passphrase"
        value={repeated}
        onChange={(text) => onChange({ passphrase, repeated: text })}
        autoComplete="new-password"
        error={
          isDifferent
            ? 'The passphrases do not match.'
            : isTried && passphrase !== '' && repeated === ''
              ? 'Enter the passphrase again.'
              : undefined
        }
      />
    </>
  );
}
