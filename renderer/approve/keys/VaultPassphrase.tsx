import { PassphraseField } from '../PassphraseField.tsx';

interface VaultPassphraseProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isTried: boolean;
  readonly error?: string | undefined;
  readonly help?: string;
  readonly hasFocus?: boolean;
}

/** The current passphrase of the vault. */
export function VaultPassphrase({ value, onChange, isTried, error, help, hasFocus }: VaultPassphraseProps) {
  return (
    <PassphraseField
      label="Vault passphrase"
      value={value}
      onChange={onChange}
      autoComplete="current-password"
      error={error ?? (isTried && value === '' ? 'Enter the vault passphrase.' : undefined)}
      help={help}
      hasFocus={hasFocus}
    />
  );
}
