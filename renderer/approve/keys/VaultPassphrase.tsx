import { PassphraseField } from '../PassphraseField.tsx';

interface VaultPassphraseProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isTried: boolean;
  readonly error?: string | undefined;
  readonly help?: string;
  readonly hasFocus?: boolean;
}

/** The passphrase that the vault has now. */
export function VaultPassphrase({ value, onChange, isTried, error, help, hasFocus }: VaultPassphraseProps) {
  return (
    <PassphraseField
      label="Passphrase of this vault"
      value={value}
      onChange={onChange}
      autoComplete="current-password"
      error={error ?? (isTried && value === '' ? 'Type the passphrase of this vault.' : undefined)}
      help={help}
      hasFocus={hasFocus}
    />
  );
}
